import { readValue, type ValueFormat } from '../../dataset/document.ts';
import { failure, type Result, success } from '../../result.ts';
import { plainText } from '../../text/plain-text.ts';
import { type FileProblem, stylish } from '../output/problem-formats.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { type ReadFailure, readDocument } from './document-file.ts';

/** In bytes. A longer document can't be a string (`decodeUtf8`). */
const maxLength = 2 ** 29;

export interface UnreadableInput {
  readonly kind: 'unreadable';
}

/**
 * Reads a document's value from a file, or from standard input for `-`, which is read as JSON, otherwise as YAML. If
 * there is none, prints its problems on standard error.
 */
export async function readInputValue(
  path: string,
  terminal: Terminal,
): Promise<Result<unknown, UnreadableInput>> {
  if (path === '') throw new UsageError('An argument is empty. Name a document, or - for standard input.');
  const input = path === '-' ? await readStandardInput() : readFile(path);
  if (!input.ok) {
    terminal.error(`${plainText(path)} can't be read. ${input.failure.reason}\n`);
    return failure({ kind: 'unreadable' });
  }
  const parsed = await readValue(input.value.content, input.value.format);
  if (parsed.ok) return success(parsed.value);
  const file = path === '-' ? 'standard input' : path;
  const problems = parsed.failure.problems.map((problem): FileProblem => ({ file, problem }));
  for (const part of stylish(problems, 1)) terminal.error(part);
  return failure({ kind: 'unreadable' });
}

type Input = Result<{ readonly content: Uint8Array; readonly format: ValueFormat }, ReadFailure>;

function readFile(path: string): Input {
  return readDocument(path);
}

async function readStandardInput(): Promise<Input> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxLength) break;
    }
  } catch {
    return failure({ kind: 'unreadable', reason: 'Check what is connected to standard input.' });
  }
  return success({ content: Buffer.concat(chunks), format: 'unknown' });
}
