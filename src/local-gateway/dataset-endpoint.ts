import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Dataset } from '../dataset/dataset.ts';
import { checkDocument } from '../dataset/document.ts';
import type { Problem } from '../dataset/problem.ts';
import { type Answer, hasMediaType, problem } from './endpoint.ts';
import type { IssuedTokens } from './token-endpoint.ts';

/** A dataset as the gateway keeps and returns it. */
export interface CreatedDataset extends Dataset {
  readonly id: string;
  /** Empty if the request has none. */
  readonly defaultRetentionPolicy: string;
}

export interface DatasetEndpointOptions {
  readonly subscriptionKey: string;
  readonly tokens: IssuedTokens;
  readonly created: CreatedDataset[];
}

/** `POST /reporting/datasets` (specification, section 4.2). Every request creates a new dataset, even if its name exists. */
export async function answerDatasetRequest(
  request: IncomingMessage,
  url: URL,
  body: Uint8Array,
  options: DatasetEndpointOptions,
): Promise<Answer> {
  const denied = refuseUnauthorized(request, options);
  if (denied) return denied;
  if (!hasMediaType(request, 'application/json'))
    return problem(415, 'The body must be JSON: application/json.');
  const checked = await checkDocument(body, 'json', { rules: {}, dataTypes: [] });
  if (!checked.valid) return invalidDataset(checked.errors);

  const { name, tables } = JSON.parse(new TextDecoder().decode(body)) as Dataset;
  const dataset: CreatedDataset = {
    id: randomUUID(),
    name,
    defaultRetentionPolicy: url.searchParams.get('defaultRetentionPolicy') ?? '',
    tables: tables.map((table) => ({
      name: table.name,
      columns: table.columns.map((column) => ({ name: column.name, dataType: column.dataType })),
    })),
  };
  options.created.push(dataset);
  return { status: 201, headers: { location: `${url.pathname}/${dataset.id}` }, body: dataset };
}

function refuseUnauthorized(
  { headers }: IncomingMessage,
  { subscriptionKey, tokens }: DatasetEndpointOptions,
): Answer | undefined {
  const key = headers['ocp-apim-subscription-key'];
  if (key === undefined)
    return problem(401, 'Access denied due to missing subscription key: send Ocp-Apim-Subscription-Key.');
  if (key !== subscriptionKey)
    return problem(401, 'Access denied due to invalid subscription key: check Ocp-Apim-Subscription-Key.');
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  // RFC 6750, section 3: a request without a token gets no error code.
  if (token === undefined) return problem(401, 'No access token was sent.', { 'www-authenticate': 'Bearer' });
  if (!tokens.isValid(token))
    return problem(401, 'The access token is not valid or has expired.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  return undefined;
}

function invalidDataset(problems: readonly Problem[]): Answer {
  const [first] = problems;
  return {
    status: 400,
    body: {
      error: {
        code: 'InvalidDataset',
        message: `The dataset is not valid. ${first?.message ?? ''}`.trim(),
        details: problems.map(({ code, message, range }) => ({
          code,
          message,
          line: range.start.line + 1,
          column: range.start.character + 1,
        })),
      },
    },
  };
}
