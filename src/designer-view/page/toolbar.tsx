import { useMemo } from 'preact/hooks';
import { isSameItem } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { designerKeys, withKey } from '../keys.ts';
import { problemCount } from '../labels.ts';
import type { ViewProps } from '../state/designer.ts';
import { allProblems, nextWithProblem } from '../state/navigation.ts';
import { focusTree, searchId } from './focus.ts';
import { Icon, type IconName } from './icons.tsx';
import { severityIcons, worstSeverity } from './problems.tsx';

export function Toolbar({ designer, state }: ViewProps) {
  const { strings, design, document } = state;
  const canEdit = document.readOnly === undefined;
  const problems = useMemo(() => allProblems(design), [design]);
  const severity = worstSeverity(problems);
  return (
    <header class="toolbar">
      <h1 class="hidden-text">{strings.designer}</h1>
      <Search designer={designer} state={state} />
      <span class="spring" />
      {severity !== undefined && (
        <button
          type="button"
          class={`text-button problems-button ${severity}`}
          title={withKey(strings.nextProblem, designerKeys.stepToProblem)}
          onClick={() => {
            designer.goTo((design, item) => nextWithProblem(design, item, 1));
            focusTree();
          }}
        >
          <Icon name={severityIcons[severity]} />
          {problemCount(problems.length, strings)}
        </button>
      )}
      {canEdit && (
        <Action
          icon="add"
          label={strings.addTable}
          title={withKey(strings.addTable, designerKeys.addTable)}
          onClick={() => {
            focusTree();
            designer.addTable();
          }}
        />
      )}
      <Action
        icon="picture"
        label={strings.exportPicture}
        onClick={() => designer.exportPicture()}
        disabled={document.readOnly?.kind === 'syntax-error'}
      />
    </header>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Action({ icon, label, title = label, disabled = false, onClick }: ActionProps) {
  return (
    <button type="button" class="text-button" title={title} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      <span class="button-label">{label}</span>
    </button>
  );
}

function Search({ designer, state }: ViewProps) {
  const { strings, query, matches, active } = state;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    switch (event.key) {
      case 'Enter':
        if (event.shiftKey) designer.stepToMatch(-1);
        else focusTree();
        break;
      case 'ArrowDown':
        designer.stepToMatch(1);
        break;
      case 'ArrowUp':
        designer.stepToMatch(-1);
        break;
      case 'Escape':
        designer.search('');
        focusTree();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const index = matches.findIndex((match) => isSameItem(match, active));
  const hasQuery = query.trim() !== '';
  const place =
    matches.length === 0
      ? strings.noMatch
      : fill(strings.matchOf, index < 0 ? '?' : index + 1, matches.length);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        id={searchId}
        type="text"
        value={query}
        placeholder={withKey(strings.search, designerKeys.search)}
        aria-label={strings.search}
        spellcheck={false}
        onInput={({ currentTarget }) => designer.search(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {hasQuery && <span class={matches.length === 0 ? 'matches none' : 'matches'}>{place}</span>}
      {hasQuery && (
        <>
          <IconButton icon="up" label={strings.previousMatch} onClick={() => designer.stepToMatch(-1)} />
          <IconButton icon="down" label={strings.nextMatch} onClick={() => designer.stepToMatch(1)} />
        </>
      )}
    </search>
  );
}

function IconButton({ icon, label, onClick }: Pick<ActionProps, 'icon' | 'label' | 'onClick'>) {
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
