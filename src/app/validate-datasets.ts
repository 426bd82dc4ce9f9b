import type { DocumentFormat } from '../dataset/dataset.ts';
import { decodeUtf8 } from '../dataset/decode.ts';
import type { Problem } from '../dataset/problem.ts';
import type { RuleSettings } from '../dataset/rules/settings.ts';
import { type Result, success } from '../result.ts';
import { directChecks, type TextChecking } from './direct-checks.ts';

/** A document as it is read, with the rules that apply to it. */
export interface DocumentToValidate {
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
  readonly settings: RuleSettings;
}

/** What a validation finds in a document. */
export interface ValidatedDocument {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
  /** Whether no problem is an error. */
  readonly valid: boolean;
  /** Undefined if the bytes are not text. */
  readonly text: string | undefined;
}

/** Validates one document as a submission would. */
export async function validateDataset(
  { content, format, settings }: DocumentToValidate,
  checks: Pick<TextChecking, 'problems'> = directChecks,
): Promise<ValidatedDocument> {
  const decoded = decodeUtf8(content);
  if (!decoded.ok) return { problems: decoded.failure.problems, valid: false, text: undefined };
  const text = decoded.value;
  const problems = await checks.problems(text, format, settings);
  return { problems, valid: problems.every(({ severity }) => severity !== 'error'), text };
}

/** The documents of a front end, and what it does with the results. A document is what the front end names one by. */
export interface DocumentSource<Name, Document extends DocumentToValidate, Failure> {
  /** A failure says why a document isn't validated. */
  read(name: Name): Promise<Result<Document, Failure>>;
  /** By default, texts are validated where this runs. */
  readonly checks?: Pick<TextChecking, 'problems'>;
  /** Called once for each document, as soon as its result is known. */
  onResult(
    name: Name,
    result: Result<ValidatedDocument & { readonly document: Document }, Failure>,
  ): void | Promise<void>;
  /** Ends the validation. Documents that are being validated are finished. */
  readonly signal?: AbortSignal | undefined;
  /** How many documents are read and validated at the same time. */
  readonly concurrency?: number;
}

/** Validates documents: by default in their order. */
export async function validateDatasets<Name, Document extends DocumentToValidate, Failure>(
  names: readonly Name[],
  source: DocumentSource<Name, Document, Failure>,
): Promise<void> {
  const { checks, signal, concurrency = 1 } = source;
  const remaining = names.values();
  const validateRemaining = async () => {
    for (const name of remaining) {
      if (signal?.aborted) return;
      const read = await source.read(name);
      const result = read.ok
        ? success({ ...(await validateDataset(read.value, checks)), document: read.value })
        : read;
      await source.onResult(name, result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, validateRemaining));
}
