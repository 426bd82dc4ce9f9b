import type { TextChecking } from '../app/direct-checks.ts';
import type { DocumentToValidate } from '../app/validate-datasets.ts';
import type { ValidDocument } from '../dataset/document.ts';
import type { Edit } from '../dataset/fixes/fix-edit.ts';
import type { RuleSettings } from '../dataset/rules/settings.ts';
import type { DataFile, ReadFiles } from '../inference/infer-sources.ts';
import type { DataEntry } from '../project/data-entry.ts';
import type { Result } from '../result.ts';
import type { BatchEnd } from '../submission/batch/batch-results.ts';
import type { MessageOptions } from '../submission/outcome-message.ts';
import type { FileFailure, RefusalFailure } from './failure.ts';

/** A document as a host reads it: in VS Code the text in the editor, saved or not. */
export interface AgentDocument extends DocumentToValidate {
  /** As the caller named it, or relative to the root. */
  readonly file: string;
  /** Whether its project says that it is not a dataset file: then it isn't validated. */
  readonly isExcluded?: boolean;
}

export interface ListedFiles {
  /** Relative to the root if a glob found them. Sorted, without duplicates. */
  readonly files: readonly string[];
  /** Folders that a glob could not search. */
  readonly unreadable: readonly { readonly file: string; readonly details: string }[];
}

/** The files that agents may read: regular files below a root, after symbolic links are resolved. */
export interface DocumentPort<Document extends AgentDocument = AgentDocument> {
  /** Reads a dataset file. */
  read(file: string): Promise<Result<Document, FileFailure>>;
  /** The files that paths and globs name. A path needs no file, `read` reports that. */
  find(patterns: readonly string[]): Promise<Result<ListedFiles, FileFailure>>;
  /** The rules for a document that is in no file. */
  settings(): Promise<RuleSettings>;
  /** Changes the document in its editor, unless its text has changed since it was read. Absent if nothing is ever written. */
  applyEdits?(document: Document, edits: readonly Edit[]): Promise<boolean>;
}

export interface FoundData {
  /** Labelled as the caller named them, or relative to the root. */
  readonly files: readonly DataFile[];
  /** Files and folders that a glob found, but that can't or may not be read. */
  readonly skipped: ListedFiles['unreadable'];
  /** What the project file says of files, by their labels. */
  readonly entries?: ReadonlyMap<string, DataEntry>;
}

/** The data files that agents may read. */
export interface DataPort {
  /** The files that paths and globs name. Fails if one that is named as such may not be read. */
  find(patterns: readonly string[]): Promise<Result<FoundData, FileFailure>>;
  readonly read: ReadFiles;
}

/** An environment without its secrets. */
export interface AgentEnvironment {
  readonly name: string;
  /** The origin of the gateway, such as `https://gateway.example`. */
  readonly origin: string;
  readonly grant: string;
  readonly signedIn: boolean;
  readonly selected: boolean;
}

export interface EnvironmentPort {
  list(): Promise<Result<readonly AgentEnvironment[], RefusalFailure>>;
}

export interface AgentSubmission<Document extends AgentDocument = AgentDocument> {
  readonly document: Document;
  /** What is sent: the document as it was read, not as it is later. */
  readonly checked: ValidDocument;
  /** The name of an environment; undefined: the selected one. */
  readonly environment: string | undefined;
  readonly signal: AbortSignal;
}

/** Submits under the rules of the host. Earlier submissions are never overridden. */
export interface SubmissionPort<Document extends AgentDocument = AgentDocument> {
  /** Why nothing at all can be submitted. */
  refusal(): RefusalFailure | undefined;
  /** What messages call the settings of an environment; absent: as in VS Code. */
  readonly settingNames?: MessageOptions['names'];
  /** Asks the user as the host requires, and submits the one document. */
  submit(submission: AgentSubmission<Document>): Promise<Result<BatchEnd, RefusalFailure>>;
}

/** `part`: how much is done, up to 1; not a number where that is unknown. */
export type OnProgress = (progress: { readonly part: number }) => void;

/** What the tools need of their host. */
export interface AgentPorts<Document extends AgentDocument = AgentDocument> {
  readonly documents: DocumentPort<Document>;
  readonly checks: TextChecking;
  readonly data: DataPort;
  readonly environments: EnvironmentPort;
  /** Absent: there is no dataset_create. */
  readonly submissions?: SubmissionPort<Document>;
  /** Reports an unexpected error, without any content. */
  readonly onUnexpectedError: (error: unknown) => void;
}
