import type { SqlDialect } from './sql-dialect.ts';
import type { Token } from './sql-token.ts';

/** Tokens of one statement. A table of 10,000 columns has fewer. */
const maxTokens = 500_000;

/** Tokens of a view that are read: its name is one of the first. */
const maxViewTokens = 40;

/** Collects a statement as far as it says something about tables. */
export class Statement {
  /** What happens to its tokens: all are kept; only words matter; none is needed. */
  mode: 'read' | 'watch' | 'skip' = 'read';
  readonly #handle: (what: string, tokens: readonly Token[]) => void;
  #tokens: Token[] = [];
  /** Its first word; then also what it creates or changes. */
  what = '';
  #hasObject = false;
  /** Blocks of a procedure that are open. */
  #depth = 0;
  /** Parentheses that are open. */
  #parentheses = 0;
  #lastWord = '';
  #hasData = false;

  /** `handle`: receives each statement, without tokens if it says nothing about tables. */
  constructor(handle: (what: string, tokens: readonly Token[]) => void) {
    this.#handle = handle;
  }

  get isEmpty(): boolean {
    return this.what === '';
  }

  add(token: Token): void {
    if (this.mode === 'watch') this.#watch(token.key);
    if (this.mode !== 'read') return;
    this.#tokens.push(token);
    if (token.key === '(') this.#parentheses++;
    else if (token.key === ')') this.#parentheses--;
    if (this.isEmpty) this.#begin(token.key);
    else if (!this.#hasObject) this.#findObject(token);
    else if (this.#tokens.length > (this.what === 'CREATE VIEW' ? maxViewTokens : maxTokens))
      this.mode = 'skip';
  }

  get isInParentheses(): boolean {
    return this.#parentheses > 0;
  }

  /** Whether a semicolon is not its end, because it is one within a procedure. */
  goesOn({ hasBatches }: SqlDialect): boolean {
    return this.mode === 'watch' && this.what.startsWith('CREATE ') && (hasBatches || this.#depth > 0);
  }

  /** Returns whether lines of data follow. */
  end(): boolean {
    const hasData = this.#hasData;
    if (!this.isEmpty) this.#handle(this.what, this.#tokens);
    this.mode = 'read';
    this.#tokens = [];
    this.what = '';
    this.#hasObject = false;
    this.#depth = 0;
    this.#parentheses = 0;
    this.#lastWord = '';
    this.#hasData = false;
    return hasData;
  }

  #begin(key: string): void {
    this.what = key === 'EXECUTE' ? 'EXEC' : key || '"';
    this.#hasObject = key === 'USE' || key === 'RENAME';
    if (key === 'COPY') this.#leave('watch');
    else if (!firstWords.has(this.what)) this.#leave('skip');
  }

  #findObject({ key, kind }: Token): void {
    const isModifier = kind !== 'word' || key.includes('@') || modifiers.has(key);
    if (isModifier && this.#tokens.length < maxViewTokens) return;
    this.#hasObject = true;
    const object = key === 'PROC' ? 'PROCEDURE' : key;
    const what = `${this.what} ${object}`;
    // Dumps begin with many settings, which are all the same to us.
    if (statements.has(what) || !/^(?:SET|EXEC)$/.test(this.what)) this.what = what;
    if (this.what.startsWith('CREATE ') && routines.has(object)) this.#leave('watch');
    else if (!statements.has(this.what)) this.#leave('skip');
  }

  #leave(mode: 'watch' | 'skip'): void {
    this.mode = mode;
    this.#tokens = [];
  }

  #watch(word: string): void {
    const last = this.#lastWord;
    this.#lastWord = word;
    if (last === 'FROM' && word === 'STDIN') this.#hasData = this.what === 'COPY';
    if (last === 'END' && closed.has(word)) this.#depth += word === 'CASE' ? 0 : 1;
    else if (word === 'BEGIN' || word === 'CASE') this.#depth++;
    else if (word === 'END' || (last === 'BEGIN' && /^TRAN/.test(word))) this.#depth--;
  }
}

/** What `END` ends without a `BEGIN`; not for `CASE`, which starts a block, too. */
const closed = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR', 'CASE']);

const firstWords = new Set(['CREATE', 'ALTER', 'DROP', 'RENAME', 'USE', 'SET', 'EXEC']);

/** Statements that say something about tables. */
const statements = new Set([
  'CREATE TABLE',
  'CREATE VIEW',
  'CREATE DOMAIN',
  'CREATE TYPE',
  'ALTER TABLE',
  'DROP TABLE',
  'SET SEARCH_PATH',
  'EXEC SP_RENAME',
]);

const routines = new Set(['PROCEDURE', 'FUNCTION', 'TRIGGER', 'PACKAGE', 'EVENT']);

/** Words between the first one and the kind of object. */
const modifiers = new Set(
  (
    'OR REPLACE ALTER UNIQUE CLUSTERED NONCLUSTERED GLOBAL LOCAL TEMP TEMPORARY UNLOGGED TRANSIENT VOLATILE ' +
    'EXTERNAL FOREIGN VIRTUAL ROW COLUMN HYBRID DYNAMIC ICEBERG PRIVATE SHARDED MATERIALIZED RECURSIVE SECURE ' +
    'MULTISET SET FORCE NO EDITIONABLE NONEDITIONABLE DISTINCT FULLTEXT SPATIAL BITMAP ALGORITHM UNDEFINED MERGE TEMPTABLE ' +
    'DEFINER SQL SECURITY INVOKER CURRENT_USER SESSION SNAPSHOT IGNORE ONLINE SYS DBO ' +
    'REFRESH STREAMING LIVE HADOOP READABLE WRITABLE IMMUTABLE BLOCKCHAIN SHARDED DUPLICATED ' +
    'INTERACTIVE MANAGED TRANSACTIONAL'
  ).split(' '),
);
