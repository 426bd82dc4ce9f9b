import type { Range } from '../dataset/problem.ts';
import type { Conventions } from '../dataset/rules/conventions.ts';
import type { RuleSettings } from '../dataset/rules/settings.ts';
import { plainText } from '../text/plain-text.ts';
import type { DataEntry } from './data-entry.ts';

export const projectFileName = 'dataset-studio.json';

/** In bytes. */
export const maxProjectFileSize = 64 * 1024;

/** The settings of a project for a document. */
export type ProjectSettings = Partial<Pick<RuleSettings, 'rules' | 'dataTypes'>> & Conventions;

/** The properties that say which files are dataset files. */
export type FileList = 'include' | 'exclude';

/** An entry of `data`, as it is written. */
type WrittenEntry = Omit<DataEntry, 'home' | 'reading'> & Partial<Pick<DataEntry, 'reading'>>;

/** The content of a project file, as its schema says. A property that is `null` removes what the extended files say. */
export interface ProjectContent extends ProjectSettings {
  readonly include?: readonly string[] | null;
  readonly exclude?: readonly string[] | null;
  readonly data?: readonly WrittenEntry[] | null;
  readonly overrides?: readonly (ProjectSettings & { readonly files: readonly string[] })[] | null;
}

/** A problem of a project file. With an error, no dataset file that it applies to is judged. */
export interface ProjectProblem {
  /** The path of the project file. */
  readonly file: string;
  readonly severity: 'error' | 'warning';
  readonly range: Range;
  readonly message: string;
  /** Whether the message is about the text of the file, and may quote it. */
  readonly isOfText?: true;
  /** Whether the text is no JSON there. An editor that knows the language says so, too. */
  readonly isSyntax?: true;
  /** What was probably meant, in place of the range. */
  readonly suggestion?: string;
}

/** A problem in one line, with its place. `name`: of its file. */
export function describeProjectProblem(name: string, { range: { start }, message }: ProjectProblem): string {
  return `${plainText(name)}:${start.line + 1}:${start.character + 1}: ${message}`;
}

/** One project file, without those that it extends. */
export interface ProjectFile {
  readonly path: string;
  readonly content: ProjectContent;
  readonly problems: readonly ProjectProblem[];
  /** Whether there is no such file. */
  readonly isMissing?: true;
  /** Where its lists of files are. */
  readonly lists?: Readonly<Partial<Record<FileList, Range>>>;
  readonly data?: readonly DataEntry[];
  /** The files that it extends, as written, and where. */
  readonly bases: readonly { readonly target: string; readonly range: Range }[];
}

const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A project file that can't be read. `message`: why, and what to do. */
export function unreadableProjectFile(path: string, message: string): ProjectFile {
  return {
    path,
    content: {},
    problems: [{ file: path, severity: 'error', range: start, message }],
    bases: [],
  };
}
