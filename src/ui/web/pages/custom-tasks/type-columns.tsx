import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import type { CustomTask } from '../../../wire/custom-tasks.ts';
import type { OpenTaskView, TaskTypeView } from '../../../wire/task-types.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatDuration, orDash } from '../../components/format.ts';
import { Badge } from '../../components/status-badge.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { shownTask } from '../../texts/built-in-tasks.ts';
import { pageTexts } from '../../texts/custom-tasks.ts';
import { decimal, number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';

/** `entry` undefined: no plugin host runs the type. `load` undefined: loading. */
export interface TypeRow {
  readonly taskType: string;
  readonly entry: CustomTask | undefined;
  readonly load: TaskTypeView | undefined;
}

/** Period of the counted runs. */
const WINDOW_MINUTES = 5;

/** Catalog columns, then load columns. Omits those for remote workers and attempts if all are empty. `now`: time of the data, ms since 1970. */
export function typeColumns(
  rows: readonly TypeRow[],
  now: number,
  onOpen: (entry: CustomTask) => void,
): readonly Column<TypeRow>[] {
  const hasRemote = rows.some(({ load }) => (load?.remoteWorkers.length ?? 0) > 0);
  const hasRuns = rows.some(({ load }) => (load?.runs?.done ?? 0) + (load?.runs?.failed ?? 0) > 0);
  return [
    { heading: pageTexts.taskType, cell: ({ taskType }) => <span className="json-line">{taskType}</span> },
    { heading: pageTexts.displayName, priority: 3, cell: ({ entry }) => orDash(entry && shownTask(entry).displayName) },
    { heading: pageTexts.silos, cell: (row) => <PluginHosts {...row} /> },
    { heading: pageTexts.parameters, priority: 2, cell: ({ entry }) => <Parameters schema={entry?.parameterSchema ?? null} /> },
    ...(hasRemote ? [REMOTE_WORKERS] : []),
    ...(['Waiting', 'Running', 'Retrying'] as const).map((state) => ({
      heading: pageTexts.states[state],
      isNumber: true,
      cell: (row: TypeRow) => <Count row={row} state={state} />,
    })),
    {
      heading: pageTexts.oldest,
      isNumber: true,
      cell: ({ load }) => (
        <span className="numbers">{load?.oldestAt == null ? '—' : formatDuration(Date.parse(load.oldestAt), now)}</span>
      ),
    },
    ...(hasRuns ? RUNS : []),
    {
      heading: texts.names.actions,
      cell: ({ entry }) =>
        entry === undefined ? null : (
          <Button size="xs" variant="default" onClick={() => onOpen(entry)} aria-label={pageTexts.schemaOf(entry.taskType)}>
            {pageTexts.schema}
          </Button>
        ),
    },
  ];
}

const REMOTE_WORKERS: Column<TypeRow> = {
  heading: pageTexts.remoteWorkers,
  priority: 2,
  cell: ({ load }) => <Names names={load?.remoteWorkers ?? []} />,
};
const RUNS: readonly Column<TypeRow>[] = [
  { heading: pageTexts.donePerMinute, isNumber: true, priority: 3, cell: ({ load }) => perMinute(load?.runs?.done) },
  { heading: pageTexts.failedLately, isNumber: true, priority: 3, cell: ({ load }) => orDash(load?.runs?.failed) },
];

function perMinute(done: number | undefined): string {
  if (done === undefined) return '—';
  const rate = done / WINDOW_MINUTES;
  return rate === 0 || rate >= 10 ? number(Math.round(rate)) : decimal(rate, 1);
}

/** Shows the plugin hosts. Without plugin host and workers, warns if tasks wait. */
function PluginHosts({ entry, load }: TypeRow) {
  if (entry !== undefined) return <Names names={entry.siloNames} />;
  const waits = load !== undefined && !load.isAsked && load.waiting + load.retrying > 0;
  return waits ? <Badge tone="fail">{pageTexts.noWorker}</Badge> : '—';
}

const MOST_NAMES = 3;

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length <= MOST_NAMES) return <span className="names">{orDash(names.join(', '))}</span>;
  return (
    <Tooltip label={names.join(', ')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the names must be there for the keyboard too */}
      <span className="names" tabIndex={0}>
        {pageTexts.andMore(names.slice(0, MOST_NAMES).join(', '), names.length - MOST_NAMES)}
      </span>
    </Tooltip>
  );
}

function Count({ row: { taskType, load }, state }: { readonly row: TypeRow; readonly state: OpenTaskView['state'] }) {
  if (load === undefined) return '—';
  const count = { Waiting: load.waiting, Running: load.running, Retrying: load.retrying }[state];
  if (count === 0) return '0';
  const text = `${number(count)}${load.isExact ? '' : '+'}`;
  return (
    <Anchor
      component={Link}
      size="sm"
      to={`?${new URLSearchParams({ type: taskType, state })}#open-tasks`}
      aria-label={pageTexts.countOf(text, state, taskType)}
    >
      {text}
    </Anchor>
  );
}

function Parameters({ schema }: { readonly schema: CustomTask['parameterSchema'] }) {
  if (schema === null) return '—';
  const { parameters } = schema;
  const names = parameters
    .map(({ name, type, required }) => (required ? `${name}: ${type}` : pageTexts.optional(`${name}: ${type}`)))
    .join(', ');
  return (
    <Tooltip label={names === '' ? pageTexts.noParameters : names}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the names must be there for the keyboard too */}
      <span className="numbers" tabIndex={0}>
        {parameters.length}
      </span>
    </Tooltip>
  );
}
