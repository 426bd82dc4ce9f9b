import * as paths from 'node:path';
import type { BlobReader } from '../../git/blob-reader.ts';
import type { CommittedFiles, WorkingFiles } from '../../git/list-files.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import { pathBelow } from '../../project/paths.ts';
import { type ProjectFiles, Projects } from '../../project/projects.ts';
import { withSlashes } from '../file-paths.ts';

/** The files of a repository in two versions. */
export interface FileVersions {
  /** The root of the repository, an absolute path. */
  readonly root: string;
  readonly before: CommittedFiles;
  readonly after: WorkingFiles;
}

/** The project files of a revision. Mistakes in them aren't reported: they are no longer there. */
export function earlierProjects(versions: FileVersions, blobs: BlobReader): Projects {
  const folders = [withSlashes(versions.root, paths)];
  return new Projects({ files: earlierProjectFiles(versions, blobs), folders, isBounded: true });
}

/** Files that Git ignores are no part of a change, so they are read as they are now. */
function earlierProjectFiles({ root: folder, before, after }: FileVersions, blobs: BlobReader): ProjectFiles {
  const root = withSlashes(folder, paths);
  const find = (path: string) => {
    const file = pathBelow(root, path) ?? '';
    return { committed: before.get(file), isIgnored: !before.has(file) && !after.has(file) };
  };
  return {
    exists: async (path) => {
      const { committed, isIgnored } = find(path);
      return committed !== undefined || (isIgnored && (await diskProjectFiles.exists(path)));
    },
    realPath: async (path) => (find(path).isIgnored ? diskProjectFiles.realPath(path) : path),
    read: async (path, limit) => {
      const { committed, isIgnored } = find(path);
      if (isIgnored) return diskProjectFiles.read(path, limit);
      const content = committed?.kind === 'file' ? await blobs.read(committed.id) : undefined;
      // Nothing is there, or no file, or a partial clone lacks it.
      if (!content?.ok) throw Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
      return content.value;
    },
  };
}
