import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { readAgain } from '../../api/actions.ts';
import { type BatchOrder, batchFailuresQuery, batchQuery, countBatch } from '../../api/repairs.ts';
import type { BatchProgress } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { ErrorMessage } from '../error-message.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import './batch.css';

/** Poll interval for the progress. */
export const POLL_MS = 700;
/** Poll interval for the number of instances that have failed again. */
const FAILED_POLL_MS = 2000;

/** Progress of a batch, which continues if the dialog is closed. `children`: above it. */
export function Progress(props: {
  readonly batchId: string;
  readonly order: BatchOrder;
  readonly title: string;
  readonly done: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { batchId, order, title, done, onClose, children } = props;
  useReturnFocus();
  const queries = useQueryClient();
  const batch = useQuery({
    ...batchQuery(batchId),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.endedAt === null ? POLL_MS : false),
  });
  const hasEnded = batch.data !== undefined && batch.data.endedAt !== null;
  useEffect(() => {
    if (hasEnded) void readAgain(queries);
  }, [hasEnded, queries]);
  return (
    <Modal opened onClose={onClose} title={title} size="md" closeButtonProps={{ 'aria-label': texts.shared.close }}>
      {children}
      {batch.isError && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          <ErrorMessage text={pageTexts.batch.unread(batch.error.message)} />
        </Alert>
      )}
      {batch.data !== undefined && <Counts batch={batch.data} word={done} />}
      {hasEnded && order.operation === 'revive' && <FailedNow order={order} />}
      {batch.data !== undefined && batch.data.failedCount > 0 && <Refused batchId={batchId} total={batch.data.failedCount} />}
      <Group justify="flex-end" mt="md" className="dialog-foot">
        {!hasEnded && (
          <Text size="sm" c="dimmed">
            {pageTexts.batch.mayClose}
          </Text>
        )}
        <Button variant={hasEnded ? 'filled' : 'default'} onClick={onClose} data-autofocus>
          {texts.shared.close}
        </Button>
      </Group>
    </Modal>
  );
}

export function Counts({ batch, word }: { readonly batch: BatchProgress; readonly word: string }) {
  const { totalCount, pendingCount, succeededCount, skippedCount, failedCount, endedAt } = batch;
  const done = totalCount - pendingCount;
  const parts = [
    pageTexts.batch.succeeded(succeededCount, word),
    ...(skippedCount > 0 ? [pageTexts.batch.skipped(skippedCount)] : []),
    ...(failedCount > 0 ? [pageTexts.batch.failed(failedCount, word)] : []),
  ];
  return (
    <>
      <progress className="batch-bar" max={Math.max(1, totalCount)} value={done} aria-label={pageTexts.batch.done} />
      <Text role="status">
        {endedAt === null ? pageTexts.batch.progress(done, totalCount) : pageTexts.batch.ended}
        {parts.join(', ')}.
      </Text>
    </>
  );
}

/** Counts the items that match the filter now. Polls, because retried instances continue after the batch. */
function FailedNow({ order }: { readonly order: BatchOrder }) {
  const { data } = useQuery({
    queryKey: ['count after a batch', order],
    queryFn: () => countBatch(order),
    refetchInterval: FAILED_POLL_MS,
    gcTime: 0,
    retry: false,
  });
  return <Text size="sm">{data === undefined ? pageTexts.batch.counting : pageTexts.batch.failedNow(data.totalCount)}</Text>;
}

/** Shows errors of failed items. */
export function Refused(props: { readonly batchId: string; readonly total: number; readonly filters?: string }) {
  const { batchId, total, filters } = props;
  const { data } = useQuery({ ...batchFailuresQuery(batchId, filters), refetchInterval: POLL_MS * 4 });
  if (data === undefined) return null;
  return (
    <>
      <ul className="batch-refused">
        {data.items.map(({ position, workflowInstanceId, subjectId, reason }) => (
          <li key={position}>
            {workflowInstanceId === null ? (
              subjectId
            ) : (
              <Anchor component={Link} size="sm" to={`/process-instance/${workflowInstanceId}`}>
                {workflowInstanceId.slice(0, 8)}…
              </Anchor>
            )}{' '}
            {reason}
          </li>
        ))}
      </ul>
      {total > data.items.length && <Text size="sm">{pageTexts.batch.more(total - data.items.length)}</Text>}
    </>
  );
}
