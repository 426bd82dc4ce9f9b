import type { CreateResult } from '../../../app/create.ts';
import { isTrustedWorkspace } from '../../studio/trust.ts';
import { createMany } from './create-many.ts';
import { createOne } from './create-one.ts';
import { readSource } from './dataset-source.ts';
import type { SubmittingStudio } from './editor-host.ts';
import { documentsOf, targetsOf } from './targets.ts';

/** Create Dataset, for the active editor or for URIs of files and folders. Returns an array of results for several. */
export async function createDataset(
  studio: SubmittingStudio,
  target?: unknown,
  selection?: unknown,
): Promise<CreateResult | CreateResult[]> {
  const cancelled: CreateResult = { outcome: 'cancelled' };
  if (!(await isTrustedWorkspace())) return cancelled;
  const { uris, several } = targetsOf(target, selection);
  const documents = await documentsOf(uris);
  if (several || documents.inFolders) return createMany(studio, documents.uris);
  const [uri] = documents.uris;
  return uri ? createOne(studio, await readSource(uri)) : cancelled;
}
