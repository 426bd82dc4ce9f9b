import type { DatasetAddress } from './dataset-id.ts';
import { readDatasetResponse } from './dataset-outcome.ts';
import type { ExchangeOptions, HttpClient, HttpRequest } from './http.ts';
import type { DatasetOutcome } from './outcome.ts';
import { joinPath, type Service } from './service.ts';

export interface DatasetSubmission {
  /** The dataset as JSON, sent unchanged. */
  readonly body: Uint8Array;
  readonly accessToken: string;
  readonly subscriptionKey: string;
  /** Other secrets that the service may know, such as the password. They are masked in its response, too. */
  readonly otherSecrets?: readonly string[];
}

/** The URL that datasets are created with (specification, section 4.2). */
export function datasetUrl({ baseUrl, reportingPath, retentionPolicy }: Service): URL {
  const url = joinPath(baseUrl, reportingPath, 'datasets');
  if (retentionPolicy !== '') url.searchParams.set('defaultRetentionPolicy', retentionPolicy);
  return url;
}

/** The request that creates a dataset (specification, section 4.2). */
export function datasetRequest(
  service: Service,
  { body, accessToken, subscriptionKey }: DatasetSubmission,
): HttpRequest {
  return {
    method: 'POST',
    url: datasetUrl(service),
    headers: {
      'Content-Type': 'application/json',
      'Ocp-Apim-Subscription-Key': subscriptionKey,
      Authorization:
        service.authorizationScheme === '' ? accessToken : `${service.authorizationScheme} ${accessToken}`,
    },
    body,
  };
}

function datasetAddress({ baseUrl, reportingPath, ...service }: Service): DatasetAddress {
  const withoutPrefix = { ...service, baseUrl: new URL('/', baseUrl), reportingPath };
  return { url: datasetUrl({ ...withoutPrefix, baseUrl }), path: datasetUrl(withoutPrefix).pathname };
}

/**
 * Sends the request once, and masks its secrets in the response. `now` returns milliseconds since the epoch; it is needed
 * if `Retry-After` is a date.
 */
export async function postDataset(
  http: HttpClient,
  service: Service,
  submission: DatasetSubmission,
  options: ExchangeOptions,
  now: () => number = Date.now,
): Promise<DatasetOutcome> {
  const exchange = await http.exchange(datasetRequest(service, submission), options);
  switch (exchange.kind) {
    case 'not-sent':
      return exchange.failure.kind === 'cancelled'
        ? { kind: 'cancelled' }
        : { kind: 'not-sent', cause: { kind: 'connection', failure: exchange.failure } };
    case 'interrupted':
      return { kind: 'unknown', cause: exchange.interruption };
    case 'response': {
      const { accessToken, subscriptionKey, otherSecrets = [] } = submission;
      const secrets = [accessToken, subscriptionKey, ...otherSecrets];
      return readDatasetResponse(exchange.response, now(), secrets, datasetAddress(service));
    }
  }
}
