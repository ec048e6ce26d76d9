import { Anchor, Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../api/actions.ts';
import { batchesQuery, batchFailuresQuery, failedAgainQuery, isRetry, stopBatch } from '../../api/repairs.ts';
import type { ListedBatch } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { BusinessId, callerOf } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/batches.ts';
import { number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { InstanceOfItem, type Item, ItemsOfBatch } from './items-of-batch.tsx';

/** Poll interval while a listed batch is running. */
const POLL_MS = 2000;
/** The results of retries take longer to count. */
const RESULT_POLL_MS = 10_000;

/** See docs/contributing/spec/pages.md#batches. */
export function BatchesPage() {
  const { get, set, page } = useUrlFilters();
  const mayStop = useMay()('operate');
  const batches = useQuery({
    ...batchesQuery({ page }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ endedAt }) => endedAt === null) ? POLL_MS : false),
  });
  const failedAgain = useFailedAgain(batches.data?.items ?? []);
  const [stopping, setStopping] = useState<ListedBatch | null>(null);
  const shownBatch = get('batch');
  return (
    <>
      <SectionHeading title={pageTexts.title}>
        <RefreshButton isLoading={batches.isFetching} onClick={() => void batches.refetch()} />
      </SectionHeading>
      <List
        query={batches}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={pageTexts.none}
        hint={pageTexts.hint}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label={pageTexts.title}
              columns={columns(mayStop, failedAgain, setStopping)}
              rows={items}
              rowKey={({ batchId }) => batchId}
              rowLink={({ batchId }) => itemsOf(batchId)}
              isSelected={({ batchId }) => batchId === shownBatch}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
      {shownBatch !== '' && <FailedItems batchId={shownBatch} />}
      {shownBatch !== '' && <ItemsOfBatch batchId={shownBatch} />}
      {stopping !== null && <StopDialog batch={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

const nameOf = ({ operation }: ListedBatch) => pageTexts.operations[operation] ?? operation;

/** Read after the list, which does not wait for it; again while items run. Undefined: not known yet. */
function useFailedAgain(batches: readonly ListedBatch[]): FailedAgain | undefined {
  const retries = batches.filter(({ operation, succeededCount }) => isRetry(operation) && succeededCount > 0);
  const isRunning = batches.some(({ endedAt }) => endedAt === null);
  const { data } = useQuery({
    ...failedAgainQuery(retries.map(({ batchId }) => batchId)),
    refetchInterval: isRunning ? RESULT_POLL_MS : false,
  });
  return data?.counts;
}

type FailedAgain = Readonly<Record<string, number>>;

function columns(
  mayStop: boolean,
  failedAgain: FailedAgain | undefined,
  onStop: (batch: ListedBatch) => void,
): readonly Column<ListedBatch>[] {
  return [
    { heading: pageTexts.operation, cell: operationCell },
    { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      heading: pageTexts.processes,
      priority: 2,
      cell: ({ processDefinitionKeys: keys }) =>
        keys.length === 0 ? orDash(null) : <span className="any-text">{keys.join(', ')}</span>,
    },
    {
      heading: pageTexts.done,
      isNumber: true,
      cell: ({ totalCount, pendingCount }) => pageTexts.doneOf(totalCount - pendingCount, totalCount),
    },
    { heading: pageTexts.skipped, isNumber: true, priority: 3, cell: ({ skippedCount }) => number(skippedCount) },
    { heading: pageTexts.notDone, isNumber: true, cell: failuresCell },
    { heading: pageTexts.failedAgain, isNumber: true, cell: (batch) => <FailedAgainCell {...batch} counts={failedAgain} /> },
    { heading: pageTexts.createdBy, priority: 3, cell: ({ createdBy }) => orDash(createdBy) },
    { heading: pageTexts.createdAt, cell: ({ createdAt }) => <Time value={createdAt} /> },
    {
      heading: pageTexts.endedAt,
      priority: 2,
      cell: ({ createdAt, endedAt }) => <Time value={endedAt} behind={createdAt} />,
    },
    {
      heading: texts.names.actions,
      cell: (batch) =>
        ['Running', 'Paused'].includes(batch.status) ? (
          <Button
            size="xs"
            variant="default"
            disabled={!mayStop}
            aria-label={pageTexts.stopOf(nameOf(batch), formatTime(batch.createdAt))}
            onClick={() => onStop(batch)}
          >
            {pageTexts.stop}
          </Button>
        ) : (
          orDash(null)
        ),
    },
  ];
}

const itemsOf = (batchId: string) => `/batches?${new URLSearchParams({ batch: batchId })}`;

function operationCell(batch: ListedBatch) {
  return (
    <Anchor component={Link} size="sm" to={itemsOf(batch.batchId)}>
      {nameOf(batch)}
    </Anchor>
  );
}

/** Succeeded items whose instance has failed again. */
function FailedAgainCell(props: ListedBatch & { readonly counts: FailedAgain | undefined }) {
  const { batchId, operation, succeededCount, counts } = props;
  if (!isRetry(operation)) return orDash(null);
  if (succeededCount === 0) return number(0);
  if (counts === undefined) return '…';
  const count = counts[batchId] ?? 0;
  if (count === 0) return number(0);
  return (
    <Anchor
      component={Link}
      size="sm"
      to={`${itemsOf(batchId)}&now=failed`}
      aria-label={`${pageTexts.failedAgain}: ${number(count)}`}
    >
      {number(count)}
    </Anchor>
  );
}

function failuresCell({ batchId, failedCount }: ListedBatch) {
  if (failedCount === 0) return number(0);
  return (
    <Anchor component={Link} size="sm" to={itemsOf(batchId)} aria-label={`${pageTexts.failures}: ${number(failedCount)}`}>
      {number(failedCount)}
    </Anchor>
  );
}

const ITEM_COLUMNS: readonly Column<Item>[] = [
  { heading: texts.names.instance, cell: (item) => <InstanceOfItem {...item} /> },
  { heading: texts.names.businessId, cell: (item) => <BusinessId id={item.businessId} root={callerOf(item)} /> },
  { heading: texts.names.reason, cell: ({ reason }) => <span className="any-text">{orDash(reason)}</span> },
];

function FailedItems({ batchId }: { readonly batchId: string }) {
  const label = pageTexts.failures;
  const items = useQuery(batchFailuresQuery(batchId));
  return (
    <section {...(items.data?.totalCount === 0 && { 'aria-label': label })}>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {label}
      </Title>
      <List
        query={items}
        failure={pageTexts.itemsFailed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={pageTexts.noFailures}
        isPlain
      >
        {({ items: rows, totalCount }) => (
          <>
            <DataGrid label={label} columns={ITEM_COLUMNS} rows={rows} rowKey={({ position }) => position} />
            {totalCount > rows.length && <Text size="sm">{pageTexts.more(totalCount - rows.length)}</Text>}
          </>
        )}
      </List>
    </section>
  );
}

function StopDialog({ batch, onClose }: { readonly batch: ListedBatch; readonly onClose: () => void }) {
  const stop = useAction(stopBatch, () => pageTexts.stopped, { showsRefusal: false });
  return (
    <Dialog
      title={pageTexts.stopTitle}
      action={pageTexts.stop}
      dismiss={texts.shared.keep}
      isDangerous
      isBusy={stop.isPending}
      refusal={stop.error?.message}
      onAction={() => stop.mutate(batch.batchId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{pageTexts.stopNote}</Text>
    </Dialog>
  );
}
