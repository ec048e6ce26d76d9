import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { batchQuery, isRetry, itemsNowQuery } from '../../api/repairs.ts';
import type { BatchItemList } from '../../api/service-types.ts';
import { NOW_FILTERS, nowOf, RetriedItems, useRetriedNow } from '../../components/batch/retried-items.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/batches.ts';
import { texts } from '../../texts/texts.ts';

/** Items of a retry by their present status; nothing for another operation. */
export function Retried({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery(batchQuery(batchId));
  return data !== undefined && isRetry(data.operation) ? <ItemsNow batchId={batchId} /> : null;
}

function ItemsNow({ batchId }: { readonly batchId: string }) {
  const { get, set, page } = useUrlFilters();
  const shown = nowOf(get('now'));
  const counts = useRetriedNow(batchId).data;
  const itemPage = Math.max(1, Number.parseInt(get('nowPage'), 10) || 1);
  const items = useQuery(itemsNowQuery(batchId, { filters: NOW_FILTERS[shown], page: itemPage }, counts));
  const label = pageTexts.itemsNow[shown];
  return (
    <section {...(items.data?.totalCount === 0 && { 'aria-label': label })}>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {label}
      </Title>
      <RetriedItems batchId={batchId} shown={shown} />
      <List
        query={items}
        failure={pageTexts.itemsFailed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={pageTexts.noneNow}
        isPlain
      >
        {({ items: rows, pageSize, totalCount, ...list }) => (
          <>
            <DataGrid label={label} columns={COLUMNS} rows={rows} rowKey={({ subjectId }) => subjectId} />
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

type Item = BatchItemList['items'][number];

const COLUMNS: readonly Column<Item>[] = [
  {
    heading: texts.names.instance,
    cell: ({ workflowInstanceId, resultInstanceId, subjectId }) => {
      const id = resultInstanceId ?? workflowInstanceId;
      return id === null ? subjectId : <ShortId id={id} to={`/process-instance/${id}`} />;
    },
  },
  { heading: texts.names.process, cell: ({ processDefinitionKey: key }) => <span className="any-text">{key}</span> },
  {
    heading: texts.names.status,
    cell: ({ statusNow, isWaitingNow }) => statusNow !== null && <StatusBadge status={isWaitingNow ? 'Waiting' : statusNow} />,
  },
];
