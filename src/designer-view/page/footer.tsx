import { useMemo } from 'preact/hooks';
import { itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { tablesWithSameName } from '../state/find-items.ts';
import type { ViewProps } from '../state/view-props.ts';

/** The most useful keys, and where else the active column's name occurs. */
export function Footer({ state: { design, active, strings, document } }: ViewProps) {
  const others = useMemo(() => tablesWithSameName(design, active), [design, active]);
  const hasProblems = (itemIn(design, active)?.problems.length ?? 0) > 0;
  const keys: (readonly [string, string])[] = [];
  if (document.readOnly === undefined) {
    keys.push(['F2', strings.rename]);
    if (active.length === 2) keys.push(['T', strings.changeDataType]);
    keys.push(['Insert', active.length === 0 ? strings.addTable : strings.addColumn]);
  }
  if (!document.isEmpty) keys.push(['Enter', strings.goToText]);
  if (hasProblems) keys.push(['Ctrl+.', strings.showProblems]);
  if (document.readOnly === undefined && active.length > 0) {
    keys.push(['Delete', strings.remove], ['Alt+↑↓', strings.move]);
  }
  return (
    <footer class="footer">
      <span class="keys">
        {keys.map(([key, label]) => (
          <span key={key}>
            <kbd>{key}</kbd> {label}
          </span>
        ))}
      </span>
      <span class="others">
        {others === 1 ? strings.alsoInOneTable : others > 1 ? fill(strings.alsoInTables, others) : ''}
      </span>
    </footer>
  );
}
