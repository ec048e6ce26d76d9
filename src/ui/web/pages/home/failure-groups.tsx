import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { cutText } from '../../../../platform/cut-text.ts';
import type { FailureGroupView, GroupsView } from '../../../wire/home.ts';
import type { BatchOrder } from '../../api/repairs.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { incidentFilter, instanceFilter, reader } from '../../components/filters-of-failures.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ProcessLink } from '../../components/process-link.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import type { NameOf } from '../../components/use-element-names.ts';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { failedGroupLead, failedLead, incidentsLead, problemsLead } from './leads.ts';
import { MoreGroups } from './places.tsx';
import { Sparkline } from './sparkline.tsx';

// loaded when first opened
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);
const IgnoreDialog = lazyPart(async () => (await import('./ignore-dialog.tsx')).IgnoreDialog);

interface Row {
  readonly kind: 'Incident' | 'Failed';
  readonly group: FailureGroupView;
  /** list of the counted items */
  readonly to: string;
  readonly order: BatchOrder;
}

/** Failures by element and error, with the repair of a whole group. */
export function FailureGroups(props: {
  readonly incidents: GroupsView<FailureGroupView>;
  readonly failed: GroupsView<FailureGroupView>;
  readonly failedSince: string;
  readonly nameOf: NameOf;
  /** level of the heading */
  readonly level?: 2 | 3;
}) {
  const { incidents, failed, failedSince, nameOf, level = 3 } = props;
  const may = useMay();
  const [asksFor, setAsksFor] = useState<(Row & { readonly title: string }) | null>(null);
  const [ignores, setIgnores] = useState<FailureGroupView | null>(null);
  // the group, and with it the name, can be gone while the dialog shows the result
  const onRetry = (row: Row) => setAsksFor({ ...row, title: titleOf(row.group, nameOf) });
  const isIgnored = (other: FailureGroupView) =>
    ignores !== null && other.message === ignores.message && isSamePlace(other, ignores);
  const rows = [
    ...incidents.groups.map((group) => rowOf('Incident', group, incidentsLead(group))),
    ...failed.groups.map((group) => rowOf('Failed', group, failedGroupLead(group, failedSince))),
  ];
  return (
    <div>
      <Title order={level} size={level === 2 ? 'h4' : 'h5'} mb="xs">
        {pageTexts.failures.title}
      </Title>
      <DataGrid
        label={pageTexts.failures.title}
        columns={columns(nameOf, (key) => may('operate', key), { onRetry, onIgnore: setIgnores })}
        rows={rows}
        rowKey={({ to }) => to}
        rowLink={({ to }) => to}
      />
      <MoreGroups
        {...incidents}
        what={pageTexts.failures.incidents}
        all={pageTexts.failures.allIncidents}
        which="newest"
        to="/incidents"
      />
      <MoreGroups
        {...failed}
        what={pageTexts.failures.failed}
        all={pageTexts.failures.allFailed}
        which="newest"
        to={failedLead()}
      />
      <Anchor component={Link} size="sm" to={problemsLead()}>
        {pageTexts.failures.allAffected}
      </Anchor>
      {asksFor !== null && (
        <RepairAllDialog order={asksFor.order} what={asksFor.title} onClose={() => setAsksFor(null)}>
          <Messages group={asksFor.group} />
        </RepairAllDialog>
      )}
      {ignores !== null && (
        <IgnoreDialog
          group={ignores}
          title={titleOf(ignores, nameOf)}
          incidents={incidents.groups.find(isIgnored)?.count ?? 0}
          failed={failed.groups.find(isIgnored)?.count ?? 0}
          except={exceptedBy(ignores, [...incidents.groups, ...failed.groups])}
          onClose={() => setIgnores(null)}
        />
      )}
    </div>
  );
}

const isSamePlace = (a: FailureGroupView, b: FailureGroupView) =>
  a.key === b.key && a.activityId === b.activityId && a.code === b.code;

/** An ignored group has incidents and failed instances: without the messages of other groups of either kind. */
function exceptedBy(ignored: FailureGroupView, groups: readonly FailureGroupView[]): readonly string[] {
  if (ignored.message !== null) return [];
  const others = groups.filter((group) => isSamePlace(group, ignored));
  const messages = others.flatMap(({ message, excluded }) => (message === null ? excluded : [message]));
  return [...new Set(messages)].sort();
}

/** The batch has the filter of the list that the row links to. */
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
  const title = name === null ? group.key : pageTexts.failures.place(name, group.key);
  return title.length > LONGEST ? `${cutText(title, LONGEST)}…` : title;
}

interface GroupActions {
  readonly onRetry: (row: Row) => void;
  readonly onIgnore: (group: FailureGroupView) => void;
}

function columns(
  nameOf: NameOf,
  mayRepair: (key: string) => boolean,
  { onRetry, onIgnore }: GroupActions,
): readonly Column<Row>[] {
  return [
    {
      heading: texts.names.times,
      isNumber: true,
      cell: ({ group, to, kind }) => (
        <Anchor
          component={Link}
          size="sm"
          to={to}
          aria-label={pageTexts.failures.countAt(countText(kind, group), titleOf(group, nameOf))}
        >
          {number(group.count)}
        </Anchor>
      ),
    },
    { heading: pageTexts.failures.what, cell: ({ kind }) => <Kind kind={kind} /> },
    {
      heading: texts.names.at,
      cell: ({ group }) => <ElementName name={nameOf(group)} id={group.activityId} className="place-name" />,
    },
    {
      heading: texts.names.process,
      cell: ({ group }) => <ProcessLink processKey={group.key} />,
    },
    { heading: pageTexts.failures.why, cell: ({ group, to }) => <Why group={group} to={to} /> },
    { heading: pageTexts.failures.hourly, priority: 2, cell: ({ group }) => <Sparkline counts={group.hourly} /> },
    { heading: pageTexts.failures.first, priority: 3, cell: ({ group }) => <Time value={group.firstAt} /> },
    { heading: pageTexts.failures.last, priority: 2, cell: ({ group }) => <Time value={group.lastAt} behind={group.firstAt} /> },
    {
      heading: texts.names.actions,
      cell: (row) => (
        <Group gap={6}>
          <Button
            size="xs"
            variant="default"
            disabled={!mayRepair(row.group.key) || !row.group.isExactList}
            onClick={() => onRetry(row)}
            aria-label={pageTexts.failures.retryAllOf(countText(row.kind, row.group), titleOf(row.group, nameOf))}
          >
            {pageTexts.failures.retryAll}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!mayRepair(row.group.key)}
            onClick={() => onIgnore(row.group)}
            aria-label={pageTexts.failures.ignoreOf(countText(row.kind, row.group), titleOf(row.group, nameOf))}
          >
            {pageTexts.failures.ignore}
          </Button>
        </Group>
      ),
    },
  ];
}

function countText(kind: Row['kind'], { count }: FailureGroupView): string {
  return kind === 'Incident' ? pageTexts.failures.incidentsOf(count) : pageTexts.failures.failedOf(count);
}

/** Incident (active instance) or failed instance (ended). */
function Kind({ kind }: { readonly kind: Row['kind'] }) {
  return kind === 'Incident' ? (
    <Badge tone="wait">{pageTexts.failures.incident}</Badge>
  ) : (
    <Badge tone="fail">{pageTexts.failures.failure}</Badge>
  );
}

function Why({ group, to }: { readonly group: FailureGroupView; readonly to: string }) {
  const { code, message, latestMessage, messages } = group;
  const isMixed = message === null && messages > 1;
  const reason = isMixed ? pageTexts.failures.different(messages) : (message ?? latestMessage ?? pageTexts.failures.unknown);
  const text = `${code === null ? '' : `[${code}] `}${reason}`;
  return (
    <>
      <Anchor component={Link} to={to} size="sm" className="error-text" title={text}>
        {text}
      </Anchor>
      {isMixed && latestMessage !== null && (
        <Text size="xs" c="dimmed" className="error-text" title={latestMessage}>
          {pageTexts.failures.latest(latestMessage)}
        </Text>
      )}
      {!group.isExactList && <Text size="xs">{pageTexts.failures.wider}</Text>}
    </>
  );
}

/** Messages of a group without a common one. */
function Messages({ group: { message, messages, examples } }: { readonly group: FailureGroupView }) {
  if (message !== null || messages < 2) return null;
  return (
    <>
      <Text size="sm">{pageTexts.failures.contains}</Text>
      <ul className="any-text">
        {examples.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {messages > examples.length && <li>{pageTexts.failures.more(messages - examples.length)}</li>}
      </ul>
    </>
  );
}
