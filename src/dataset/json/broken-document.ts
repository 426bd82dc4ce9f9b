import type { Node } from 'jsonc-parser';
import type { Finding, LocatedFinding, Span } from '../finding.ts';
import { duplicateKeyFinding } from '../rules/duplicate-key.ts';
import { located, valueFindings } from '../rules/problems.ts';
import { type Kind, schemaOf } from '../rules/schema.ts';
import type { RuleSettings } from '../rules/settings.ts';
import type { SyntaxFault } from '../rules/syntax-fault.ts';
import { spanOf, TolerantTree } from './tolerant-tree.ts';

/**
 * What the rules say about the part of a broken JSON text that can still be told, read by jsonc-parser, which
 * steps over faults. What the faults themselves may have caused is left out.
 */
export function toleratedFindings(
  text: string,
  faults: readonly SyntaxFault[],
  settings: RuleSettings,
): LocatedFinding[] {
  const tree = TolerantTree.of(text);
  if (tree === undefined) return [];
  const duplicates: LocatedFinding[] = [];
  const value = tree.value((key, first, second) => {
    duplicates.push(duplicateKeyFinding({ key, first: spanOf(first), second: spanOf(second) }));
  });
  const damage = new Damage(tree, faults);

  const findings = valueFindings(value, settings).filter((finding) => damage.spares(finding));
  return [
    ...findings.map((finding) => located(finding, (place) => tree.spanAt(place))),
    ...duplicates,
  ].filter(
    (finding) => damage.sparesSpan(finding) && (!finding.related || damage.sparesSpan(finding.related)),
  );
}

/** What of a tree is not to be trusted. */
class Damage {
  private readonly tree: TolerantTree;
  private readonly faults: readonly SyntaxFault[];
  /** Innermost containers around faults. */
  private readonly containers = new Set<Node>();
  private readonly misplaced = new Map<Node, boolean>();
  /** From here on nothing can be told. */
  private readonly restFrom: number;

  constructor(tree: TolerantTree, faults: readonly SyntaxFault[]) {
    this.tree = tree;
    this.faults = faults.filter((fault) => fault.damage !== 'none');
    const rest = this.faults.find((fault) => fault.damage === 'rest');
    this.restFrom = rest?.start ?? Number.POSITIVE_INFINITY;
    for (const fault of this.faults) this.mark(fault);
  }

  /** Whether a finding about an object or array isn't owed to damage within it. */
  spares({ code, path }: Finding): boolean {
    switch (code) {
      case 'missing-property':
      case 'no-tables':
      case 'no-columns': {
        const container = this.tree.nodeAt(path);
        return container !== undefined && !this.containers.has(container) && !this.isMisplaced(container);
      }
      case 'unknown-property': {
        const container = this.tree.nodeAt(path.slice(0, -1));
        return container !== undefined && !this.isMisplaced(container);
      }
      default:
        return true;
    }
  }

  /** Whether a stretch of text is before the point of no return, and touches no fault. */
  sparesSpan(span: Span): boolean {
    return (
      span.start < this.restFrom &&
      this.faults.every((fault) => span.end < fault.start || span.start > fault.end || isOpening(span, fault))
    );
  }

  /**
   * Whether an object has properties of another kind than its place asks for. Where brackets don't match, a table
   * may have slipped into the columns of the one before, and is no wrong column for that.
   */
  private isMisplaced(object: Node): boolean {
    if (this.restFrom === Number.POSITIVE_INFINITY) return false;
    const known = this.misplaced.get(object);
    if (known !== undefined) return known;
    const own = schemaOf[kindOf(object)].properties;
    const misplaced = (object.children ?? []).some((property) => {
      const name = String(property.children?.[0]?.value);
      return (
        !Object.hasOwn(own, name) &&
        Object.values(schemaOf).some((kind) => Object.hasOwn(kind.properties, name))
      );
    });
    this.misplaced.set(object, misplaced);
    return misplaced;
  }

  private mark(fault: SyntaxFault): void {
    let innermost: Node | undefined;
    let node: Node | undefined = this.tree.root;
    while (node !== undefined) {
      if (node.type === 'object' || node.type === 'array') {
        innermost = node;
        // Everything that is open where the text stops making sense may lack what should have followed.
        if (fault.damage === 'rest') this.containers.add(node);
      }
      node = node.children?.findLast((child) => holds(child, fault));
    }
    if (innermost !== undefined) this.containers.add(innermost);
  }
}

function holds(node: Node, fault: SyntaxFault): boolean {
  return node.offset <= fault.start && fault.start <= node.offset + node.length;
}

/** An opening brace directly before a fault is sound. */
function isOpening(span: Span, fault: SyntaxFault): boolean {
  return span.end - span.start === 1 && span.end === fault.start;
}

function kindOf(object: Node): Kind {
  const key = object.parent?.parent?.children?.[0]?.value;
  if (key === 'tables') return 'table';
  return key === 'columns' ? 'column' : 'dataset';
}
