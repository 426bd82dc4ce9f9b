import type { Span } from '../finding.ts';
import { stringContent } from './skip.ts';

const backslash = 92;

/** Objects up to this many properties are searched one by one, larger ones through a map. */
const fewKeys = 8;

/** Numbers kept for each property of the open objects: a hash of its name, and where the name begins and ends. */
const stride = 3;

/** The property names of the objects that are open while a JSON text is scanned. Allocates for large objects only. */
export class KeyStack {
  private readonly text: string;
  /** The properties of all open objects, the innermost object's last. */
  private keys = new Int32Array(64 * stride);
  private end = 0;
  /** Where the innermost container's properties begin in `keys`; -1 for an array. */
  private start = -1;
  /** The names of the innermost object, once there are many. */
  private map: Map<string, Span> | undefined;
  private readonly starts: number[] = [];
  private readonly maps: (Map<string, Span> | undefined)[] = [];

  constructor(text: string) {
    this.text = text;
  }

  get inObject(): boolean {
    return this.start >= 0;
  }

  open(isObject: boolean): void {
    this.starts.push(this.start);
    this.maps.push(this.map);
    this.start = isObject ? this.end : -1;
    this.map = undefined;
  }

  close(): void {
    if (this.start >= 0) this.end = this.start;
    this.start = this.starts.pop() ?? -1;
    this.map = this.maps.pop();
  }

  /** Takes in the name quoted from `open` to `close`; gives its first place if the object has it already. */
  add(open: number, close: number): Span | undefined {
    if (this.map === undefined && this.end - this.start >= fewKeys * stride) this.map = this.asMap();
    if (this.map !== undefined) {
      const key = stringContent(this.text, open, close);
      const first = this.map.get(key);
      if (first === undefined) this.map.set(key, { start: open, end: close });
      return first;
    }

    const hash = hashOf(this.text, open, close);
    for (let at = this.start; at < this.end; at += stride) {
      if (this.keys[at] !== hash) continue;
      const first = this.spanAt(at);
      if (stringContent(this.text, first.start, first.end) === stringContent(this.text, open, close))
        return first;
    }
    this.push(hash, open, close);
    return undefined;
  }

  private push(hash: number, open: number, close: number): void {
    if (this.end + stride > this.keys.length) {
      const larger = new Int32Array(this.keys.length * 2);
      larger.set(this.keys);
      this.keys = larger;
    }
    this.keys[this.end] = hash;
    this.keys[this.end + 1] = open;
    this.keys[this.end + 2] = close;
    this.end += stride;
  }

  private asMap(): Map<string, Span> {
    const map = new Map<string, Span>();
    for (let at = this.start; at < this.end; at += stride) {
      const span = this.spanAt(at);
      map.set(stringContent(this.text, span.start, span.end), span);
    }
    return map;
  }

  private spanAt(at: number): Span {
    return { start: this.keys[at + 1] ?? 0, end: this.keys[at + 2] ?? 0 };
  }
}

/** FNV-1a over the UTF-16 units of the name that the quoted text stands for. Equal names have equal hashes. */
function hashOf(text: string, open: number, close: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = open + 1; i < close - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit === backslash) return hashOfEscaped(text, open, close);
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  return hash;
}

function hashOfEscaped(text: string, open: number, close: number): number {
  const key = stringContent(text, open, close);
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
