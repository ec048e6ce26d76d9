import { Anchor, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { DecisionUserView, DecisionVersionView, DecisionView } from '../../../wire/decisions.ts';
import { dmnPath } from '../../api/decisions.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { Time } from '../../components/time.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';

const words = decisionsTexts.list;
type Row = DecisionVersionView;

const NAME: Column<Row> = { heading: words.name, sort: 'name', cell: ({ name }) => (name === '' ? '—' : name) };
const TAG: Column<Row> = { heading: words.tag, cell: ({ versionTag }) => versionTag ?? '—', priority: 3 };
const TIME: Column<Row> = {
  heading: words.deployedAt,
  sort: 'deployedAt',
  cell: ({ deployedAt }) => <Time value={deployedAt} />,
};

/** One row per key. */
export function DecisionGrid(props: {
  readonly decisions: readonly DecisionView[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { decisions, sort, onSort } = props;
  const columns: readonly Column<DecisionView>[] = [
    {
      heading: words.key,
      sort: 'key',
      cell: ({ key }) => (
        <Anchor component={Link} to={decisionPath(key)} fw={600} size="sm">
          {key}
        </Anchor>
      ),
    },
    NAME,
    {
      heading: words.version,
      cell: (row) => (
        <Group gap={6} wrap="nowrap">
          <VersionLink row={row} tone="run" />
          {row.versionCount > 1 && <span className="decision-count">{words.versions(row.versionCount)}</span>}
        </Group>
      ),
    },
    TAG,
    { heading: words.usedBy, cell: ({ processCount }) => words.processes(processCount), priority: 3 },
    TIME,
    {
      heading: words.actions,
      cell: (row) => (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="outline" component={Link} to={decisionPath(row.key)} aria-label={words.openOf(row.key)}>
            {words.open}
          </Button>
          <XmlLink row={row} />
        </Group>
      ),
    },
  ];
  return (
    <DataGrid label={words.title} columns={columns} rows={decisions} rowKey={({ key }) => key} sort={sort} onSort={onSort} />
  );
}

/** Versions of one decision, newest first. */
export function VersionGrid(props: { readonly versions: readonly Row[]; readonly shown: number }) {
  const columns: readonly Column<Row>[] = [
    { heading: words.version, cell: (row) => <VersionLink row={row} tone={row.version === props.shown ? 'run' : 'stop'} /> },
    { heading: words.name, cell: NAME.cell },
    { heading: words.tag, cell: TAG.cell },
    { heading: words.deployedAt, cell: TIME.cell },
    { heading: words.actions, cell: (row) => <XmlLink row={row} /> },
  ];
  return (
    <DataGrid
      label={decisionsTexts.one.versions}
      columns={columns}
      rows={props.versions}
      rowKey={({ version }) => version}
      isSelected={({ version }) => version === props.shown}
    />
  );
}

/** Processes that use the decision. */
export function UserGrid({ users }: { readonly users: readonly DecisionUserView[] }) {
  const { bindings } = decisionsTexts.one;
  const columns: readonly Column<DecisionUserView>[] = [
    {
      heading: decisionsTexts.one.process,
      cell: ({ processKey, version }) => (
        <Anchor component={Link} to={`/processes/${encodeURIComponent(processKey)}`} size="sm">
          {processKey} v{version}
        </Anchor>
      ),
    },
    { heading: decisionsTexts.one.uses, cell: ({ binding, value }) => bindings[binding](value) },
  ];
  return (
    <DataGrid
      label={decisionsTexts.one.usedBy}
      columns={columns}
      rows={users}
      rowKey={({ processKey, binding, value }) => `${processKey} ${binding} ${value}`}
    />
  );
}

function VersionLink({ row: { key, version }, tone }: { readonly row: Row; readonly tone: 'run' | 'stop' }) {
  return (
    <Link to={decisionPath(key, version)} className={`badge badge-${tone}`} aria-label={`${key} v${version}`}>
      v{version}
    </Link>
  );
}

/** Downloads the file. */
export function XmlLink({ row: { key, version } }: { readonly row: Row }) {
  return (
    <Button
      size="xs"
      variant="subtle"
      component="a"
      href={`/ui/api/service${dmnPath(key, version)}`}
      download={`${key}-v${version}.dmn`}
      aria-label={words.xmlOf(key, version)}
    >
      {words.xml}
    </Button>
  );
}

/** Address of a decision page. Without `version`: the latest. */
export function decisionPath(key: string, version?: number): string {
  return `/decisions/${encodeURIComponent(key)}${version === undefined ? '' : `?version=${version}`}`;
}

export function editorPath(key: string, version: number): string {
  return `/decision-editor?key=${encodeURIComponent(key)}&version=${version}`;
}
