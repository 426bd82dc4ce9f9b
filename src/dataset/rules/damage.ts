import { type Locator, pathTo, type TreeNode, targetOf } from '../document-tree.ts';
import type { Finding, ParseError, Span } from '../problem.ts';
import { type Kind, schemaOf } from './schema.ts';

/** Which findings about a broken document can be trusted, and which the parse errors may have caused. */
export class Damage {
  readonly #locator: Locator;
  readonly #errors: readonly ParseError[];
  /** The innermost containers around errors. */
  readonly #containers = new Set<TreeNode>();
  readonly #misplaced = new Map<TreeNode, boolean>();
  /** From here on nothing can be trusted. */
  readonly #restFrom: number;

  constructor(text: string, locator: Locator, errors: readonly ParseError[]) {
    this.#locator = locator;
    this.#errors = errors
      .filter((error) => error.affects !== 'nothing')
      // What ends before it, white space aside, may have been cut off.
      .map((error) =>
        error.affects === 'rest' ? { ...error, start: text.slice(0, error.start).trimEnd().length } : error,
      );
    this.#restFrom = Math.min(
      ...this.#errors.filter((error) => error.affects === 'rest').map((error) => error.start),
      Number.POSITIVE_INFINITY,
    );
    for (const error of this.#errors) this.#mark(error);
  }

  /** Whether no error in an object or array can have caused a finding about it. */
  spares({ code, path, target }: Finding): boolean {
    if (this.#errors.length === 0) return true;
    // Where it is about a key, that is another name of the property.
    switch (code === 'missing-property' && target === 'key' ? 'unknown-property' : code) {
      case 'missing-property':
      case 'no-tables':
      case 'no-columns':
      case 'required-column': {
        const container = targetOf(this.#locator.nodeAt(path));
        return container !== undefined && !this.#containers.has(container) && !this.#isMisplaced(container);
      }
      case 'unknown-property': {
        const container = targetOf(this.#locator.nodeAt(path.slice(0, -1)));
        return container !== undefined && !this.#isMisplaced(container);
      }
      case 'wrong-type':
      case 'empty-name': {
        // Where an error is in it or right after it, the value is not complete.
        const value = this.#locator.nodeAt(path);
        return (
          value === undefined ||
          (value.start < this.#restFrom &&
            this.#errors.every((error) => value.end < error.start || value.start > error.end))
        );
      }
      default:
        return true;
    }
  }

  /** Whether a span ends before what can't be trusted, and touches no error. */
  sparesSpan(span: Span): boolean {
    return (
      span.start < this.#restFrom &&
      this.#errors.every(
        (error) => span.end < error.start || span.start > error.end || isOpening(span, error),
      )
    );
  }

  /**
   * Whether an object has properties of another kind than its place requires. If brackets don't match, a table can end
   * up in the columns of the table before it, and must not be reported as a wrong column.
   */
  #isMisplaced(node: TreeNode): boolean {
    if (this.#restFrom === Number.POSITIVE_INFINITY || node.type !== 'object') return false;
    const known = this.#misplaced.get(node);
    if (known !== undefined) return known;
    const own = schemaOf[kindByProperty(node)].properties;
    const misplaced = node.properties.some(
      ({ key }) =>
        !Object.hasOwn(own, key) &&
        Object.values(schemaOf).some((kind) => Object.hasOwn(kind.properties, key)),
    );
    this.#misplaced.set(node, misplaced);
    return misplaced;
  }

  #mark(error: ParseError): void {
    const { root } = this.#locator;
    if (root === undefined) return;
    const containers = pathTo(root, error.start).filter(({ type }) => type !== 'scalar');
    // All containers that are open where the text becomes unreadable may lack the rest of their content.
    const affected = error.affects === 'rest' ? containers : containers.slice(-1);
    for (const container of affected) this.#containers.add(container);
  }
}

/** An opening brace directly before an error is sound. */
function isOpening(span: Span, error: ParseError): boolean {
  return span.end - span.start === 1 && span.end === error.start;
}

/** The kind of an object by the name of the list that contains it, at any level. */
function kindByProperty({ parent }: TreeNode): Kind {
  switch (parent?.property?.key) {
    case 'tables':
      return 'table';
    case 'columns':
      return 'column';
    default:
      return 'dataset';
  }
}
