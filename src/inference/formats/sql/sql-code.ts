/** A script without its comments and texts, which are no evidence of its dialect. */
export interface SqlCode {
  readonly code: string;
  /** Texts that can't be meant: they have no end, or swallow a definition. */
  readonly damaged: number;
}

/** Comments, names, texts. A comment for MySQL is code: `/*!40101`. */
const parts = {
  plain:
    /--[^\n]*|^[ \t]*#[^\n]*|\/\*(?!M?!\d)[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|"[^"\n]*"|`[^`\n]*`|(')(?:[^']|'')*('?)/gm,
  escaped:
    /--[^\n]*|^[ \t]*#[^\n]*|\/\*(?!M?!\d)[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|"[^"\n]*"|`[^`\n]*`|(')(?:[^'\\]|\\[\s\S]|'')*('?)/gm,
};

/** `escapes`: whether a backslash escapes a quote in texts. `isWhole`: whether the text is the whole script. */
export function sqlCode(text: string, escapes: boolean, isWhole: boolean): SqlCode {
  let damaged = 0;
  const code = text.replace(escapes ? parts.escaped : parts.plain, (part: string, ...groups) => {
    const [open, close, at] = groups;
    if (open === undefined) return /^["`]/.test(part) ? part : ' ';
    const isOpen = close === '' && isWhole;
    const isBefore = close !== '' && /\w/.test(text.charAt(Number(at) + part.length));
    if (isOpen || isBefore || swallowed.test(part)) damaged++;
    return "''";
  });
  return { code, damaged };
}

/** The beginning of a statement, or of a column after another one. */
const swallowed =
  /\n[ \t]*(?:CREATE|ALTER)\s|[,(]\s*\w{1,60}\s{1,9}(?:(?:VAR)?CHAR|STRING|TEXT|INT|BIGINT|INT64|NUMBER|NUMERIC|DECIMAL|DATE|TIMESTAMP|BOOLEAN)\b/i;
