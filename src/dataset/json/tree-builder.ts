import { NodeTable, nodeType } from './node-table.ts';

/** Builds the nodes of a JSON text while it is parsed, and knows which containers are open. */
export class TreeBuilder {
  readonly nodes: NodeTable;
  /** The open containers, the innermost last, and for each the open property of the container around it. */
  readonly #containers: number[] = [];
  readonly #outerProperties: number[] = [];
  #openObjects = 0;
  /** The property of the innermost container that a value belongs to; -1 if there is none. */
  #property = -1;

  constructor(text: string) {
    this.nodes = new NodeTable(text);
  }

  /** What the innermost container is. */
  get inside(): 'object' | 'array' | 'nothing' {
    const container = this.#containers.at(-1);
    if (container === undefined) return 'nothing';
    return this.nodes.typeOf(container) === nodeType.object ? 'object' : 'array';
  }

  /** Whether the innermost container is an object with properties, and an item of an array. */
  get isFilledItem(): boolean {
    const container = this.#containers.at(-1) ?? 0;
    const outer = this.#containers.at(-2);
    const isItem = outer !== undefined && this.nodes.typeOf(outer) === nodeType.array;
    return isItem && this.inside === 'object' && this.nodes.count > container + 1;
  }

  open(isObject: boolean, start: number): void {
    const type = isObject ? nodeType.object : nodeType.array;
    this.#containers.push(this.nodes.add(type, start, start + 1));
    this.#outerProperties.push(this.#property);
    this.#property = -1;
    if (isObject) this.#openObjects++;
  }

  /** Ends the innermost container, with its own closing bracket or without. */
  close(end: number, isClosed: boolean): void {
    this.#endValue();
    const node = this.#containers.pop();
    this.#property = this.#outerProperties.pop() ?? -1;
    if (node === undefined) return;
    if (this.nodes.typeOf(node) === nodeType.object) this.#openObjects--;
    this.nodes.close(node, end, isClosed);
    this.#endValue();
  }

  /** Closes the innermost object or array, and all containers in it. `false` if none is open. */
  closeMatching(isObject: boolean, end: number): boolean {
    // Counted, so that many brackets without a match don't take long.
    const isOpen = isObject ? this.#openObjects > 0 : this.#containers.length > this.#openObjects;
    if (!isOpen) return false;
    const wanted = isObject ? 'object' : 'array';
    while (this.inside !== wanted) this.close(end, false);
    this.close(end, true);
    return true;
  }

  closeAll(end: number): void {
    while (this.#containers.length > 0) this.close(end, false);
  }

  addScalar(type: number, start: number, end: number): void {
    this.nodes.add(type, start, end);
    this.#endValue();
  }

  addKey(type: number, start: number, end: number): void {
    this.#endValue();
    this.#property = this.nodes.add(type, start, end);
  }

  /**
   * Turns the last value into a key, if it is a scalar in an object: the property before it has no value. Returns its start
   * offset.
   */
  turnValueIntoKey(): number | undefined {
    const { nodes } = this;
    const property = this.#property;
    const value = property + 1;
    if (property < 0 || value !== nodes.count - 1 || nodes.typeOf(value) < nodeType.string) return undefined;
    nodes.endSubtree(property, value);
    this.#property = value;
    return nodes.startOf(value);
  }

  #endValue(): void {
    if (this.#property >= 0) this.nodes.endSubtree(this.#property);
  }
}
