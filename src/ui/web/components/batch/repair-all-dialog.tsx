import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../api/actions.ts';
import { type BatchOrder, countBatch, createBatch, isRetry } from '../../api/repairs.ts';
import type { BatchAnswer } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { Dialog } from '../dialog.tsx';
import { ReasonField, useReason } from '../reason-field.tsx';
import { Progress } from './batch-progress.tsx';
import { ChangeFirst, useChangedVariables } from './change-first.tsx';

/** Cannot be undone. */
const DANGEROUS: ReadonlySet<string> = new Set(['cancel', 'delete']);
/** Operations that store a reason in the history of each instance. */
const REASONED: ReadonlySet<string> = new Set(['cancel', 'suspend']);

/**
 * Counts the items, asks for confirmation, and shows the progress of the batch, which continues if the dialog is closed
 * (docs/contributing/spec/batches.md). `what`: name of the items in the title; undefined: instances, with
 * their number. `isReady` false: a field in `children` is invalid.
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
  readonly what?: string | undefined;
  readonly isReady?: boolean;
  /** further fields of the order */
  readonly children?: ReactNode;
  /** the batch exists */
  readonly onCreated?: () => void;
  readonly onClose: () => void;
}) {
  const [batchId, setBatchId] = useState<string | null>(null);
  const changed = useChangedVariables();
  const reason = useReason();
  const takesReason = REASONED.has(order.operation) || changed.isOn;
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
  const title = titleOf(order, what, counted.data?.totalCount ?? order.ids?.length);
  if (batchId !== null) return <Progress batchId={batchId} order={order} title={title} done={words.done} onClose={onClose} />;
  const total = counted.data?.totalCount ?? 0;
  const verb = changed.isOn ? pageTexts.batch.changeFirst.verb : words.verb;
  const submit = () => create.mutate({ ...order, variables: changed.variables, ...(takesReason && reason.given) });
  return (
    <Dialog
      title={`${title}?`}
      action={total === 0 ? verb : pageTexts.batch.act(verb, total)}
      isDangerous={DANGEROUS.has(order.operation)}
      {...(order.operation === 'cancel' && { dismiss: texts.shared.close })}
      isReady={isReady && total > 0 && changed.isReady && !(takesReason && reason.isMissing)}
      isBusy={counted.isPending || create.isPending}
      refusal={changed.fault ?? (create.error ?? counted.error)?.message}
      onAction={submit}
      {...(changed.isOn && { size: 'lg' })}
      onClose={onClose}
    >
      {children}
      <Text role="status">{counted.data === undefined ? pageTexts.batch.counting : countText(order, counted.data)}</Text>
      {total > 0 && <Text size="sm">{words.note}</Text>}
      {total > 0 && isRetry(order.operation) && <ChangeFirst changed={changed} order={order} total={total} />}
      {total > 0 && takesReason && <ReasonField reason={reason} />}
    </Dialog>
  );
}

function titleOf({ operation, filters }: BatchOrder, what: string | undefined, count: number | undefined): string {
  const { verb, subjects } = pageTexts.batch[operation];
  if (what !== undefined) return pageTexts.batch.title(verb, what, filters !== undefined);
  return filters === undefined
    ? pageTexts.batch.titleOfChosen(verb, count ?? 0, subjects(count ?? 0))
    : pageTexts.batch.titleOfMatching(verb, count, subjects(count ?? 0));
}

function countText({ operation }: BatchOrder, { totalCount, processes }: BatchAnswer): string {
  const { verb, done, subjects } = pageTexts.batch[operation];
  if (totalCount === 0) return pageTexts.batch.nothingLeft(verb);
  const of = processes.map(({ processDefinitionKey: key, count }) => (processes.length === 1 ? key : `${key} (${count})`));
  return pageTexts.batch.willBe(totalCount, subjects(totalCount), of.join(', '), done);
}
