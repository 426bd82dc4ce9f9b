import { plainText } from '../text/plain-text.ts';
import { UsageError } from './terminal.ts';

/** The variables for what people look for an option of, by the names that other programs give it. */
const variables: readonly (readonly [names: RegExp, variable: string])[] = [
  [/^(?:p|pw|pwd|pass(?:word|phrase)?)$/, 'DATASET_PASSWORD'],
  [/^(?:u|user|user-?name|login)$/, 'DATASET_USERNAME'],
  [/^(?:(?:access|bearer|auth|api)?-?token|bearer)$/, 'DATASET_ACCESS_TOKEN'],
  [/^client-?id$/, 'DATASET_CLIENT_ID'],
  [/^(?:client-?)?secret$/, 'DATASET_CLIENT_SECRET'],
  [/^(?:(?:subscription|api)-?)?key$/, 'DATASET_SUBSCRIPTION_KEY'],
  [/^issuer$/, 'DATASET_ISSUER'],
  [/^token-?(?:endpoint|url)$/, 'DATASET_TOKEN_ENDPOINT'],
  [/^scopes?$/, 'DATASET_SCOPES'],
];

/** What commander says of an option that doesn't exist, with what to do. Its value isn't shown: it can be a secret. */
export function describeUnknownOption(message: string): string {
  const option = /'(--[^'=\s]*|-[^\s])/.exec(message)?.[1] ?? '';
  const [near] = /\(Did you mean [^()]*\)$/.exec(message) ?? [];
  const name = option
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^--?(?:dataset-)?/, '');
  const [, variable] = variables.find(([names]) => names.test(name)) ?? [];
  const advice =
    variable === undefined
      ? 'If it is the name of a file, write ./ before it.'
      : `Set the environment variable ${variable} instead. Other users and logs can see options.`;
  const lines = [`Unknown option '${option}'.`, ...(near && variable === undefined ? [near] : []), advice];
  return lines.map((line) => plainText(line)).join('\n');
}

/** Throws a `UsageError` for an address: as a path, it would be one in the folder `https:`. Only its host and path are shown. */
export function refuseAddress(text: string, advice = 'Download it, and name the file.'): void {
  const [scheme] = /^[a-z][a-z0-9+.-]+:\/\//i.exec(text) ?? [];
  if (scheme === undefined) return;
  const { host, pathname } = URL.canParse(text) ? new URL(text) : { host: '…', pathname: '' };
  const shown = plainText(`${scheme}${host}${pathname}`);
  throw new UsageError(
    /^file:/i.test(scheme)
      ? `${shown} is an address. Write the path of the file, without file://.`
      : `${shown} is an address, not a file on this machine. ${advice}`,
  );
}
