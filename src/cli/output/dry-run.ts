import { describeRequest, maskedRequest } from '../../gateway/presentation/exchange-text.ts';
import type { Service } from '../../gateway/service.ts';
import { type ExitCode, exitCode } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOf, jsonOrText } from './create-report.ts';
import { JsonResults } from './json-results.ts';

export interface DryRun {
  readonly service: Service;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** The body that would be sent; undefined if the document has errors, which it reports. */
  readonly load: (path: string) => Promise<Uint8Array | undefined>;
}

/** Prints the requests, secrets masked, and sends nothing. */
export async function dryRun(
  paths: readonly string[],
  { service, json, terminal, load }: DryRun,
): Promise<ExitCode> {
  const results = new JsonResults(paths, (text) => terminal.out(text));
  let code: ExitCode = exitCode.done;
  for (const path of paths) {
    const body = await load(path);
    if (!body) code = exitCode.invalidDocument;
    else if (json) results.add(path, jsonOfRequest(service, body));
    else terminal.out(`${describeRequest(service, body)}\n`);
  }
  if (json) results.end(jsonOf({ kind: 'invalid' }, false));
  return code;
}

/** `{ method, url, headers, body }`. The body is the JSON that would be sent; its numbers stay as they are written. */
function jsonOfRequest(service: Service, document: Uint8Array): Record<string, unknown> {
  const { body, ...head } = maskedRequest(service, document);
  return { ...head, body: jsonOrText(body) };
}
