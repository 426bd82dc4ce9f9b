import type { Severity } from '../../dataset/problem.ts';
import type { DesignProblem } from '../../designer/design.ts';
import type { Item } from '../../designer/item.ts';
import type { Strings } from '../../designer/strings.ts';
import { designerKeys, withKey } from '../keys.ts';
import { Icon, type IconName } from '../page/icons.tsx';
import type { Designer } from '../state/designer.ts';

export const severityIcons: Readonly<Record<Severity, IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
  hint: 'info',
};

const order: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

export function worstSeverity(problems: readonly DesignProblem[]): Severity | undefined {
  return order.find((severity) => problems.some((problem) => problem.severity === severity));
}

interface ProblemMarkProps {
  readonly designer: Designer;
  readonly strings: Strings;
  readonly item: Item;
  readonly problems: readonly DesignProblem[];
}

/** Opens an item's problems. Not a tab stop: it has a key. */
export function ProblemMark({ designer, strings, item, problems }: ProblemMarkProps) {
  const severity = worstSeverity(problems);
  if (severity === undefined) return null;
  const messages = problems.map(({ message }) => message).join('\n');
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`problem-mark ${severity}`}
      title={`${messages}\n${withKey(strings.showProblems, designerKeys.showProblems)}`}
      aria-label={strings.showProblems}
      onClick={() => designer.showProblems(item)}
    >
      <Icon name={severityIcons[severity]} />
    </button>
  );
}
