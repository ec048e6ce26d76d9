import { Text, Title } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { type ElementOutline, typeName } from '../../components/diagram/xml-outline.ts';
import { formatDuration } from '../../components/format.ts';
import { ChevronIcon } from '../../components/page-icons.tsx';
import type { ElementExecution } from './replay.ts';

/** So many executions of one level are shown at first: a loop of ten thousand does not stop the page. */
const SHOWN_AT_FIRST = 100;

interface TreeContext {
  /** until when an execution that has not ended has lasted; ms since epoch */
  readonly until: number;
  readonly outline: ReadonlyMap<string, ElementOutline>;
  readonly selected: string | null;
  readonly onSelect: (element: string) => void;
}

/** Everything that was executed, inside what, how long, and how it ended. Arrow keys move through it. */
export function ActivityTree({ executions, ...context }: { readonly executions: readonly ElementExecution[] } & TreeContext) {
  return (
    <section aria-label="Activity tree">
      <Title order={2} size="h5" mb="xs">
        Activity tree
      </Title>
      {executions.length === 0 ? (
        <Text c="dimmed" size="sm">
          No activities recorded.
        </Text>
      ) : (
        <div className="tree" role="tree" aria-label="Activities" onKeyDown={moveFocus} tabIndex={-1}>
          <Level executions={executions} depth={0} context={context} />
        </div>
      )}
    </section>
  );
}

function Level({
  executions,
  depth,
  context,
}: {
  readonly executions: readonly ElementExecution[];
  readonly depth: number;
  readonly context: TreeContext;
}) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  return (
    <>
      {executions.slice(0, shown).map((execution) => (
        <Item key={execution.ordinal} execution={execution} depth={depth} context={context} />
      ))}
      {executions.length > shown && (
        <button
          type="button"
          role="treeitem"
          aria-selected={false}
          className="tree-more"
          onClick={() => setShown(shown + 10 * SHOWN_AT_FIRST)}
        >
          {executions.length - shown} more
        </button>
      )}
    </>
  );
}

function Item({
  execution,
  depth,
  context,
}: {
  readonly execution: ElementExecution;
  readonly depth: number;
  readonly context: TreeContext;
}) {
  const [isOpen, setOpen] = useState(depth < 3);
  const { until, outline, selected, onSelect } = context;
  const { element, elementType, index, outcome, startedAt, endedAt, inside, note, childInstanceId } = execution;
  const name = outline.get(element)?.name ?? null;
  const hasInside = inside.length > 0;
  return (
    <>
      <div
        role="treeitem"
        tabIndex={0}
        className={`tree-item tree-${outcome}`}
        aria-level={depth + 1}
        aria-selected={selected === element}
        {...(hasInside && { 'aria-expanded': isOpen })}
        style={{ paddingLeft: 8 + depth * 18 }}
        onClick={() => onSelect(element)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onSelect(element);
          else if (event.key === 'ArrowRight') setOpen(true);
          else if (event.key === 'ArrowLeft') setOpen(false);
          else return;
          event.preventDefault();
        }}
      >
        <span
          className="tree-chevron"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            setOpen(!isOpen);
          }}
        >
          {hasInside && <ChevronIcon isOpen={isOpen} />}
        </span>
        <span className={`tree-dot tree-dot-${outcome}`} aria-hidden="true" />
        <span className="tree-name">
          {name ?? element}
          {index !== null && <span className="tree-type"> #{index + 1}</span>}
          <span className="tree-type"> {typeName(elementType)}</span>
          <span className="only-read"> {outcome}</span>
          {note !== null && <span className="tree-note">{note}</span>}
        </span>
        {childInstanceId !== null && (
          <Link to={`/process-instance/${childInstanceId}`} className="small" onClick={(event) => event.stopPropagation()}>
            child
          </Link>
        )}
        <span className="numbers tree-time">{formatDuration(startedAt, endedAt ?? until)}</span>
      </div>
      {hasInside && isOpen && <Level executions={inside} depth={depth + 1} context={context} />}
    </>
  );
}

/** Up and down go through the visible rows. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}
