import { fill } from '../../designer/strings.ts';
import type { ViewProps } from '../app.tsx';
import { tablesWithSameName } from '../state/find-items.ts';

/** Where else the active column's name occurs, and the most useful keys. */
export function Footer({ state: { design, active, strings, document } }: ViewProps) {
  const others = tablesWithSameName(design, active);
  const keys: (readonly [string, string])[] = [['Enter', strings.goToText]];
  if (document.readOnly === undefined) {
    keys.unshift(
      ['F2', strings.rename],
      ...(active.length === 2 ? ([['T', strings.changeDataType]] as const) : []),
      ['Insert', strings.addColumn],
    );
    if (active.length > 0) keys.push(['Delete', strings.remove], ['Alt+↑↓', strings.move]);
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
