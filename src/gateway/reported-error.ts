import { datasetIdIn, datasetIdNames, type Properties, propertiesOf } from './dataset-id.ts';

/**
 * Whether a response with a 2xx says that the request failed: the body is XML with a SOAP `Fault` (SOAP 1.2, section 5.4), or its JSON
 * reports an error at the top, or in an item of a 207 (RFC 4918, section 13). `value`: the JSON.
 */
export function reportsError(status: number, body: string, value: unknown): boolean {
  return (
    isFault(body) ||
    isError(propertiesOf(value)) ||
    (status === 207 && itemsOf(value).some((item) => isError(propertiesOf(item))))
  );
}

function isFault(body: string): boolean {
  return /^\s*</.test(body) && /<(?:[\w.-]+:)?Fault[\s/>]/.test(body);
}

/** Beside an `id`, too, which is that of the request then. */
function isError(properties: Properties): boolean {
  const has = (names: readonly string[], condition: (value: unknown) => boolean) =>
    names.some((name) => properties.get(name)?.some(condition));
  return (
    (has(['success', 'ok'], (value) => value === false) ||
      has(['status', 'statuscode', 'code'], isErrorStatus) ||
      has(['error', 'errors'], (value) => !isEmpty(value))) &&
    datasetIdIn(properties, [], datasetIdNames) === undefined
  );
}

function isErrorStatus(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^[45]\d\d$/.test(String(value));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !value;
}

/** The items of a list, or of the lists in an object. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray).flat() : [];
}
