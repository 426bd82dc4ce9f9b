import { basename, dirname, join } from 'node:path';
import { openFound } from '../../agents/data-input.ts';
import type { FileFailure } from '../../agents/failure.ts';
import type { AgentDocument, DataPort, DocumentPort, FoundFiles } from '../../agents/ports.ts';
import { describeReadFailure } from '../../app/messages/read-failure.ts';
import { formatOf } from '../../dataset/dataset.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { isDataFile } from '../../inference/formats/formats.ts';
import type { ReadFiles } from '../../inference/infer-sources.ts';
import { failure, type Result, success } from '../../result.ts';
import { errorCode } from '../../storage/file-operations.ts';
import { readRegularFile } from '../../storage/regular-file.ts';
import { type RuleSettingsOptions, WorkspaceRuleSettings } from '../input/rule-settings.ts';
import type { RootedFiles } from './rooted-files.ts';

/** A document below the root of the server. */
export interface RootedDocument extends AgentDocument {
  /** With symbolic links resolved. */
  readonly path: string;
}

/** In bytes. Longer documents are refused by the check, which knows them by this size. */
const maxDocumentSize = 2 ** 29;

/** Further mistakes in settings are not reported. */
const maxMistakes = 10;

/** Documents below a root. Nothing is ever written. */
export class RootedDocuments implements DocumentPort<RootedDocument> {
  readonly #files: RootedFiles;

  constructor(files: RootedFiles) {
    this.#files = files;
  }

  async read(file: string): Promise<Result<RootedDocument, FileFailure>> {
    const located = await this.#files.locate(file);
    if (!located.ok) return located;
    const format = formatOf(file);
    if (format === undefined) return failure({ kind: 'not-a-document', file });
    try {
      const content = await readRegularFile(located.value, maxDocumentSize);
      const mistakes: string[] = [];
      const settings = await this.#settingsIn(file, ({ file: settingsFile, problem }) => {
        if (problem.severity === 'error') mistakes.push(`${settingsFile}: ${problem.message}`);
      });
      return mistakes.length === 0
        ? success({ file, format, content, path: located.value, settings })
        : failure({ kind: 'wrong-settings', file, details: mistakes.slice(0, maxMistakes).join('\n') });
    } catch (error) {
      return errorCode(error) === 'ENOENT'
        ? failure({ kind: 'not-found', file })
        : failure({ kind: 'unreadable', file, details: describeReadFailure(error) });
    }
  }

  find(patterns: readonly string[]): Promise<Result<FoundFiles, FileFailure>> {
    return this.#files.find(patterns, '**/*.dataset.{json,yaml,yml}');
  }

  settings(): Promise<RuleSettings> {
    return this.#settingsIn('any.dataset.json', () => undefined);
  }

  /** Fresh for each call, because the server lives long. */
  #settingsIn(file: string, onProblem: RuleSettingsOptions['onProblem']): Promise<RuleSettings> {
    const { root } = this.#files;
    const settings = new WorkspaceRuleSettings({
      onProblem,
      readFile: async (path) => {
        const located = await this.#files.locate(path);
        if (!located.ok) throw new Error(located.failure.kind);
        return readRegularFile(located.value);
      },
      topFolder: root,
    });
    return settings.for(join(root, dirname(file), basename(file)));
  }
}

/** Data files below a root. */
export function rootedData(files: RootedFiles, read: ReadFiles): DataPort {
  return {
    read,
    find: async (patterns) => {
      const found = await files.find(patterns, '**/*', isDataFile);
      if (!found.ok) return found;
      return openFound(patterns, found.value, async (file) => {
        const place = await files.locate(file);
        return place.ok
          ? success({ kind: 'disk', name: basename(file), label: file, path: place.value })
          : place;
      });
    },
  };
}
