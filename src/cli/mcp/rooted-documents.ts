import { basename, resolve } from 'node:path';
import { dataPort } from '../../agents/data-input.ts';
import type { AgentDocument, DataPort, DocumentPort } from '../../agents/ports.ts';
import { readFile } from '../../app/read-file.ts';
import { formatOf } from '../../dataset/dataset.ts';
import type { ReadFiles } from '../../inference/infer-sources.ts';
import { failure, success } from '../../result.ts';
import { readRegularFile } from '../../storage/regular-file.ts';
import { describeMistake, type RuleSettingsOptions, WorkspaceRuleSettings } from '../input/rule-settings.ts';
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
export function rootedDocuments(files: RootedFiles): DocumentPort<RootedDocument> {
  /** Fresh for each call, because the server lives long. */
  const settingsIn = async (file: string, onProblem: RuleSettingsOptions['onProblem']) => {
    const settings = new WorkspaceRuleSettings({
      onProblem,
      readFile: async (path) => {
        const located = await files.locate(path);
        // Settings outside of the root don't count.
        if (!located.ok) throw Object.assign(new Error(located.failure.kind), { code: 'ENOENT' });
        return readRegularFile(located.value);
      },
      topFolders: [files.root, files.realRoot],
    });
    const judgement = await settings.judge(resolve(files.root, file));
    return { isExcluded: judgement.kind === 'excluded', settings: judgement.settings };
  };
  return {
    read: async (file) => {
      const located = await files.locate(file);
      if (!located.ok) return located;
      const format = formatOf(file);
      if (format === undefined) return failure({ kind: 'not-a-document', file });
      const content = await readFile(() => readRegularFile(located.value, maxDocumentSize));
      if (!content.ok) return failure({ ...content.failure, file });
      const mistakes: string[] = [];
      const rules = await settingsIn(file, ({ file: settingsFile, problem }) => {
        if (problem.severity === 'error') mistakes.push(describeMistake(settingsFile, problem));
      });
      return mistakes.length === 0
        ? success({ file, format, content: content.value, path: located.value, ...rules })
        : failure({ kind: 'wrong-settings', file, details: mistakes.slice(0, maxMistakes).join('\n') });
    },
    find: (patterns) => files.find(patterns, '**/*.dataset.{json,yaml,yml}'),
    settings: async () => (await settingsIn('any.dataset.json', () => undefined)).settings,
  };
}

/** Data files below a root. */
export function rootedData(files: RootedFiles, read: ReadFiles): DataPort {
  return dataPort(read, files.find.bind(files), async (file) => {
    const place = await files.locate(file);
    return place.ok ? success({ kind: 'disk', name: basename(file), label: file, path: place.value }) : place;
  });
}
