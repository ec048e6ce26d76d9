import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { readAgain, useAction } from '../../api/actions.ts';
import { type BatchOrder, batchFailuresQuery, batchQuery, countBatch, createBatch } from '../../api/repairs.ts';
import type { BatchAnswer, BatchProgress } from '../../api/service-types.ts';
import { Dialog } from '../dialog.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import './batch.css';

/** How often the page looks how far the batch is. Unit: ms. */
const LOOK_MS = 700;

/** What happens to each, in the words of who decides about it. */
interface BatchWords {
  readonly verb: string;
  readonly done: string;
  readonly subjects: readonly [one: string, many: string];
  readonly note: string;
}
const INSTANCES = ['instance', 'instances'] as const;
/** What cannot be taken back. */
const DANGEROUS: ReadonlySet<string> = new Set(['cancel', 'delete']);
const WORDS: Readonly<Record<BatchOrder['operation'], BatchWords>> = {
  retry: {
    verb: 'Retry',
    done: 'retried',
    subjects: ['incident', 'incidents'],
    note: 'What failed is done once more, with the variables as they are now. What fails again waits here again.',
  },
  revive: {
    verb: 'Retry',
    done: 'retried',
    subjects: ['failed instance', 'failed instances'],
    note: 'Each goes on from the step before it failed, with the variables as they are now: work of that step is done once more. Where others already know of the failure, a new instance goes on in its place.',
  },
  cancel: {
    verb: 'Cancel',
    done: 'cancelled',
    subjects: INSTANCES,
    note: 'All that is active in them ends, and the instances that they have called are cancelled too. Nothing is compensated.',
  },
  suspend: {
    verb: 'Suspend',
    done: 'suspended',
    subjects: INSTANCES,
    note: 'Nothing of them moves until they are resumed; what comes for them waits.',
  },
  resume: { verb: 'Resume', done: 'resumed', subjects: INSTANCES, note: 'They go on, with what has come for them meanwhile.' },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    subjects: INSTANCES,
    note: 'What is known of them is gone afterwards, with the instances that they have called. Those that run are not deleted.',
  },
};

/** Does the same to all that a filter finds: counts them, asks, and shows how far it is (docs/spec/batches.md). `what`: the group, as its row names it. */
export function RepairAllDialog({
  order,
  what,
  onClose,
}: {
  readonly order: BatchOrder;
  readonly what: string;
  readonly onClose: () => void;
}) {
  const [batchId, setBatchId] = useState<string | null>(null);
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
      return undefined;
    },
    { showsRefusal: false },
  );
  const words = WORDS[order.operation];
  const title = `${words.verb}${order.filters === undefined ? '' : ' all'}: ${what}`;
  if (batchId !== null) return <Progress batchId={batchId} title={title} done={words.done} onClose={onClose} />;
  const total = counted.data?.totalCount ?? 0;
  return (
    <Dialog
      title={`${title}?`}
      action={total === 0 ? words.verb : `${words.verb} ${total.toLocaleString('en')}`}
      isDangerous={DANGEROUS.has(order.operation)}
      isReady={total > 0}
      isBusy={counted.isPending || create.isPending}
      refusal={(create.error ?? counted.error)?.message}
      onAction={() => create.mutate(order)}
      onClose={onClose}
    >
      <Text role="status">{counted.data === undefined ? 'Counting …' : countText(order, counted.data)}</Text>
      {total > 0 && <Text size="sm">{words.note}</Text>}
    </Dialog>
  );
}

function countText({ operation }: BatchOrder, { totalCount, processes }: BatchAnswer): string {
  const { verb, done, subjects } = WORDS[operation];
  if (totalCount === 0) return `There is nothing left to ${verb.toLowerCase()}: somebody was faster.`;
  const [one, many] = subjects;
  const of = processes.map(({ processDefinitionKey: key, count }) => (processes.length === 1 ? key : `${key} (${count})`));
  return `${totalCount.toLocaleString('en')} ${totalCount === 1 ? one : many} of ${of.join(', ')} will be ${done}.`;
}

function Progress(props: {
  readonly batchId: string;
  readonly title: string;
  readonly done: string;
  readonly onClose: () => void;
}) {
  const { batchId, title, done, onClose } = props;
  useReturnFocus();
  const queries = useQueryClient();
  const batch = useQuery({
    ...batchQuery(batchId),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.endedAt === null ? LOOK_MS : false),
  });
  const hasEnded = batch.data !== undefined && batch.data.endedAt !== null;
  useEffect(() => {
    if (hasEnded) void readAgain(queries);
  }, [hasEnded, queries]);
  return (
    <Modal opened onClose={onClose} title={title} size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      {batch.isError && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          How far it is could not be read: {batch.error.message} It goes on all the same.
        </Alert>
      )}
      {batch.data !== undefined && <Counts batch={batch.data} word={done} />}
      {batch.data !== undefined && batch.data.failedCount > 0 && <Refused batchId={batchId} total={batch.data.failedCount} />}
      <Group justify="flex-end" mt="md">
        {!hasEnded && (
          <Text size="sm" c="dimmed">
            You may close this: it goes on.
          </Text>
        )}
        <Button variant={hasEnded ? 'filled' : 'default'} onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Modal>
  );
}

function Counts({ batch, word }: { readonly batch: BatchProgress; readonly word: string }) {
  const { totalCount, pendingCount, succeededCount, skippedCount, failedCount, endedAt } = batch;
  const done = totalCount - pendingCount;
  const parts = [
    `${succeededCount} ${word}`,
    ...(skippedCount > 0 ? [`${skippedCount} had nothing left to do`] : []),
    ...(failedCount > 0 ? [`${failedCount} could not be ${word}`] : []),
  ];
  return (
    <>
      <progress className="batch-bar" max={Math.max(1, totalCount)} value={done} aria-label="Done" />
      <Text role="status">
        {endedAt === null ? `${done} of ${totalCount}: ` : 'Done: '}
        {parts.join(', ')}.
      </Text>
    </>
  );
}

/** What the service said of each that it did not do. */
function Refused({ batchId, total }: { readonly batchId: string; readonly total: number }) {
  const { data } = useQuery({ ...batchFailuresQuery(batchId), refetchInterval: LOOK_MS * 4 });
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
      {total > data.items.length && <Text size="sm">and {total - data.items.length} more</Text>}
    </>
  );
}
