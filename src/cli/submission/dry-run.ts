import { describeRequest, maskedRequest } from '../../gateway/presentation/exchange-text.ts';
import type { Service } from '../../gateway/service.ts';
import { type ExitCode, exitCode } from '../command.ts';
import {
  describeHeld,
  heldReason,
  invalidReason,
  jsonOfUntried,
  jsonOrText,
} from '../output/create-report.ts';
import { JsonResults, type PrintedFiles } from '../output/json-text.ts';
import type { Terminal } from '../terminal.ts';

/** What is created, and how. */
export interface CreatedFiles {
  readonly json: boolean;
  readonly terminal: Terminal;
  /** The body that would be sent; undefined if the document has errors, which it reports. */
  readonly load: (path: string) => Promise<Uint8Array | undefined>;
  /** Sends nothing if a document has errors. */
  readonly allOrNothing: boolean;
}

/** Prints the requests, secrets masked, and sends nothing. */
export async function dryRun(
  named: PrintedFiles,
  { service, json, terminal, load, allOrNothing }: CreatedFiles & { readonly service: Service },
): Promise<ExitCode> {
  const results = new JsonResults(named, terminal);
  const invalid = new Set<string>();
  if (allOrNothing) for (const path of named.files) if (!(await load(path))) invalid.add(path);
  const held = invalid.size === 0 ? [] : named.files.filter((path) => !invalid.has(path));
  if (held.length > 0) terminal.error(describeHeld(held.length));
  if (json) for (const path of held) results.add(path, jsonOfUntried('not-sent', heldReason));
  for (const path of invalid.size === 0 ? named.files : []) {
    const body = await load(path);
    if (!body) invalid.add(path);
    else if (json) {
      // The body is the JSON that would be sent; its numbers stay as they are written.
      const request = maskedRequest(service, body);
      results.add(path, { ...request, body: jsonOrText(request.body) });
    } else terminal.out(`${describeRequest(service, body)}\n`);
  }
  if (json) results.end(jsonOfUntried('invalid', invalidReason));
  return invalid.size === 0 ? exitCode.done : exitCode.invalidDocument;
}
