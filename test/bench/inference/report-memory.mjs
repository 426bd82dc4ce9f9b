import { writeFileSync } from 'node:fs';

// Loaded with --import: writes the process's peak memory, in KiB, to the file that PEAK_MEMORY_FILE names.

process.on('exit', () => {
  if (process.env.PEAK_MEMORY_FILE)
    writeFileSync(process.env.PEAK_MEMORY_FILE, String(process.resourceUsage().maxRSS));
});
