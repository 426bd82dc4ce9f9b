import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageManifest from '../../package.json' with { type: 'json' };
import { recordJournal } from './record-journal.ts';
import { recordSecrets } from './record-secrets.ts';

const folder = join(import.meta.dirname, packageManifest.version);
const exists = await access(folder).then(
  () => true,
  () => false,
);
if (exists) {
  console.error(`${folder} already exists. Recorded data never changes: record each version once.`);
  process.exit(1);
}
await mkdir(folder);
await recordJournal(join(folder, 'journal'));
const { environments, secrets } = await recordSecrets(join(folder, 'sign-in-locks'));
for (const [name, value] of Object.entries({ environments, secrets }))
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(value, undefined, 2)}\n`);
// Submissions and sign-ins that never end, as in a process that is killed, keep this one alive.
process.exit();
