export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** Documentation with an anchor for each rule. */
export const rulesPage = 'https://github.com/dataset-studio/dataset-studio/blob/HEAD/docs/rules.md';

/** The rules with their default severities. `description`: what is wrong, in English, for agents and for logs of code scanning. */
export const ruleTable = {
  syntax: { severity: 'error', description: 'The text is not valid JSON or YAML.' },
  'duplicate-key': { severity: 'error', description: 'An object has a property twice.' },
  'missing-property': {
    severity: 'error',
    description: 'A dataset needs name and tables, a table name and columns, a column name and dataType.',
  },
  'wrong-type': { severity: 'error', description: 'A value has the wrong JSON type.' },
  'empty-name': { severity: 'error', description: 'A name is empty or only white space.' },
  'duplicate-table': { severity: 'error', description: 'Two tables have names that differ at most in case.' },
  'duplicate-column': {
    severity: 'error',
    description: 'Two columns of a table have names that differ at most in case.',
  },
  'unknown-data-type': {
    severity: 'warning',
    description: 'A data type is not known. The service may accept it.',
  },
  'unknown-property': { severity: 'warning', description: 'A property is not known.' },
  'untidy-name': {
    severity: 'warning',
    description: 'A name has white space at an end or contains a control character.',
  },
  'no-tables': { severity: 'warning', description: 'A dataset has no tables.' },
  'no-columns': { severity: 'warning', description: 'A table has no columns.' },
  'name-style': { severity: 'warning', description: 'A name does not have the style of the project file.' },
  'name-length': { severity: 'warning', description: 'A name is longer than the project file allows.' },
  'name-characters': {
    severity: 'warning',
    description: 'A name has a character that the project file forbids.',
  },
  'name-affix': {
    severity: 'warning',
    description: 'A name does not begin or end as the project file says.',
  },
  'required-column': {
    severity: 'warning',
    description: 'A table lacks a column that the project file requires.',
  },
  limit: {
    severity: 'warning',
    description: 'A dataset has more tables, or a table more columns, than the project file allows.',
  },
  'schema-reference': {
    severity: 'info',
    description: 'A dataset has a $schema, which is sent to the service.',
  },
} as const satisfies Readonly<Record<string, { readonly severity: Severity; readonly description: string }>>;

/** A rule of a dataset document, as in the Problems panel and in settings. */
export type RuleCode = keyof typeof ruleTable;

/** Zero-based; `character` counts UTF-16 code units, as LSP and VS Code do. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A problem of a document, as the Problems panel shows it. */
export interface Problem {
  readonly code: RuleCode;
  readonly severity: Severity;
  readonly range: Range;
  /** What is wrong and what to do, in one or two sentences. Contains document text only in printable form. */
  readonly message: string;
  /** Another place that matters, such as the first of two duplicates. */
  readonly related?: { readonly range: Range; readonly message: string };
  /** The nearest known name, where a rule knows one. */
  readonly suggestion?: string;
}

/** Whether two problems have the same rule code and range. */
export function isSameProblem(
  one: Pick<Problem, 'code' | 'range'>,
  other: Pick<Problem, 'code' | 'range'>,
): boolean {
  const [a, b] = [one.range, other.range];
  return (
    one.code === other.code &&
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}

/** The problems of a document, and its value. */
export interface DocumentReading {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
  /** The document's value, unless it has syntax errors. */
  readonly parsed?: { readonly value: unknown };
}

/** A document whose value can't be determined. */
export interface SyntaxFailure {
  readonly kind: 'syntax';
  /** All of rule `syntax`, in the order of the text. At least one. */
  readonly problems: readonly Problem[];
}

/**
 * A problem of rule `syntax`, which is always an error. By default of a file as a whole, such as that it can't be read.
 * `message`: what happened and what to do, in sentences.
 */
export function syntaxProblem(message: string, at: Position = { line: 0, character: 0 }): Problem {
  return { code: 'syntax', severity: 'error', range: { start: at, end: at }, message };
}

/** Property names and array indexes from the document's root. */
export type Path = readonly (string | number)[];

/** A place in a document's value. Where it is in the text is looked up later. */
export interface Place {
  readonly path: Path;
  /** The value, its property name, or the opening of the object: `{`, or the first key of a YAML block. */
  readonly target: 'value' | 'key' | 'opening';
}

/** A range of a text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place where a text breaks the grammar of JSON or YAML. */
export interface ParseError extends Span {
  /** What is wrong and what to do, in the user's language. */
  readonly message: string;
  /**
   * What it makes uncertain: `nothing` (the text means the same without it, such as a comment), the `token` or the
   * object around it, all the `rest` of the text, or `all` of it.
   */
  readonly affects: 'nothing' | 'token' | 'rest' | 'all';
}

/** A violation of a rule. */
export interface Violation {
  readonly code: RuleCode;
  readonly message: string;
  readonly suggestion?: string;
}

/** A violation at a place of the value. */
export interface Finding extends Violation, Place {
  /** The property that an object lacks. */
  readonly missing?: string;
  readonly related?: Place & { readonly message: string };
}

/** A violation at a span of the text. */
export interface LocatedFinding extends Violation, Span {
  readonly related?: Span & { readonly message: string };
}
