import '@mantine/core/styles/Checkbox.css';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '../../api/actions.ts';
import type { JsonText } from '../../api/json-text.ts';
import { type BatchOrder, batchQuery } from '../../api/repairs.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { ErrorMessage } from '../error-message.tsx';
import { JsonField } from '../json-field/json-field.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import { changesOf, type VariableRow } from '../variable-rows.ts';
import { Counts, POLL_MS, Progress, Refused } from './batch-progress.tsx';
import { changeThenRetry, UNDONE, type VariablesChanged } from './change-then-retry.ts';

const newRow = (id: number): VariableRow => ({ id, name: '', text: '', before: null, isRemoved: false });

/** Variables to set before a retry. `isOn` false: none. */
export function useChangedVariables() {
  const [isOn, setOn] = useState(false);
  const [rows, setRows] = useState<readonly VariableRow[]>([newRow(0)]);
  const { variables, fault } = changesOf(rows.filter(({ text }) => text.trim() !== ''));
  const isHalfFilled = rows.some(({ name, text }) => (name.trim() === '') !== (text.trim() === ''));
  return {
    isOn,
    setOn,
    rows,
    setRows,
    variables: isOn ? variables : undefined,
    fault: isOn ? fault : undefined,
    isReady: !isOn || (variables !== undefined && fault === undefined && !isHalfFilled),
  };
}

/** Option with a field for each variable; the values are the same for all instances. */
export function ChangeFirst({ changed }: { readonly changed: ReturnType<typeof useChangedVariables> }) {
  const { isOn, setOn, rows, setRows } = changed;
  const words = pageTexts.batch.changeFirst;
  const change = (id: number, part: Partial<VariableRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <>
      <Checkbox label={words.label} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      {isOn && (
        <Stack gap="xs">
          <Text size="sm">{words.note}</Text>
          {rows.map((row, index) => (
            <div key={row.id} className="variable-row">
              <TextInput
                aria-label={words.name(index + 1)}
                placeholder={words.namePlaceholder}
                data-autofocus={index === 0}
                value={row.name}
                onChange={(event) => change(row.id, { name: event.currentTarget.value })}
              />
              <JsonField
                aria-label={words.value(index + 1)}
                placeholder={words.valuePlaceholder}
                autosize
                minRows={1}
                maxRows={8}
                value={row.text}
                onChange={(event) => change(row.id, { text: event.currentTarget.value })}
              />
            </div>
          ))}
          <Group>
            <Button size="xs" variant="default" onClick={() => setRows([...rows, newRow(rows.length)])}>
              {words.add}
            </Button>
          </Group>
        </Stack>
      )}
    </>
  );
}

/** `filters`: of incidents. */
export interface Changing {
  readonly filters: string;
  readonly variables: JsonText;
  /** of the change */
  readonly reason?: string;
}

/** Changes the variables in one batch, then retries in another. Both continue if the dialog is closed. */
export function ChangeProgress(props: {
  readonly changing: Changing;
  readonly title: string;
  readonly order: BatchOrder;
  readonly onClose: () => void;
}) {
  const { changing, title, order, onClose } = props;
  const words = pageTexts.batch.changeFirst;
  const [changedId, setChangedId] = useState<string | null>(null);
  const run = useAction(
    (request: Changing) => changeThenRetry(request, { onChanging: setChangedId, pollMs: POLL_MS }),
    () => undefined,
    { showsRefusal: false },
  );
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (!isBegun.current) run.mutate(changing);
    isBegun.current = true;
  }, []);
  const result = run.data;
  if (result?.retryId != null) {
    return (
      <Progress batchId={result.retryId} order={order} title={title} done={pageTexts.batch.retry.done} onClose={onClose}>
        <NotChanged changed={result} />
      </Progress>
    );
  }
  return (
    <Frame title={title} onClose={onClose} isRunning={run.isPending}>
      {run.error !== null && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          <ErrorMessage text={run.error.message} />
        </Alert>
      )}
      {run.isPending && <Text size="sm">{words.running}</Text>}
      {changedId !== null && <ChangeCounts batchId={changedId} />}
      {result !== undefined && (
        <>
          <NotChanged changed={result} />
          <Text size="sm">{words.noneRetried}</Text>
        </>
      )}
    </Frame>
  );
}

function Frame(props: {
  readonly title: string;
  readonly isRunning: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, isRunning, onClose, children } = props;
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={title} size="md" closeButtonProps={{ 'aria-label': texts.shared.close }}>
      {children}
      <Group justify="flex-end" mt="md" className="dialog-foot">
        <Button variant={isRunning ? 'default' : 'filled'} onClick={onClose} data-autofocus>
          {texts.shared.close}
        </Button>
      </Group>
    </Modal>
  );
}

function ChangeCounts({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery({
    ...batchQuery(batchId),
    refetchInterval: ({ state }) => (state.data?.endedAt == null ? POLL_MS : false),
  });
  return data === undefined ? null : <Counts batch={data} word={pageTexts.batch.variables.done} />;
}

/** Instances whose variables could not be changed, with the errors. */
function NotChanged({ changed: { changeId, notChanged } }: { readonly changed: VariablesChanged }) {
  if (notChanged === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" mb="sm">
      <Text size="sm">{pageTexts.batch.changeFirst.notChanged(notChanged)}</Text>
      <Refused batchId={changeId} total={notChanged} filters={UNDONE} />
    </Alert>
  );
}
