import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { VariableNamesView } from '../../../wire/search.ts';
import { getService, getView } from '../../api/client.ts';
import type { BatchOrder } from '../../api/repairs.ts';
import type { FoundInstances, IncidentList } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { JsonField } from '../json-field/json-field.tsx';
import { changesOf, type VariableRow } from '../variable-rows.ts';

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

/** Instances whose variables are read: the limit of the service. */
const MOST_READ = 100;

/** Variables of the first affected instances. Undefined: not read. */
function useAffectedNames(order: BatchOrder, isOn: boolean): VariableNamesView | undefined {
  const { data } = useQuery({
    queryKey: ['variables of a batch', order],
    queryFn: async ({ signal }) => {
      const instances = [...new Set(await affectedInstances(order, signal))].slice(0, MOST_READ).join(',');
      return instances === '' ? null : getView<VariableNamesView>('variables/names', { instances }, signal);
    },
    enabled: isOn,
    gcTime: 0,
  });
  return data ?? undefined;
}

async function affectedInstances({ operation, filters, ids }: BatchOrder, signal: AbortSignal): Promise<readonly string[]> {
  const query = { filters, pageSize: MOST_READ };
  if (operation !== 'retry') {
    if (ids !== undefined) return ids;
    const { items } = await getService<FoundInstances>('/Instances', query, signal);
    return items.map(({ instanceId }) => instanceId);
  }
  if (ids !== undefined) return [];
  const { items } = await getService<IncidentList>('/Incidents', query, signal);
  return items.map(({ workflowInstanceId }) => workflowInstanceId);
}

/** Note if not every instance has the variable, because that is often a typing error. */
function noteOf(name: string, affected: VariableNamesView | undefined, total: number): string | undefined {
  const words = pageTexts.batch.changeFirst;
  if (name === '' || affected === undefined || affected.read === 0) return undefined;
  const count = Object.hasOwn(affected.names, name) ? (affected.names[name] ?? 0) : 0;
  if (count === 0) return affected.read < total ? words.isNewInRead(affected.read) : words.isNew;
  return count === affected.read ? undefined : words.inSome(count, affected.read);
}

/** Option with a field for each variable; the values are the same for all instances. `total`: affected items. */
export function ChangeFirst(props: {
  readonly changed: ReturnType<typeof useChangedVariables>;
  readonly order: BatchOrder;
  readonly total: number;
}) {
  const { changed, order, total } = props;
  const { isOn, setOn } = changed;
  const affected = useAffectedNames(order, isOn);
  const { label } = pageTexts.batch.changeFirst;
  return (
    <>
      <Checkbox label={label} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      {isOn && <ChangedFields changed={changed} affected={affected} total={total} />}
    </>
  );
}

function ChangedFields(props: {
  readonly changed: ReturnType<typeof useChangedVariables>;
  readonly affected: VariableNamesView | undefined;
  readonly total: number;
}) {
  const { changed, affected, total } = props;
  const { rows, setRows } = changed;
  const words = pageTexts.batch.changeFirst;
  const names = useId();
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // returns a promise in some browsers
    fields.current?.scrollIntoView({ block: 'center' });
  }, []);
  const change = (id: number, part: Partial<VariableRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <Stack gap="xs" ref={fields}>
      <datalist id={names}>
        {Object.keys(affected?.names ?? {}).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {rows.map((row, index) => (
        <div key={row.id} className="variable-row">
          <TextInput
            aria-label={words.name(index + 1)}
            placeholder={words.namePlaceholder}
            autoFocus={index === 0}
            list={names}
            autoComplete="off"
            value={row.name}
            description={noteOf(row.name.trim(), affected, total)}
            inputWrapperOrder={['input', 'description']}
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
      <Text size="sm">{words.note}</Text>
    </Stack>
  );
}
