import type { ExchangeOptions, HttpClient } from '../../gateway/http.ts';
import { isSecureAddress } from '../../gateway/service.ts';
import type { IdentityServices } from '../../identity/grants/grant-descriptor.ts';
import { isRecord } from '../../is-record.ts';
import { failure, type Result, success } from '../../result.ts';
import { errorCode } from '../../system/error-code.ts';
import { readRegularFile } from '../../system/regular-file.ts';
import { parseJson } from '../../text/parse-json.ts';
import { plainText } from '../../text/plain-text.ts';
import { assertionVariable, type Variables } from '../environment-variables.ts';

/** In bytes. Those of hosts have one or two thousand. */
const maxSize = 64 * 1024;

/**
 * How a pipeline says who it is without a secret, by the first variable that is set: the assertion itself (`id_tokens` of GitLab), a file
 * with it (Kubernetes, Azure), or an audience, for which GitHub Actions is asked. Undefined if none is set.
 */
export function clientAssertionOf(
  variables: Variables,
  http: HttpClient,
): IdentityServices['clientAssertion'] {
  const name = assertionVariable(variables);
  if (name === undefined) return undefined;
  const value = variables[name]?.trim() ?? '';
  const read = {
    DATASET_CLIENT_ASSERTION: async () => success(value),
    DATASET_CLIENT_ASSERTION_FILE: () => readAssertion(value),
    DATASET_CLIENT_ASSERTION_AUDIENCE: (options: ExchangeOptions) =>
      askGitHub(value, variables, http, options),
  }[name];
  return {
    name,
    read: async (options) => {
      const found = await read(options);
      return found.ok && !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(found.value)
        ? failure(`What ${name} leads to is not a signed JSON Web Token. Check it.`)
        : found;
    },
  };
}

async function readAssertion(file: string): Promise<Result<string, string>> {
  try {
    return success((await readRegularFile(file, maxSize)).toString('latin1').trim());
  } catch (error) {
    const code = errorCode(error) ?? 'not a file';
    return failure(
      `DATASET_CLIENT_ASSERTION_FILE can't be read (${code}): ${plainText(file)}. Check the path.`,
    );
  }
}

/** "Getting the token using environment variables", docs.github.com, Actions, OpenID Connect reference. */
async function askGitHub(
  audience: string,
  { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token }: Variables,
  http: HttpClient,
  options: ExchangeOptions,
): Promise<Result<string, string>> {
  if (!address || !token)
    return failure(
      'DATASET_CLIENT_ASSERTION_AUDIENCE works in GitHub Actions, in a job with the permission "id-token: write". Add it to the job.',
    );
  if (!URL.canParse(address) || !isSecureAddress(new URL(address)))
    return failure("ACTIONS_ID_TOKEN_REQUEST_URL is no https address, so the job's token was not sent.");
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const exchange = await http.exchange({ method: 'GET', url, headers }, options);
  const answer =
    exchange.kind === 'response' && exchange.response.status === 200
      ? parseJson(new TextDecoder().decode(exchange.response.body))
      : undefined;
  if (isRecord(answer) && typeof answer.value === 'string') return success(answer.value);
  const why = exchange.kind === 'response' ? `status ${exchange.response.status}` : 'no response';
  return failure(
    `GitHub Actions gave no token for DATASET_CLIENT_ASSERTION_AUDIENCE (${why}). Run the job again.`,
  );
}
