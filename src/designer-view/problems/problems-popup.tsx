import { useLayoutEffect, useRef } from 'preact/hooks';
import { itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { nameLabel } from '../labels.ts';
import { elementId, focusTree } from '../page/focus.ts';
import { Icon } from '../page/icons.tsx';
import type { ViewProps } from '../state/view-props.ts';
import { severityIcons } from './problem-mark.tsx';

/** An item's problems with their quick fixes, next to the item. */
export function ProblemsPopup({ designer, state }: ViewProps) {
  const { problems, design, strings } = state;
  const box = useRef<HTMLDivElement>(null);
  const item = problems?.item;
  const fixes = problems?.fixes;

  // Again when the fixes have come and the size has changed.
  useLayoutEffect(() => {
    const anchor = item && document.getElementById(elementId(item))?.getBoundingClientRect();
    if (box.current === null || anchor === undefined) return;
    const { offsetWidth, offsetHeight, style } = box.current;
    const isBelow = anchor.bottom + offsetHeight + 8 < innerHeight;
    style.left = `${Math.max(Math.min(anchor.left, innerWidth - offsetWidth - 12), 8)}px`;
    style.top = `${isBelow ? anchor.bottom + 2 : Math.max(anchor.top - offsetHeight - 2, 8)}px`;
    const first = box.current.querySelector('button');
    (first ?? box.current).focus();
  }, [item, fixes]);

  if (problems === undefined || item === undefined) return null;
  const found = itemIn(design, item);
  const close = () => {
    designer.closeProblems();
    focusTree();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') close();
    else if (step !== 0) moveFocus(box.current, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      class="popup"
      role="dialog"
      tabIndex={-1}
      aria-label={fill(strings.problemsOf, nameLabel(found?.name, strings))}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) designer.closeProblems();
      }}
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
    </div>
  );
}

function moveFocus(box: HTMLElement | null, step: 1 | -1): void {
  const buttons = [...(box?.querySelectorAll('button') ?? [])];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
}
