import { describeRequest, maskedRequest } from '../../gateway/presentation/describe-request.ts';
import type { Service } from '../../gateway/service.ts';
import { escapeUnprintable } from '../../text/printable.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOf, jsonOfFiles, jsonOrText } from './create-report.ts';
import { printableJson } from './printable-json.ts';

export interface DryRun {
  readonly service: Service;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** The body that would be sent; undefined if the document has errors, which are already reported. */
  readonly load: (path: string) => Promise<Uint8Array | undefined>;
}

/** Prints the requests, secrets masked, and sends nothing. */
export async function dryRun(
  paths: readonly string[],
  { service, json, terminal, load }: DryRun,
): Promise<ExitCode> {
  const invalid = jsonOf({ kind: 'invalid' }, false);
  const requests = new Map<string, Readonly<Record<string, unknown>>>();
  let code: ExitCode = exitCode.done;
  for (const path of paths) {
    const body = await load(path);
    if (!body) code = exitCode.invalidDocument;
    else if (json) requests.set(path, jsonOfRequest(service, body));
    else terminal.out(`${escapeUnprintable(describeRequest(service, body))}\n`);
  }
  if (json) {
    const records = jsonOfFiles(paths, (path) => requests.get(path) ?? invalid);
    terminal.out(`${printableJson(records)}\n`);
  }
  return code;
}

/** `{ method, url, headers, body }`. The body is the JSON that would be sent; its numbers stay as they are written. */
function jsonOfRequest(service: Service, document: Uint8Array): Record<string, unknown> {
  const { body, ...head } = maskedRequest(service, document);
  return { ...head, body: jsonOrText(body) };
}
