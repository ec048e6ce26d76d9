import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { readAgain } from '../../api/actions.ts';
import { type BatchOrder, batchFailuresQuery, batchQuery, isRetry, retriedNowQuery } from '../../api/repairs.ts';
import type { BatchProgress } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { ErrorMessage } from '../error-message.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import './batch.css';

/** Poll interval for the progress. */
const POLL_MS = 700;
/** Poll interval for the numbers of retried items. */
const RETRIED_POLL_MS = 2000;

/** Progress of a batch, which continues if the dialog is closed. */
export function Progress(props: {
  readonly batchId: string;
  readonly order: BatchOrder;
  readonly title: string;
  readonly done: string;
  readonly onClose: () => void;
}) {
  const { batchId, order, title, done, onClose } = props;
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
      {batch.isError && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          <ErrorMessage text={pageTexts.batch.unread(batch.error.message)} />
        </Alert>
      )}
      {batch.data !== undefined && <Counts batch={batch.data} word={done} />}
      {hasEnded && isRetry(order.operation) && <RetriedItems batchId={batchId} />}
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

function Counts({ batch, word }: { readonly batch: BatchProgress; readonly word: string }) {
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

/** Polls while retried instances run: they continue after the batch. */
export function RetriedItems({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery({
    ...retriedNowQuery(batchId),
    refetchInterval: ({ state }) => (state.data?.running === 0 ? false : RETRIED_POLL_MS),
  });
  return <Text size="sm">{data === undefined ? pageTexts.batch.counting : pageTexts.batch.retriedNow(data)}</Text>;
}

/** Shows errors of failed items. */
function Refused({ batchId, total }: { readonly batchId: string; readonly total: number }) {
  const { data } = useQuery({ ...batchFailuresQuery(batchId), refetchInterval: POLL_MS * 4 });
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
