import { Link } from 'react-router';
import type { CalledIncidentItem } from '../../api/repair-types.ts';
import { useNameOf } from '../../components/element-name.tsx';
import { formatDuration, orDash } from '../../components/format.ts';
import { ChevronIcon } from '../../components/page-icons.tsx';
import { typeTexts } from '../../texts/element-types.ts';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { CalledIncidentLink } from './called-incident-link.tsx';
import { iterationWords } from './entries.ts';
import type { ElementExecution } from './replay.ts';
import type { TreeRow } from './tree-rows.ts';

/** Fixed, because only visible lines are rendered. Unit: px. */
export const ROW_HEIGHT = 30;

/** Signs for users who see no colours. */
const SIGNS: Readonly<Record<ElementExecution['outcome'], string>> = { active: '▶', completed: '✓', failed: '✕', cancelled: '⊘' };

export function TreeItem(props: {
  readonly row: TreeRow;
  readonly index: number;
  /** end of the duration of active executions; ms since 1970 */
  readonly until: number;
  readonly isSelected: boolean;
  /** the only line that Tab reaches */
  readonly isStop: boolean;
  /** the shown step belongs to this execution */
  readonly isNow: boolean;
  readonly hasIncident: boolean;
  /** in an instance that it calls; undefined: none */
  readonly calledIncident: CalledIncidentItem | undefined;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
}) {
  const { row, index, until, isSelected, isStop, isNow, hasIncident, calledIncident } = props;
  const isStuck = hasIncident || calledIncident !== undefined;
  const {
    element,
    elementType,
    index: iteration,
    itemText,
    outcome,
    startedAt,
    endedAt,
    pausedMs,
    inside,
    note,
    childInstanceId,
  } = row.execution;
  const name = useNameOf()(element);
  const isInOneStep = endedAt !== null && endedAt <= startedAt + pausedMs;
  return (
    <div
      role="treeitem"
      tabIndex={isStop ? 0 : -1}
      data-entry={row.execution.ordinal}
      className={`tree-item tree-${outcome}${isNow ? ' is-now' : ''}`}
      aria-level={row.depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.place}
      aria-selected={isSelected}
      {...(inside.length > 0 && { 'aria-expanded': row.isOpen })}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT, paddingLeft: 8 + Math.min(row.depth, 12) * 18 }}
      onClick={props.onSelect}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        props.onSelect();
      }}
      onFocus={props.onFocus}
    >
      <span
        className="tree-chevron"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          props.onToggle();
        }}
      >
        {inside.length > 0 && <ChevronIcon isOpen={row.isOpen} />}
      </span>
      <span className={`tree-sign tree-sign-${isStuck ? 'failed' : outcome}`} aria-hidden="true">
        {isStuck ? '⚠' : SIGNS[outcome]}
      </span>
      <span className="tree-name" title={note ?? undefined}>
        {name}
        {iteration !== null && <span className="tree-type"> {iterationWords({ index: iteration, itemText })}</span>}
        <span className="tree-type"> {typeTexts.typeOf(elementType)}</span>
        <span className="only-read"> {pageTexts.outcomes[outcome]}</span>
        {hasIncident && <span className="tree-note"> {pageTexts.incident}</span>}
        {note !== null && <span className="tree-note"> {note}</span>}
      </span>
      {calledIncident !== undefined && <CalledIncidentLink incident={calledIncident} isInTree />}
      {childInstanceId !== null && childInstanceId !== calledIncident?.workflowInstanceId && (
        <Link
          to={`/process-instance/${childInstanceId}`}
          className="small"
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
        >
          {pageTexts.child}
        </Link>
      )}
      <span className="numbers tree-time" title={isInOneStep ? texts.shared.inOneStepNote : undefined}>
        {isInOneStep ? orDash(null) : formatDuration(startedAt + pausedMs, endedAt ?? until)}
      </span>
    </div>
  );
}
