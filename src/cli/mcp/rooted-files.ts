import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import * as paths from 'node:path';
import { basename, resolve } from 'node:path';
import { dataPort, type FindFiles } from '../../agents/data-input.ts';
import { isPath, mayLeadUp } from '../../agents/document-input.ts';
import { type FileFailure, wrongProject } from '../../agents/failure.ts';
import type { AgentDocument, DataPort, DocumentPort } from '../../agents/ports.ts';
import { readFailureOf, readFile } from '../../app/read-file.ts';
import { searchedDatasets } from '../../app/searched-files.ts';
import { formatOf, hasDatasetName } from '../../dataset/dataset.ts';
import type { ReadFiles } from '../../inference/infer-sources.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import { folded } from '../../project/paths.ts';
import type { Project } from '../../project/project.ts';
import { Projects } from '../../project/projects.ts';
import { failure, type Result, success } from '../../result.ts';
import { isWithin } from '../../system/is-within.ts';
import { readRegularFile } from '../../system/regular-file.ts';
import { withoutDevicePrefix, withSlashes } from '../file-paths.ts';
import { filesBelow, isGlob, patternMatcher, searchFor, splitPattern } from '../input/find-files.ts';

export type RootedFiles = Awaited<ReturnType<typeof rootedFiles>>;

/** Finds files below a folder, which neither `..` nor symbolic links lead out of. Throws an error of `node:fs` if there is none. */
export async function rootedFiles(folder: string) {
  /** Absolute, as it was named. */
  const root = paths.resolve(withoutDevicePrefix(folder, paths));
  /** With symbolic links resolved. */
  const realRoot = await realpath(root);

  /** The path of a file or folder with symbolic links resolved. Looks at nothing outside of the root. */
  const locate = async (file: string): Promise<Result<string, FileFailure>> => {
    if (!isPath(file)) return failure({ kind: 'not-a-path', file });
    const path = paths.resolve(root, withoutDevicePrefix(file, paths));
    if (!isWithin(root, path) && !isWithin(realRoot, path)) return failure({ kind: 'outside-root', file });
    try {
      const real = await realpath(path);
      return isWithin(realRoot, real) ? success(real) : failure({ kind: 'outside-root', file });
    } catch (error) {
      return failure({ ...readFailureOf(error), file });
    }
  };

  const findBelow = async (folder: string, pattern: string, hidden?: boolean) => {
    const start = await locate(folder === '' ? '.' : folder);
    if (!start.ok) return start.failure.kind === 'not-found' ? success({ files: [], unreadable: [] }) : start;
    const found = await filesBelow(start.value, { ...searchFor(pattern, hidden), followsLinks: false });
    const named = (file: string) =>
      withSlashes(paths.relative(realRoot, paths.resolve(start.value, file)), paths);
    return success({
      files: found.files.filter(patternMatcher(pattern)).map(named),
      unreadable: found.unreadable.map(({ path, message }) => ({ file: named(path), details: message })),
    });
  };

  /** The files that paths and globs name, relative to the root if a glob finds them. */
  const find: FindFiles = async (patterns, searched) => {
    const files = new Set<string>();
    const unreadable = new Map<string, string>();
    for (const pattern of patterns) {
      const located = await locate(pattern);
      const isNamedFolder = located.ok && isFolder(located.value);
      if (!located.ok && located.failure.kind !== 'not-found') return failure(located.failure);
      if (!isNamedFolder && (located.ok || !isGlob(pattern))) {
        files.add(pattern);
        continue;
      }
      const split = splitPattern(pattern);
      if (!isNamedFolder && mayLeadUp(split.pattern)) return failure({ kind: 'outside-root', file: pattern });
      const found = isNamedFolder
        ? await findBelow(pattern, '**', searched.hidden)
        : await findBelow(split.folder, split.pattern);
      if (!found.ok) return found;
      const counted = isNamedFolder
        ? searched.inFolder(found.value.files)
        : found.value.files.filter(searched.isWanted);
      for (const file of counted) files.add(file);
      for (const { file, details } of found.value.unreadable) unreadable.set(file, details);
    }
    if (files.size + unreadable.size === 0) return failure({ kind: 'no-match', files: patterns });
    return success({
      files: [...files],
      unreadable: [...unreadable].map(([file, details]) => ({ file, details })),
    });
  };
  return { root, realRoot, locate, find };
}

/** A document below the root of the server. */
export interface RootedDocument extends AgentDocument {
  /** With symbolic links resolved. */
  readonly path: string;
}

/** In bytes. Longer documents are refused by the check, which knows them by this size. */
const maxDocumentSize = 2 ** 29;

/** Fresh for each call, because the server lives long. Takes paths from the root. */
function projectsBelow({ root, realRoot }: RootedFiles) {
  const folders = [root, realRoot].map((folder) => withSlashes(folder, paths));
  const projects = new Projects({ files: diskProjectFiles, folders, isBounded: true });
  const absolute = (file: string) => withSlashes(resolve(root, file), paths);
  return {
    judge: (file: string) => projects.judge(absolute(file)),
    dataEntry: (file: string) => projects.dataEntry(absolute(file)),
    failureOf: (file: string, project: Project) => failure(wrongProject(file, project, folders[0])),
  };
}

/** Documents below a root. Nothing is ever written. */
export function rootedDocuments(files: RootedFiles): DocumentPort<RootedDocument> {
  return {
    read: async (file) => {
      const located = await files.locate(file);
      if (!located.ok) return located;
      const format = formatOf(file);
      if (format === undefined) return failure({ kind: 'not-a-document', file });
      // Who wrote a link chose what it leads to, and an agent gets the text that messages quote.
      if (folded(basename(located.value)) !== folded(basename(file)) && !hasDatasetName(located.value))
        return failure({ kind: 'not-a-document', file });
      const content = await readFile(() => readRegularFile(located.value, maxDocumentSize));
      if (!content.ok) return failure({ ...content.failure, file });
      const projects = projectsBelow(files);
      const { kind, project, settings } = await projects.judge(file);
      if (project?.isBroken) return projects.failureOf(file, project);
      const isExcluded = kind === 'excluded';
      return success({ file, format, content: content.value, path: located.value, settings, isExcluded });
    },
    find: (patterns) => files.find(patterns, searchedDatasets),
    settings: async () => (await projectsBelow(files).judge('any.dataset.json')).settings,
  };
}

/** Data files below a root. */
export function rootedData(files: RootedFiles, read: ReadFiles): DataPort {
  return dataPort(
    read,
    files.find,
    async (file) => {
      const place = await files.locate(file);
      return place.ok
        ? success({ kind: 'disk', name: basename(file), label: file, path: place.value })
        : place;
    },
    () => {
      const projects = projectsBelow(files);
      return async (file) => {
        const { entry, projects: found } = await projects.dataEntry(file);
        const broken = found.find((project) => project.isBroken);
        return broken ? projects.failureOf(file, broken) : success(entry);
      };
    },
  );
}

/** Whether a folder of this name exists, also through a link. False if that is unknown, such as for a name that is too long. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
