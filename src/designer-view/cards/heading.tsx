import { useMemo } from 'preact/hooks';
import { isSameItem } from '../../designer/item.ts';
import { NameField } from '../fields/name-field.tsx';
import { columnCount, spokenDataset, tableCount, textBreak } from '../labels.ts';
import { elementId } from '../page/focus.ts';
import { ProblemMark } from '../problems/problem-mark.tsx';
import type { ViewProps } from '../state/view-props.ts';

/** The dataset: the first item of the tree, above the cards. */
export function Heading({ designer, state }: ViewProps) {
  const { design, strings, active, editing, pending } = state;
  const { dataset, tables } = design;
  const isActive = active.length === 0;
  const columns = useMemo(() => tables.reduce((sum, table) => sum + table.columns.length, 0), [tables]);
  return (
    <div
      id={elementId([])}
      role="treeitem"
      class={isActive ? 'heading active' : 'heading'}
      aria-level={1}
      aria-setsize={1}
      aria-posinset={1}
      aria-selected={isActive}
      aria-label={spokenDataset(dataset, { tables: tables.length, columns }, strings)}
    >
      <NameField
        designer={designer}
        strings={strings}
        item={[]}
        found={dataset}
        edit={isSameItem(editing?.item, []) ? editing : undefined}
        pending={isSameItem(pending?.item, []) ? pending : undefined}
        query=""
      />
      {textBreak}
      <ProblemMark designer={designer} strings={strings} item={[]} problems={dataset.problems} />
      <span class="muted counts">
        {tableCount(tables.length, strings)}, {columnCount(columns, strings)}
      </span>
    </div>
  );
}
