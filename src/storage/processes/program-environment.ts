/** What programs of the system need to run; nothing that this program keeps secret. */
const inherited: readonly string[] = [
  'PATH',
  'HOME',
  'TMPDIR',
  // Windows: programs don't start without them.
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'PSModulePath',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
];

/**
 * The environment of a program that we start, out of our own. `DATASET_PASSWORD` and the like stay here: a program may write
 * its environment into a crash report, and other programs of the user can read it.
 */
export function programEnvironment(own: NodeJS.ProcessEnv, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const named = new Set(inherited.map((name) => name.toUpperCase()));
  // Windows tells no letter cases apart.
  const kept = Object.entries(own).filter(([name]) => named.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...more };
}
