/** An answer of a gateway to a dataset request at `/api/reporting/datasets`, and what it means everywhere. */
export interface Answer {
  readonly what: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly outcome: 'created' | 'accepted' | 'rejected' | 'unknown';
  readonly datasetId?: string;
  /** In the message. */
  readonly words?: readonly string[];
}

const page = ['The response is a web page.'];
const html = { 'content-type': 'text/html; charset=utf-8' };
const located = { location: '/api/reporting/datasets/d-1' };

export const answers: readonly Answer[] = [
  ...(
    [
      ['an ID', 201, '{"id":"d-1"}', 'd-1'],
      ['an ID with a 200', 200, '{"datasetId":"d-1"}', 'd-1'],
      ['nothing', 204, '', undefined],
      ['no JSON', 201, 'created!', undefined],
      ['a fragment of markup', 201, '<p>created</p>', undefined],
      ['XML', 201, '<dataset><name>Fault</name></dataset>', undefined],
      ['another name', 201, '{"id":"d-1","name":"Other","tables":[]}', 'd-1'],
      ['no error: null', 201, '{"id":"d-1","error":null,"errors":null}', 'd-1'],
      ['no error: empty', 201, '{"id":"d-1","error":"","errors":[]}', 'd-1'],
      ['no error: false', 201, '{"id":"d-1","error":false,"errors":{},"success":true,"ok":true}', 'd-1'],
      ['no error: 0', 201, '{"id":"d-1","error":0,"code":0}', 'd-1'],
      ['a status of success', 200, '{"id":"d-1","status":"active","statusCode":201,"code":"200"}', 'd-1'],
      ['a code that is no status', 200, '{"id":"d-1","code":4000}', 'd-1'],
      ['warnings', 201, '{"id":"d-1","warnings":["Column C is unused"]}', 'd-1'],
      ['an error beside the ID of a dataset', 201, '{"datasetId":"d-1","error":"quota"}', 'd-1'],
      ['an error beside the dataset', 201, '{"data":{"dataset_id":"d-1"},"errors":["late"]}', 'd-1'],
      ['an error of a table', 201, '{"id":"d-1","tables":[{"error":"x"}]}', 'd-1'],
      ['an item that succeeded', 207, '{"items":[{"status":201,"id":"d-1"}]}', undefined],
      ['two IDs', 201, '{"id":"d-1","id":"d-2"}', undefined],
    ] as const
  ).map(
    ([what, status, body, datasetId]): Answer => ({
      what: `created: ${what}`,
      status,
      body,
      outcome: 'created',
      ...(datasetId !== undefined && { datasetId }),
    }),
  ),
  {
    what: 'created: JSON of another type',
    status: 201,
    headers: html,
    body: '{"id":"d-1"}',
    outcome: 'created',
    datasetId: 'd-1',
  },
  { what: 'created: an empty page', status: 200, headers: html, outcome: 'created' },
  {
    what: 'created: Location of a 201',
    status: 201,
    headers: located,
    body: '{}',
    outcome: 'created',
    datasetId: 'd-1',
  },
  {
    what: 'created: an ID before Location',
    status: 201,
    headers: located,
    body: '{"id":"d-2"}',
    outcome: 'created',
    datasetId: 'd-2',
  },
  { what: 'created: Location of a 200', status: 200, headers: located, body: '{}', outcome: 'created' },
  { what: 'created: a 303', status: 303, headers: located, outcome: 'created', datasetId: 'd-1' },
  { what: 'accepted', status: 202, body: '{"id":"d-1"}', outcome: 'accepted', datasetId: 'd-1' },
  {
    what: 'accepted: the ID of an operation',
    status: 202,
    headers: { 'operation-location': '/api/operations/o-1' },
    body: '{"id":"o-1","status":"running"}',
    outcome: 'accepted',
  },
  {
    what: 'accepted: an operation and its dataset',
    status: 202,
    headers: { location: '/api/operations/o-1' },
    body: '{"id":"o-1","dataset":{"datasetId":"d-1"}}',
    outcome: 'accepted',
    datasetId: 'd-1',
  },

  ...(
    [
      ['an error', 200, '{"error":{"code":"Quota","message":"Too many datasets"}}', 'Too many datasets'],
      ['an error beside the ID of a request', 200, '{"id":"r-1","error":"quota"}', 'quota'],
      ['an error beside a dataset without an ID', 201, '{"datasetId":null,"error":"quota"}', 'quota'],
      ['errors', 201, '{"errors":[{"message":"Name is taken"}]}', 'Name is taken'],
      ['the only item of a list', 200, '[{"error":"quota"}]', 'quota'],
      ['no success', 200, '{"success":false,"message":"Name is taken"}', 'Name is taken'],
      ['not ok', 202, '{"OK":false}', 'false'],
      ['a status', 200, '{"status":500,"title":"Oops"}', 'Oops'],
      ['a status code', 200, '{"statusCode":"400"}', '400'],
      ['a code', 201, '{"code":409,"message":"Name is taken"}', 'Name is taken'],
      ['an item', 207, '{"items":[{"id":"r-1","status":"409","error":"taken"}]}', 'taken'],
      ['an item of a list', 207, '[{"status":201},{"success":false}]', 'false'],
      [
        'a SOAP fault',
        200,
        '<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>No</faultstring></s:Fault></s:Body></s:Envelope>',
        'No',
      ],
    ] as const
  ).map(
    ([what, status, body, words]): Answer => ({
      what: `unknown: reports ${what}`,
      status,
      body,
      outcome: 'unknown',
      words: [`The response reports an error, with status ${status}. It says: "`, words],
    }),
  ),
  ...(
    [
      ['by its type', { 'content-type': 'Text/HTML; charset=utf-8' }, 'Sign in'],
      ['of XHTML by its type', { 'content-type': 'application/xhtml+xml' }, '<p/>'],
      ['by its doctype', {}, '\ufeff\n<!DOCTYPE html><p>'],
      ['by its root', {}, '<HTML lang="en">'],
      [
        'with a prolog',
        { 'content-type': 'application/xml' },
        '<?xml version="1.0"?>\n<?style x?><html xmlns="x"/>',
      ],
      ['with a prefix', { 'content-type': 'text/plain' }, '<h:html xmlns:h="x"></h:html>'],
      ['below comments', {}, '<!-- proxy\n --> <!----><!doctype html><title>Sign in</title>'],
    ] as const
  ).flatMap(([what, headers, body]) =>
    [200, 202].map(
      (status): Answer => ({
        what: `unknown: a page ${what}, ${status}`,
        status,
        headers,
        body,
        outcome: 'unknown',
        words: page,
      }),
    ),
  ),
  ...(
    [
      [303, { location: '/sign-in' }],
      [303, {}],
      [303, { location: 'https://other.example/api/reporting/datasets/d-1' }],
      [101, {}],
      [500, {}],
      [500, { 'retry-after': '7' }],
      [502, {}],
      [503, {}],
      [503, { 'retry-after': 'soon' }],
      [599, {}],
    ] as const
  ).map(
    ([status, headers]): Answer => ({
      what: `unknown: ${status} with ${JSON.stringify(headers)}`,
      status,
      headers,
      body: '{"id":"d-1","message":"Oops"}',
      outcome: 'unknown',
      words: [`The gateway answered with status ${status}. It says: "Oops".`],
    }),
  ),
  ...[300, 301, 302, 304, 305, 307, 308].map(
    (status): Answer => ({
      what: `rejected: ${status}`,
      status,
      headers: located,
      outcome: 'rejected',
      words: [`(status ${status}). It redirects to /api/reporting/datasets/d-1.`],
    }),
  ),
  ...[400, 401, 403, 404, 405, 409, 413, 415, 422, 499].map(
    (status): Answer => ({
      what: `rejected: ${status}`,
      status,
      body: '{"error":"taken"}',
      outcome: 'rejected',
      words: [`(status ${status}). It says: "taken".`],
    }),
  ),
];
