import type { DocumentFormat } from '../dataset/dataset.ts';
import { type Result, success } from '../result.ts';
import type { FileFailure, InputFailure } from './failure.ts';
import type { AgentDocument, DocumentPort } from './ports.ts';

/** How a call names its document. */
interface DocumentInput {
  readonly file?: string;
  readonly files?: readonly string[];
  readonly text?: string;
  readonly language?: DocumentFormat;
}

/** Requires exactly one of the accepted arguments. JSON Schema could too, but the APIs of models don't accept `oneOf` here. */
export function findAmbiguity(
  input: DocumentInput,
  accepted: readonly ('file' | 'files' | 'text')[],
): InputFailure | undefined {
  const given = accepted.filter((name) => input[name] !== undefined);
  const isClear = given.length === 1 && (input.language === undefined || input.text !== undefined);
  return isClear ? undefined : { kind: 'ambiguous-document', accepted };
}

/** Reads the file or the text that a call names. A text gets a file name, which its diff needs. */
export async function readOneDocument<Document extends AgentDocument>(
  { file, text = '', language = formatOfText(text) }: DocumentInput,
  documents: DocumentPort<Document>,
): Promise<Result<Document | AgentDocument, FileFailure>> {
  if (file !== undefined) return documents.read(file);
  return success({
    file: `text.dataset.${language}`,
    format: language,
    content: new TextEncoder().encode(text),
    settings: await documents.settings(),
  });
}

function formatOfText(text: string): DocumentFormat {
  const first = /\S/.exec(text)?.[0];
  return first === undefined || first === '{' || first === '[' ? 'json' : 'yaml';
}

/** Identifies a document's text: the SHA-256 of its UTF-8 bytes in lower-case hexadecimal. */
export async function versionOf(content: Uint8Array): Promise<string> {
  // Web Crypto, because it exists in Node.js and in browsers.
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether `..` is a folder of a pattern, or may become one by braces, brackets, or escapes. Names such as `..data` and `a..b`
 * lead nowhere.
 */
export function mayLeadUp(pattern: string): boolean {
  const names = pattern
    .replaceAll('\\', '')
    .replace(/\[\w(?:-?\w)*\]/g, 'x')
    .replace(/\[[^/[\]]*\]/g, '.')
    .replace(/(^|\/)\.(?=\/|$)/g, '$1')
    .split(/[/{}(),|]/);
  // Two names of one dot can be the alternatives of one name.
  return names.includes('..') || names.filter((name) => name === '.').length > 1;
}

/** Whether a text can be a path. Agents also write URIs. */
export function isPath(text: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]+:\/\/|file:)/i.test(text) && !text.includes('\0');
}
