import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { readAgain, useAction } from '../../api/actions.ts';
import { type BatchOrder, batchFailuresQuery, batchQuery, countBatch, createBatch } from '../../api/repairs.ts';
import type { BatchAnswer, BatchProgress } from '../../api/service-types.ts';
import { Dialog } from '../dialog.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import './batch.css';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { ErrorMessage } from '../error-message.tsx';
import { ReasonField, useReason } from '../reason-field.tsx';

/** Poll interval for the progress. */
const POLL_MS = 700;
/** Poll interval for the number of instances that have failed again. */
const FAILED_POLL_MS = 2000;

/** Cannot be undone. */
const DANGEROUS: ReadonlySet<string> = new Set(['cancel', 'delete']);
/** Operations that store a reason in the history of each instance. */
const REASONED: ReadonlySet<string> = new Set(['cancel', 'suspend']);

/**
 * Counts the items, asks for confirmation, and shows the progress of the batch, which continues if the dialog is closed
 * (docs/contributing/spec/batches.md). `what`: name of the items in the title. `isReady` false: a field in `children` is invalid.
 */
export function RepairAllDialog({
  order,
  what,
  isReady = true,
  children,
  onCreated,
  onClose,
}: {
  readonly order: BatchOrder;
  readonly what: string;
  readonly isReady?: boolean;
  /** further fields of the order */
  readonly children?: ReactNode;
  /** the batch exists */
  readonly onCreated?: () => void;
  readonly onClose: () => void;
}) {
  const [batchId, setBatchId] = useState<string | null>(null);
  const reason = useReason();
  const takesReason = REASONED.has(order.operation);
  const counted = useQuery({
    queryKey: ['count of a batch', order],
    queryFn: () => countBatch(order),
    enabled: batchId === null,
    gcTime: 0,
    retry: false,
  });
  const create = useAction(
    createBatch,
    (made) => {
      setBatchId(made.batchId);
      onCreated?.();
      return undefined;
    },
    { showsRefusal: false },
  );
  const words = pageTexts.batch[order.operation];
  const title = pageTexts.batch.title(words.verb, what, order.filters !== undefined);
  if (batchId !== null) return <Progress batchId={batchId} order={order} title={title} done={words.done} onClose={onClose} />;
  const total = counted.data?.totalCount ?? 0;
  return (
    <Dialog
      title={`${title}?`}
      action={total === 0 ? words.verb : pageTexts.batch.act(words.verb, total)}
      isDangerous={DANGEROUS.has(order.operation)}
      {...(order.operation === 'cancel' && { dismiss: texts.shared.close })}
      isReady={isReady && total > 0 && !(takesReason && reason.isMissing)}
      isBusy={counted.isPending || create.isPending}
      refusal={(create.error ?? counted.error)?.message}
      onAction={() => create.mutate(takesReason ? { ...order, ...reason.given } : order)}
      onClose={onClose}
    >
      {children}
      <Text role="status">{counted.data === undefined ? pageTexts.batch.counting : countText(order, counted.data)}</Text>
      {total > 0 && <Text size="sm">{words.note}</Text>}
      {total > 0 && takesReason && <ReasonField reason={reason} />}
    </Dialog>
  );
}

function countText({ operation }: BatchOrder, { totalCount, processes }: BatchAnswer): string {
  const { verb, done, subjects } = pageTexts.batch[operation];
  if (totalCount === 0) return pageTexts.batch.nothingLeft(verb);
  const of = processes.map(({ processDefinitionKey: key, count }) => (processes.length === 1 ? key : `${key} (${count})`));
  return pageTexts.batch.willBe(totalCount, subjects(totalCount), of.join(', '), done);
}

function Progress(props: {
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
      {hasEnded && order.operation === 'revive' && <FailedNow order={order} />}
      {batch.data !== undefined && batch.data.failedCount > 0 && <Refused batchId={batchId} total={batch.data.failedCount} />}
      <Group justify="flex-end" mt="md">
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
