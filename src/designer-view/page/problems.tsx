import type { Severity } from '../../dataset/problem.ts';
import { type DesignProblem, type Item, itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { designerKeys, withKey } from '../keys.ts';
import { nameLabel } from '../labels.ts';
import type { CardView, ViewProps } from '../state/designer.ts';
import { elementId, focusTree } from './focus.ts';
import { Icon, type IconName } from './icons.tsx';
import { Popup } from './popup.tsx';

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
  readonly view: CardView;
  readonly item: Item;
  readonly problems: readonly DesignProblem[];
}

/** Opens an item's problems. Not a tab stop: it has a key. */
export function ProblemMark({ view: { designer, strings }, item, problems }: ProblemMarkProps) {
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

/** An item's problems with their quick fixes, next to the item. */
export function ProblemsPopup({ designer, state }: ViewProps) {
  const { popup, design, strings } = state;
  if (popup?.kind !== 'problems') return null;
  const { item, fixes } = popup;
  const found = itemIn(design, item);
  return (
    <Popup
      role="dialog"
      label={fill(strings.problemsOf, nameLabel(found?.name, strings))}
      anchor={() => document.getElementById(elementId(item))?.getBoundingClientRect()}
      // Again when the fixes have come and the size has changed.
      content={popup}
      close={() => designer.closePopup()}
    >
      {found?.problems.map(({ message, severity, code }) => (
        <p key={`${code} ${message}`} class={`problem ${severity}`}>
          <Icon name={severityIcons[severity]} />
          <span>
            {message} <span class="muted">({code})</span>
          </span>
        </p>
      ))}
      {fixes === undefined && <p class="muted">{strings.lookingForFixes}</p>}
      {fixes?.length === 0 && <p class="muted">{strings.noFixes}</p>}
      {fixes?.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          class="fix"
          onClick={() => {
            designer.applyFix(id);
            focusTree();
          }}
        >
          <Icon name="fix" />
          {title}
        </button>
      ))}
    </Popup>
  );
}
