import { useMemo } from 'preact/hooks';
import { fill } from '../../designer/strings.ts';
import { keyHints } from '../keys.ts';
import { tablesWithSameName } from '../state/find-items.ts';
import type { ViewProps } from '../state/view-props.ts';

/** The most useful keys, and where else the active column's name occurs. */
export function Footer({ state }: ViewProps) {
  const { design, active, strings } = state;
  const others = useMemo(() => tablesWithSameName(design, active), [design, active]);
  const keys = keyHints(state);
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
