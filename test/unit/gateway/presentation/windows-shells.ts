import assert from 'node:assert/strict';

/** The variables that a command expands. */
type Environment = Readonly<Record<string, string>>;

/** What Windows PowerShell 5.1 passes to the only program of a command, which text can be piped to. */
export function powerShellArguments(
  command: string,
  environment: Environment,
): { readonly input: string; readonly args: readonly string[] } {
  const strings: string[] = [];
  const words: string[][] = [[]];
  // Any of five quotes begins and ends a string; two of them are one, whichever they are (about_Quoting_Rules).
  const token =
    /['‘’‚‛]((?:[^'‘’‚‛]|['‘’‚‛]['‘’‚‛])*)['‘’‚‛](?!['‘’‚‛])|\$env:(\w+)|([\w.-]+)|([()+|])|( |`\n)+/gy;
  let sum: string | undefined;
  const addWord = (word: string) => {
    if (sum === undefined) words.at(-1)?.push(word);
    else sum += word;
  };
  while (token.lastIndex < command.length) {
    const start = token.lastIndex;
    const match = token.exec(command);
    assert.ok(match, `PowerShell would treat this specially: ${command.slice(start)}`);
    const [, quoted, variable, bare, operator] = match;
    if (quoted !== undefined) {
      const value = quoted.replace(/(['‘’‚‛])['‘’‚‛]/g, '$1');
      strings.push(value);
      addWord(value);
    } else if (variable !== undefined) addWord(environment[variable] ?? '');
    else if (bare !== undefined) addWord(bare);
    else if (operator === '(') sum = '';
    else if (operator === ')') {
      words.at(-1)?.push(sum ?? '');
      sum = undefined;
    } else if (operator === '|') words.push([]);
  }
  const [program, ...args] = words.at(-1) ?? [];
  assert.equal(program, 'curl.exe');
  // An argument with white space gets double quotes, and nothing in it is escaped (PowerShell/PowerShell#1995).
  const line = args.map((argument) => (/\s/.test(argument) ? `"${argument}"` : argument)).join(' ');
  return { input: words.length > 1 ? (strings[0] ?? '') : '', args: windowsArguments(line) };
}

/** How a C program on Windows splits its command line ("Parsing C command-line arguments"). */
function windowsArguments(line: string): string[] {
  // cURL converts its arguments to the code page of the system, in which this character becomes a double quote.
  const text = line.replaceAll('＂', '"');
  const args: string[] = [];
  let current: string | undefined;
  let quoted = false;
  for (const [part] of text.matchAll(/\\*"|[ \t]|\\+|[^\\" \t]+/g)) {
    if (part.endsWith('"')) {
      const backslashes = part.length - 1;
      current = (current ?? '') + '\\'.repeat(Math.floor(backslashes / 2));
      if (backslashes % 2 === 1) current += '"';
      else quoted = !quoted;
    } else if (!quoted && /^[ \t]$/.test(part)) {
      if (current !== undefined) args.push(current);
      current = undefined;
    } else current = (current ?? '') + part;
  }
  return current === undefined ? args : [...args, current];
}
