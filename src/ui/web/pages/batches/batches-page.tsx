import { Anchor, Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../api/actions.ts';
import { batchesQuery, batchFailuresQuery, batchQuery, isRetry, retriedNowQuery, stopBatch } from '../../api/repairs.ts';
import type { BatchItemList, ListedBatch } from '../../api/service-types.ts';
import { RetriedItems } from '../../components/batch/batch-progress.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/batches.ts';
import { number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';

/** Poll interval while a listed batch is running. */
const POLL_MS = 2000;

/** See docs/contributing/spec/pages.md#batches. */
export function BatchesPage() {
  const { get, set, page } = useUrlFilters();
  const mayStop = useMay()('operate');
  const batches = useQuery({
    ...batchesQuery({ page }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ endedAt }) => endedAt === null) ? POLL_MS : false),
  });
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
              columns={columns(mayStop, setStopping)}
              rows={items}
              rowKey={({ batchId }) => batchId}
              isSelected={({ batchId }) => batchId === shownBatch}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
      {shownBatch !== '' && <FailedItems batchId={shownBatch} />}
      {shownBatch !== '' && <Retried batchId={shownBatch} />}
      {stopping !== null && <StopDialog batch={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

const nameOf = ({ operation }: ListedBatch) => pageTexts.operations[operation] ?? operation;

function columns(mayStop: boolean, onStop: (batch: ListedBatch) => void): readonly Column<ListedBatch>[] {
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
  if (!isRetry(batch.operation)) return nameOf(batch);
  return (
    <Anchor component={Link} size="sm" to={itemsOf(batch.batchId)}>
      {nameOf(batch)}
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

type FailedItem = BatchItemList['items'][number];

const ITEM_COLUMNS: readonly Column<FailedItem>[] = [
  {
    heading: texts.names.instance,
    cell: ({ workflowInstanceId: id, subjectId }) =>
      id === null ? subjectId : <ShortId id={id} to={`/process-instance/${id}`} />,
  },
  { heading: texts.names.reason, cell: ({ reason }) => <span className="any-text">{orDash(reason)}</span> },
];

/** Items of a retry by their present status; nothing for another operation. */
function Retried({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery(batchQuery(batchId));
  const isShown = data !== undefined && isRetry(data.operation);
  const now = useQuery({ ...retriedNowQuery(batchId), enabled: isShown });
  if (!isShown) return null;
  const words = { label: pageTexts.failedAgain, none: pageTexts.noneAgain };
  return (
    // reads the items again if their number changes
    <FailedItems key={now.data?.failed} batchId={batchId} filters="StatusNow==Failed" {...words}>
      <RetriedItems batchId={batchId} />
    </FailedItems>
  );
}

function FailedItems(props: {
  readonly batchId: string;
  readonly filters?: string;
  readonly label?: string;
  readonly none?: string;
  readonly children?: ReactNode;
}) {
  const { batchId, filters, label = pageTexts.failures, none = pageTexts.noFailures, children } = props;
  const items = useQuery(batchFailuresQuery(batchId, filters));
  return (
    <section {...(items.data?.totalCount === 0 && { 'aria-label': label })}>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {label}
      </Title>
      {children}
      <List query={items} failure={pageTexts.itemsFailed} isEmpty={({ totalCount }) => totalCount === 0} empty={none} isPlain>
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
