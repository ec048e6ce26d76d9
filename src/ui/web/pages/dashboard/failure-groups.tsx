import { Anchor, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FailureGroupView, GroupsView } from '../../../wire/home.ts';
import type { BatchOrder } from '../../api/repairs.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { incidentFilter, instanceFilter, reader } from '../../components/filters-of-failures.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../components/use-may.ts';
import { failedGroupLead, failedLead, incidentsLead } from './leads.ts';
import { MoreGroups, PlaceName } from './places.tsx';
import type { NameOf } from './use-element-names.ts';

// loaded when it is first opened
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);

interface Row {
  readonly kind: 'Incident' | 'Failed';
  readonly group: FailureGroupView;
  /** the list of what is counted */
  readonly to: string;
  readonly order: BatchOrder;
}

/** What failed, by place and reason, with the act that repairs all of a group. */
export function FailureGroups(props: {
  readonly incidents: GroupsView<FailureGroupView>;
  readonly failed: GroupsView<FailureGroupView>;
  readonly failedSince: string;
  readonly nameOf: NameOf;
}) {
  const { incidents, failed, failedSince, nameOf } = props;
  const may = useMay();
  const [asksFor, setAsksFor] = useState<Row | null>(null);
  const rows = [
    ...incidents.groups.map((group) => rowOf('Incident', group, incidentsLead(group))),
    ...failed.groups.map((group) => rowOf('Failed', group, failedGroupLead(group, failedSince))),
  ];
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        What failed
      </Title>
      <DataGrid
        label="What failed"
        columns={columns(nameOf, (key) => may('operate', key), setAsksFor)}
        rows={rows}
        rowKey={({ to }) => to}
      />
      <MoreGroups {...incidents} what="incidents" which="newest" to="/incidents" />
      <MoreGroups {...failed} what="failures of the last 24 hours" which="newest" to={failedLead()} />
      {asksFor !== null && (
        <RepairAllDialog order={asksFor.order} what={titleOf(asksFor.group, nameOf)} onClose={() => setAsksFor(null)} />
      )}
    </div>
  );
}

/** The batch is made with the very filter of the list that the row leads to. */
function rowOf(kind: Row['kind'], group: FailureGroupView, to: string): Row {
  const get = reader(new URL(to, location.origin).searchParams);
  const order: BatchOrder =
    kind === 'Incident'
      ? { operation: 'retry', filters: incidentFilter(get) }
      : { operation: 'revive', filters: instanceFilter(get) };
  return { kind, group, to, order };
}

const LONGEST = 60;

function titleOf(group: FailureGroupView, nameOf: NameOf): string {
  const name = nameOf(group);
  const title = name === null ? group.key : `${name} in ${group.key}`;
  return title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title;
}

function columns(nameOf: NameOf, mayRepair: (key: string) => boolean, onRetry: (row: Row) => void): readonly Column<Row>[] {
  return [
    {
      heading: 'Times',
      isNumber: true,
      cell: ({ group, to, kind }) => (
        <Anchor component={Link} size="sm" to={to} aria-label={`${countText(kind, group)} at ${titleOf(group, nameOf)}`}>
          {group.count.toLocaleString('en')}
        </Anchor>
      ),
    },
    { heading: 'What', cell: ({ kind }) => <Kind kind={kind} /> },
    { heading: 'At', cell: ({ group }) => <PlaceName name={nameOf(group)} id={group.activityId} /> },
    { heading: 'Process', cell: ({ group }) => <span className="any-text">{group.key}</span> },
    { heading: 'Why', cell: ({ group, to }) => <Why group={group} to={to} /> },
    { heading: 'First (UTC)', priority: 3, cell: ({ group }) => <Time value={group.firstAt} /> },
    { heading: 'Last (UTC)', priority: 2, cell: ({ group }) => <Time value={group.lastAt} behind={group.firstAt} /> },
    {
      heading: 'Actions',
      cell: (row) => (
        <Button
          size="xs"
          variant="default"
          disabled={!mayRepair(row.group.key)}
          onClick={() => onRetry(row)}
          aria-label={`Retry all ${countText(row.kind, row.group)} at ${titleOf(row.group, nameOf)}`}
        >
          Retry all
        </Button>
      ),
    },
  ];
}

function countText(kind: Row['kind'], { count }: FailureGroupView): string {
  const number = count.toLocaleString('en');
  if (kind === 'Incident') return count === 1 ? '1 incident' : `${number} incidents`;
  return count === 1 ? '1 failed instance' : `${number} failed instances`;
}

/** An incident waits for somebody, its instance lives; a failed instance has ended. */
function Kind({ kind }: { readonly kind: Row['kind'] }) {
  return kind === 'Incident' ? <Badge tone="wait">Incident</Badge> : <Badge tone="fail">Failed</Badge>;
}

function Why({
  group: { code, message, latestMessage, messages },
  to,
}: {
  readonly group: FailureGroupView;
  readonly to: string;
}) {
  const text = `${code === null ? '' : `[${code}] `}${message ?? latestMessage ?? 'Nobody knows.'}`;
  return (
    <>
      <Anchor component={Link} to={to} size="sm" className="error-text" title={text}>
        {text}
      </Anchor>
      {message === null && messages > 1 && (
        <Text size="xs" c="dimmed">
          and {(messages - 1).toLocaleString('en')} other {messages === 2 ? 'message' : 'messages'}
        </Text>
      )}
    </>
  );
}
