import { Title } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { batchItemsQuery, batchQuery, isRetry, itemsNowQuery } from '../../api/repairs.ts';
import type { BatchItemList } from '../../api/service-types.ts';
import { NOW_FILTERS, nowOf, RetriedItems, useRetriedNow } from '../../components/batch/retried-items.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ErrorText } from '../../components/error-text.tsx';
import { orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { BusinessId, callerOf, ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/batches.ts';
import { texts } from '../../texts/texts.ts';

export type Item = BatchItemList['items'][number];

/** Items of a retry by their present status; of another operation, all items with their result. */
export function ItemsOfBatch({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery(batchQuery(batchId));
  if (data === undefined) return null;
  return isRetry(data.operation) ? <ItemsNow batchId={batchId} /> : <AllItems batchId={batchId} />;
}

function ItemsNow({ batchId }: { readonly batchId: string }) {
  const { get } = useUrlFilters();
  const shown = nowOf(get('now'));
  const counts = useRetriedNow(batchId).data;
  const items = useQuery(itemsNowQuery(batchId, { filters: NOW_FILTERS[shown], page: usePageOfItems() }, counts));
  return (
    <ItemList label={pageTexts.itemsNow[shown]} items={items} columns={NOW_COLUMNS}>
      <RetriedItems batchId={batchId} shown={shown} />
    </ItemList>
  );
}

function AllItems({ batchId }: { readonly batchId: string }) {
  const items = useQuery(batchItemsQuery(batchId, { page: usePageOfItems() }));
  return <ItemList label={pageTexts.items} items={items} columns={RESULT_COLUMNS} />;
}

function usePageOfItems(): number {
  return Math.max(1, Number.parseInt(useUrlFilters().get('nowPage'), 10) || 1);
}

function ItemList(props: {
  readonly label: string;
  readonly items: UseQueryResult<BatchItemList>;
  readonly columns: readonly Column<Item>[];
  readonly children?: ReactNode;
}) {
  const { label, items, columns, children } = props;
  const { set, page } = useUrlFilters();
  return (
    <section {...(items.data?.totalCount === 0 && { 'aria-label': label })}>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {label}
      </Title>
      {children}
      <List
        query={items}
        failure={pageTexts.itemsFailed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={pageTexts.noneNow}
        isPlain
      >
        {({ items: rows, pageSize, totalCount, ...list }) => (
          <>
            <DataGrid
              label={label}
              columns={columns}
              rows={rows}
              rowKey={({ subjectId }) => subjectId}
              rowLink={({ resultInstanceId, workflowInstanceId: id }) => linkOf(resultInstanceId ?? id)}
            />
            <Pager
              label={pageTexts.pagesOfItems}
              page={list.page}
              pageSize={pageSize}
              totalCount={totalCount}
              onChange={(to) => set({ nowPage: to, page })}
            />
          </>
        )}
      </List>
    </section>
  );
}

function linkOf(id: string | null) {
  return id === null ? undefined : `/process-instance/${id}`;
}

export function InstanceOfItem({ workflowInstanceId, resultInstanceId, subjectId }: Item) {
  const id = resultInstanceId ?? workflowInstanceId;
  const to = linkOf(id);
  return to === undefined ? subjectId : <ShortId id={id} to={to} />;
}

const COLUMNS: readonly Column<Item>[] = [
  { heading: texts.names.instance, cell: (item) => <InstanceOfItem {...item} /> },
  { heading: texts.names.businessId, cell: (item) => <BusinessId id={item.businessId} root={callerOf(item)} /> },
  {
    heading: texts.names.process,
    priority: 2,
    cell: ({ processDefinitionKey: key }) => <span className="any-text">{orDash(key)}</span>,
  },
];

const NOW_COLUMNS: readonly Column<Item>[] = [
  ...COLUMNS,
  {
    heading: texts.names.status,
    cell: ({ statusNow, isWaitingNow }) => statusNow !== null && <StatusBadge status={isWaitingNow ? 'Waiting' : statusNow} />,
  },
  {
    heading: texts.names.error,
    cell: ({ failureNow }) =>
      failureNow === null ? orDash(null) : <ErrorText text={`[${failureNow.code}] ${failureNow.message}`} />,
  },
];

const RESULT_COLUMNS: readonly Column<Item>[] = [
  ...COLUMNS,
  { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { heading: texts.names.reason, cell: ({ reason }) => <span className="any-text">{orDash(reason)}</span> },
];
