import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../../result.ts';
import { datasetRequest } from '../dataset-request.ts';
import type { Service } from '../service.ts';

/** Where the command gets the body from: a file, or the text itself, which is JSON. */
export type BodySource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'inline'; readonly body: Uint8Array };

/** The shell could change the text, or run a part of it. */
export interface CurlFailure {
  readonly kind: 'unsafe-text';
  readonly text: string;
}

interface Shell {
  readonly label: () => string;
  /** In Windows PowerShell, `curl` is an alias of `Invoke-WebRequest`. */
  readonly program: 'curl' | 'curl.exe';
  /** Between two options. */
  readonly separator: string;
  /** Matches what the shell, a terminal, or the program's start can change, however it is quoted. */
  readonly unsafe: RegExp;
  /** Text as one argument. */
  readonly quote: (text: string) => string;
  /** Text, followed by the value of an environment variable, as one argument. */
  readonly quoteWithVariable: (text: string, variable: string) => string;
  /** Sends JSON to the standard input of the command that follows. */
  readonly pipe: (json: string) => string;
}

/**
 * What ends or splits an argument of a Windows program: double quotes, which Windows PowerShell doesn't escape; and what cURL
 * for Windows can receive as a double quote, because it converts its arguments to the code page of the system ("best fit").
 */
const doubleQuotes = '"“”„‟″〝〞〟＂ʺ';

export const shells = {
  posix: {
    label: () => l10n.t('POSIX shells (sh, bash, zsh)'),
    program: 'curl',
    separator: ' \\\n  ',
    unsafe: /[^\P{Cc}\n]/u,
    quote: quotePosix,
    // Within double quotes, an interactive bash would expand "!" in the text.
    quoteWithVariable: (text, variable) => `${quotePosix(text)}"$${variable}"`,
    pipe: (json) => `printf '%s' ${quotePosix(json)} | `,
  },
  powershell: {
    label: () => l10n.t('PowerShell (Windows)'),
    program: 'curl.exe',
    separator: ' `\n  ',
    unsafe: new RegExp(`[${doubleQuotes}]|\\p{Cc}|\\\\$`, 'u'),
    quote: quotePowerShell,
    quoteWithVariable: (text, variable) => `(${quotePowerShell(text)} + $env:${variable})`,
    pipe: (json) => `${quotePowerShell(asciiLine(json))} | `,
  },
} as const satisfies Readonly<Record<string, Shell>>;

export type ShellName = keyof typeof shells;

/** The dataset request as a cURL command. The two secrets are environment variables. */
export function curlCommand(
  service: Service,
  source: BodySource,
  name: ShellName,
): Result<string, CurlFailure> {
  const shell: Shell = shells[name];
  const { method, url, headers } = datasetRequest(service, {
    body: new Uint8Array(),
    accessToken: '',
    subscriptionKey: '',
  });
  const secrets: Readonly<Record<string, string>> = {
    Authorization: 'DATASET_ACCESS_TOKEN',
    'Ocp-Apim-Subscription-Key': 'DATASET_SUBSCRIPTION_KEY',
  };
  const fields = Object.entries(headers).map(([header, value]) => ({
    text: `${header}: ${value}`,
    variable: secrets[header],
  }));
  // Through standard input, because cURL would read a file if the text of --data-binary began with "@".
  const data = source.kind === 'file' ? `@${source.path}` : '@-';
  const unsafe = [url.href, ...fields.map(({ text }) => text), data].find((text) => shell.unsafe.test(text));
  if (unsafe !== undefined) return failure({ kind: 'unsafe-text', text: unsafe });
  const input = source.kind === 'inline' ? shell.pipe(new TextDecoder().decode(source.body)) : '';
  // cURL would send several requests for `{a,b}` and `[1-9]` in a URL. In the query they are encoded.
  const globOff = /[[\]{}]/.test(url.pathname) ? '--globoff ' : '';
  const options = [
    `${shell.program} --fail-with-body --request ${method} ${globOff}${shell.quote(url.href)}`,
    ...fields.map(({ text, variable }) => {
      const field = variable === undefined ? shell.quote(text) : shell.quoteWithVariable(text, variable);
      return `--header ${field}`;
    }),
    `--data-binary ${shell.quote(data)}`,
  ];
  return success(`${input}${options.join(shell.separator)}`);
}

function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** PowerShell takes typographic quotes for "'" (about_Quoting_Rules). */
function quotePowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}

/**
 * The same JSON in one line of ASCII, because Windows PowerShell pipes "?" for other characters. In JSON, they occur only in
 * strings, and unescaped line breaks and tabs only between tokens (RFC 8259, sections 2 and 7).
 */
function asciiLine(json: string): string {
  return json
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
