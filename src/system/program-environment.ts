import { win32 } from 'node:path';

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
  'PSModulePath',
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

/**
 * Windows PowerShell's full path. A bare name would start a `powershell.exe` of the current folder, which may be a repository
 * (CreateProcessW searches it before the system's folders). Undefined if `SystemRoot` is not a folder of a local drive.
 */
export function windowsPowerShell(variables: NodeJS.ProcessEnv): string | undefined {
  // Windows ignores the case of a variable's name, a copy of its environment doesn't.
  const name = Object.keys(variables).find((key) => key.toUpperCase() === 'SYSTEMROOT');
  const root = name === undefined ? undefined : variables[name];
  if (root === undefined || !/^[a-z]:[\\/]/i.test(root)) return undefined;
  return win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}
