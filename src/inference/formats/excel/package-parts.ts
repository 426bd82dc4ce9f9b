import { ByteWindow } from '../../bytes/byte-window.ts';
import { detectEncoding, toUtf8 } from '../../bytes/encoding.ts';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { peek } from '../../bytes/streams.ts';
import { damagedData } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { Checkpoint } from '../../work-budget.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import { readXml, type XmlHandler } from './xml-scanner.ts';
import { readMember, type ZipMember } from './zip-archive.ts';

/** A relationship of a part (ECMA-376, part 2, section 6.5): what it is, and the path of the other part. */
export interface Relationship {
  readonly id: string;
  /** The last segment of its type, such as `worksheet`. */
  readonly type: string;
  readonly target: string;
}

/** The parts of an Excel file, which are members of its archive. */
export class PackageParts {
  readonly #bytes: RandomAccess;
  readonly #members: ReadonlyMap<string, ZipMember>;
  readonly #checkpoint: Checkpoint;

  constructor(bytes: RandomAccess, members: ReadonlyMap<string, ZipMember>, checkpoint: Checkpoint) {
    this.#bytes = bytes;
    this.#members = members;
    this.#checkpoint = checkpoint;
  }

  has(path: string): boolean {
    return this.#members.has(path.toLowerCase());
  }

  /** Reads a part as XML. */
  async read(path: string, handler: XmlHandler): Promise<void> {
    const member = this.#members.get(path.toLowerCase());
    if (member === undefined) throw damagedData('Excel');
    const stream = await peek(readMember(this.#bytes, member, this.#checkpoint.budget), 64);
    const encoding = detectEncoding(stream.head);
    const chunks = encoding === 'utf-8' ? stream.read() : toUtf8(stream.read(), encoding);
    await readXml(new ByteWindow(chunks, this.#checkpoint), handler);
  }

  /** What a part, or the whole package (an empty path), refers to. Paths are looked up, not followed. */
  async relationships(path: string): Promise<readonly Relationship[]> {
    const slash = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, slash);
    const found: Relationship[] = [];
    const part = `${folder}_rels/${path.slice(slash)}.rels`;
    if (!this.has(part)) return found;
    await this.read(part, {
      open: (name, attributes) => {
        if (name === 'Relationship') found.push(readRelationship(attributes, folder));
        if (found.length > limits.columns) throw damagedData('Excel');
      },
    });
    return found;
  }
}

function readRelationship(attributes: XmlAttributes, folder: string): Relationship {
  const type = attributes.get('Type') ?? '';
  return {
    id: attributes.get('Id') ?? '',
    type: type.slice(type.lastIndexOf('/') + 1),
    target: resolvePath(folder, attributes.get('Target') ?? ''),
  };
}

/** A path within the package, which `..` doesn't leave. */
function resolvePath(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
