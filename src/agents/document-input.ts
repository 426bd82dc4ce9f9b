import type { DocumentFormat } from '../dataset/dataset.ts';
import { failure, type Result, success } from '../result.ts';
import type { FileFailure, InputFailure } from './failure.ts';
import type { AgentDocument, DocumentPort } from './ports.ts';

/** How a call names its document. */
interface DocumentInput {
  readonly file?: string;
  readonly files?: readonly string[];
  readonly text?: string;
  readonly language?: DocumentFormat;
}

export type DocumentRequest =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'files'; readonly files: readonly string[] }
  | { readonly kind: 'text'; readonly text: string; readonly format: DocumentFormat };

/** Requires exactly one of the accepted arguments. JSON Schema could too, but the APIs of models don't accept `oneOf` here. */
export function readDocumentRequest(
  input: DocumentInput,
  accepted: readonly ('file' | 'files' | 'text')[],
): Result<DocumentRequest, InputFailure> {
  const { file, files, text, language } = input;
  const given = accepted.filter((name) => input[name] !== undefined);
  if (given.length !== 1 || (language !== undefined && text === undefined))
    return failure({ kind: 'ambiguous-document', accepted });
  if (file !== undefined) return success({ kind: 'file', file });
  if (files !== undefined) return success({ kind: 'files', files });
  return success({ kind: 'text', text: text ?? '', format: language ?? formatOfText(text ?? '') });
}

/** Reads the document of a request. A text gets a file name, which its diff needs. */
export async function readOneDocument<Document extends AgentDocument>(
  request: Exclude<DocumentRequest, { kind: 'files' }>,
  documents: DocumentPort<Document>,
): Promise<Result<Document | AgentDocument, FileFailure>> {
  if (request.kind === 'file') return documents.read(request.file);
  const { text, format } = request;
  return success({
    file: `text.dataset.${format}`,
    format,
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

/** Whether a text can be a path. Agents also write URIs. */
export function isPath(text: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]+:\/\/|file:)/i.test(text) && !text.includes('\0');
}
