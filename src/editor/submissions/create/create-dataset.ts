import { isTrustedWorkspace } from '../../studio/trust.ts';
import type { CreateDependencies } from '../access.ts';
import { createMany } from '../batch/create-many.ts';
import { documentsOf } from '../batch/folder-documents.ts';
import { createOne } from './create-one.ts';
import type { CreateResult } from './create-result.ts';
import { readSource } from './dataset-source.ts';
import { targetsOf } from './target.ts';

/** Create Dataset, for the active editor or for URIs of files and folders. Returns an array of results for several. */
export async function createDatasets(
  studio: CreateDependencies,
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
