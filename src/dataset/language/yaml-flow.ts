import { Lexer } from 'yaml';

/**
 * The lines of braces and brackets: each is indented further than the one that opens what it is in, a bracket that closes it like that one, and
 * one of several blank lines is kept. `column`: of the first line; `hasKey`: it is that of a key.
 */
export function flowLines(source: string, column: number, hasKey: boolean, tabSize: number): string {
  const brackets = bracketsOf(source);
  /** The indentation of the lines that open the brackets around. */
  const open: number[] = [];
  const lines = source.split(/\r\n|\r|\n/).map((line, index) => {
    const content = line.trim();
    const closing = /^[\]}]*/.exec(content.replace(/\s/g, ''))?.[0].length ?? 0;
    const outermost = open[open.length - closing];
    let indent = closing > 0 ? (outermost ?? column) : (open.at(-1) ?? column) + tabSize;
    const isOuter = closing === 1 && open.length === 1;
    if (index === 0) indent = column;
    // Only the outer bracket can be as far to the left as the key.
    else if (hasKey && indent === column && !isOuter) indent += tabSize;
    for (const bracket of brackets[index] ?? '')
      if (bracket === '[' || bracket === '{') open.push(indent);
      else open.pop();
    return content === '' || index === 0 ? content : ' '.repeat(indent) + content;
  });
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** The brackets of each line that are no text. */
function bracketsOf(source: string): string[] {
  const lines = [''];
  for (const token of new Lexer().lex(source))
    if (/^[[\]{}]$/.test(token)) lines[lines.length - 1] += token;
    else lines.push(...Array<string>(token.match(/\r\n|\r|\n/g)?.length ?? 0).fill(''));
  return lines;
}
