/** The variables that programs of the system need. None of them is a secret. */
const inherited: readonly string[] = [
  'PATH',
  'HOME',
  'TMPDIR',
  // Windows: programs need them to start.
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
];

/**
 * The environment variables for a program that this one starts. `DATASET_PASSWORD` and the like are left out: a program may
 * write its environment into a crash report, and other programs of the user can read it.
 */
export function programEnvironment(own: NodeJS.ProcessEnv, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const named = new Set(inherited.map((name) => name.toUpperCase()));
  // Windows ignores the case of names.
  const kept = Object.entries(own).filter(([name]) => named.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...more };
}
