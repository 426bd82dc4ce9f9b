import { createHash } from 'node:crypto';
import type { ProcessIdentity } from './processes/process-identity.ts';

/** A name that identifies the process that writes the file, so that abandoned files can be deleted. */
export function temporaryName(owner: ProcessIdentity, random: Uint8Array): string {
  const started = owner.startedAt.replace(':', '_');
  return `writing-${machineOf(owner)}-${owner.pid}-${started}-${Buffer.from(random).toString('hex')}.tmp`;
}

/** The process that writes a temporary file, by its name; undefined for other files. */
export function ownerOfTemporary(
  name: string,
  self: ProcessIdentity,
): ProcessIdentity | 'elsewhere' | undefined {
  const [, machine, pid, started] =
    /^writing-([0-9a-f]{8})-(\d+)-([a-z]+_\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? [];
  if (!machine || !pid || !started) return undefined;
  return machine === machineOf(self)
    ? { ...self, pid: Number(pid), startedAt: started.replace('_', ':') }
    : 'elsewhere';
}

function machineOf({ host, bootId, pidNamespace }: ProcessIdentity): string {
  const identity = JSON.stringify([host, bootId, pidNamespace]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 8);
}
