import '@mantine/core/styles/Checkbox.css';
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { cutText } from '../../../../../platform/cut-text.ts';
import type { InstanceHeader } from '../../../../wire/instances.ts';
import { useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import type { ShownInstanceState } from '../../../api/service-types.ts';
import type { ElementOutline } from '../../../components/diagram/element-outline.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useNameOf } from '../../../components/element-name.tsx';
import { MinusIcon } from '../../../components/page-icons.tsx';
import { ReasonField, useReason } from '../../../components/reason-field.tsx';
import { becomesText, changesOf, faultOfTyped, kindOf, rowsOf, type VariableRow } from '../../../components/variable-rows.ts';
import { repairTexts } from '../../../texts/repairs.ts';
import type { Trouble } from '../trouble.ts';
import { changeLines, valueChanges } from '../value-changes.ts';
import { TypeChoice, ValueField } from './edited-value.tsx';
import { Repeats } from './repeats.tsx';
import { useRevive } from './use-revive.tsx';

interface EditVariablesProps {
  /** default: for the instance of the page */
  readonly title?: string;
  readonly instance: Pick<InstanceHeader, 'instanceId'>;
  readonly state: ShownInstanceState;
  /** failure to retry with the new values */
  readonly trouble?: Trouble | undefined;
  /** absent: ids are shown */
  readonly outline?: ReadonlyMap<string, ElementOutline>;
  readonly onClose: () => void;
}

/** Variables that a dialog shows without a filter. */
const MOST_WITHOUT_FILTER = 10;

const NO_NAMES: ReadonlyMap<string, ElementOutline> = new Map();

/**
 * Changes variables of one scope (docs/contributing/spec/http/instances.md#edit-variables). With `trouble`, can also retry. For a failed instance,
 * the revive request contains the values (docs/contributing/spec/forks.md#revive).
 */
export function EditVariablesDialog(props: EditVariablesProps) {
  const { title = repairTexts.edit.title, instance, state, trouble, outline = NO_NAMES, onClose } = props;
  const hasEnded = state.isCompleted || state.isFailed;
  const [scope, setScope] = useState('');
  const about = trouble === undefined ? '' : trouble.message;
  const [rows, setRows] = useState(() => rowsOf(variablesOf(state, scope), about));
  const reason = useReason();
  const save = useSave({ trouble, hasEnded, onClose });
  const changes = changesOf(rows);
  const mayRetry = trouble !== undefined && (state.suspendedBy ?? []).length === 0;
  const request = {
    instanceId: instance.instanceId,
    removed: changes.removed,
    ...(changes.variables !== undefined && { variables: changes.variables }),
    ...(scope !== '' && { scope }),
    ...reason.given,
  };
  const isMissing = reason.isMissing && changes.count > 0;
  const isReady = changes.fault === undefined && !changes.isUnclear && !isMissing && (changes.count > 0 || hasEnded);
  return (
    <Dialog
      title={title}
      size="lg"
      action={mayRetry ? repairTexts.edit.saveAndRetry : repairTexts.edit.save}
      isReady={isReady}
      isBusy={save.isPending}
      refusal={changes.fault ?? save.error?.message}
      onAction={() => save.run(request, mayRetry)}
      other={
        mayRetry &&
        !hasEnded && (
          <Button variant="default" disabled={!isReady || save.isPending} onClick={() => save.run(request, false)}>
            {repairTexts.edit.saveOnly}
          </Button>
        )
      }
      onClose={onClose}
    >
      {!hasEnded && (
        <ScopeChoice
          state={state}
          value={scope}
          onChange={(to) => {
            setScope(to);
            setRows(rowsOf(variablesOf(state, to), about));
          }}
        />
      )}
      <Rows rows={rows} mayRemove={!hasEnded} onChange={setRows} />
      <ReasonField reason={reason} />
      {hasEnded && <Repeats instanceId={instance.instanceId} outline={outline} />}
      <Text size="sm" c="dimmed">
        {repairTexts.edit.note}
      </Text>
    </Dialog>
  );
}

/** The variables stay stored if the retry is refused. */
function useSave({
  trouble,
  hasEnded,
  onClose,
}: Pick<EditVariablesProps, 'trouble' | 'onClose'> & { readonly hasEnded: boolean }) {
  const edit = useAction(
    async ({ request, retries }: { request: Parameters<typeof repairs.editVariables>[0]; retries: boolean }) => {
      await repairs.editVariables(request);
      if (retries && trouble?.incidentId != null) await repairs.retry(trouble.incidentId);
    },
    (_result, { retries }) => (retries ? repairTexts.edit.savedAndRetried : repairTexts.edit.saved),
    { showsRefusal: false },
  );
  const revive = useRevive(onClose);
  return {
    isPending: edit.isPending || revive.isPending,
    error: edit.error ?? revive.error,
    run(request: Parameters<typeof repairs.editVariables>[0], retries: boolean) {
      const { instanceId, variables, reason } = request;
      const changed = { ...(variables !== undefined && { variables }), ...(reason !== undefined && { reason }) };
      if (hasEnded) revive.mutate({ instanceId, ...changed });
      else edit.mutate({ request, retries }, { onSuccess: onClose });
    },
  };
}

/** `scope` '': the first scope, which is the root. */
function variablesOf(state: ShownInstanceState, scope: string): Readonly<Record<string, unknown>> {
  const found = scope === '' ? state.variableStates[0] : state.variableStates.find(({ variablesId }) => variablesId === scope);
  return found?.variables ?? {};
}

function ScopeChoice(props: {
  readonly state: ShownInstanceState;
  readonly value: string;
  readonly onChange: (scope: string) => void;
}) {
  const { state, value, onChange } = props;
  const nameOf = useNameOf();
  const [, ...inner] = state.variableStates;
  if (inner.length === 0) return null;
  const users = new Map(state.activeActivities.map(({ variablesStateId, activityId }) => [variablesStateId, nameOf(activityId)]));
  const data = [
    { value: '', label: repairTexts.edit.ofInstance },
    ...inner.map(({ variablesId }) => ({
      value: variablesId,
      label: repairTexts.edit.ofScope(`${variablesId.slice(0, 8)}…`, users.get(variablesId)),
    })),
  ];
  return (
    <NativeSelect
      label={repairTexts.edit.scope}
      data={data}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Rows(props: {
  readonly rows: readonly VariableRow[];
  readonly mayRemove: boolean;
  readonly onChange: (rows: readonly VariableRow[]) => void;
}) {
  const { rows, mayRemove, onChange } = props;
  const [filter, setFilter] = useState('');
  const isLong = rows.length > MOST_WITHOUT_FILTER;
  const shown = isLong ? rows.filter((row) => matches(row, filter)) : rows;
  const change = (id: number, part: Partial<VariableRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () =>
    onChange([
      ...rows,
      { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, name: '', text: '', before: null, isRemoved: false },
    ]);
  return (
    <Stack gap="xs">
      {isLong && (
        <TextInput
          label={repairTexts.edit.filter}
          description={repairTexts.edit.shownOf(shown.length, rows.length)}
          inputWrapperOrder={['label', 'input', 'description']}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {shown.map((row, index) => (
        <Row key={row.id} row={row} isFocused={index === 0} mayRemove={mayRemove} onChange={(part) => change(row.id, part)} />
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={add}>
          {repairTexts.edit.add}
        </Button>
      </Group>
    </Stack>
  );
}

/** Name or value contains the text, in any case. Changed rows stay visible. */
function matches({ name, text, before, isRemoved }: VariableRow, filter: string): boolean {
  const sought = filter.trim().toLowerCase();
  const isChanged = before !== text || isRemoved;
  return isChanged || [name, text].some((part) => part.toLowerCase().includes(sought));
}

/** Kind, with the earlier one if it has changed, because that is often a typing error. */
function kindText(text: string, before: string): string {
  const { kinds, kindWas } = repairTexts.edit;
  const [is, was] = [kinds[kindOf(text)], kinds[kindOf(before)]];
  return is === was ? is : kindWas(is, was);
}

/** Shown beginning of the replaced value. */
const BEFORE_LENGTH = 200;
const shortened = (text: string) => (text.length > BEFORE_LENGTH ? `${cutText(text, BEFORE_LENGTH)}…` : text);

/** The replaced value. Of an object or list that stays one: its changed parts. */
function Changes({ name, before, text }: { readonly name: string; readonly before: string; readonly text: string }) {
  const kind = kindOf(before);
  const { edit } = repairTexts;
  const now = kindOf(text);
  if (now !== kind) {
    return (
      <span className="value-changes">
        {`${edit.kindChanges(edit.kinds[kind], edit.kinds[now])}\n${edit.before(shortened(before))}`}
      </span>
    );
  }
  if (kind !== 'object' && kind !== 'list') return edit.before(shortened(before));
  const { lines, more } = changeLines(valueChanges(name, JSON.parse(before), JSON.parse(text)));
  if (lines.length === 0) return edit.sameValue;
  return (
    <span className="value-changes">{[edit.changes, ...lines, ...(more > 0 ? [edit.moreChanges(more)] : [])].join('\n')}</span>
  );
}

function Row(props: {
  readonly row: VariableRow;
  readonly isFocused: boolean;
  readonly mayRemove: boolean;
  readonly onChange: (part: Partial<VariableRow>) => void;
}) {
  const { row, isFocused, mayRemove, onChange } = props;
  const { name, text, before, isRemoved } = row;
  const fault = faultOfTyped(row);
  const isChanged = before !== null && before !== text;
  const hasTypes = before !== null && !['object', 'list'].includes(kindOf(before));
  return (
    <div className={`variable-row${isRemoved ? ' is-removed' : before !== text ? ' is-changed' : ''}`}>
      {before === null ? (
        <TextInput
          aria-label={repairTexts.edit.newName}
          placeholder={repairTexts.edit.namePlaceholder}
          value={name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      ) : (
        <div>
          <span className="json-line">{name}</span>
          {hasTypes ? <TypeChoice row={row} onChange={onChange} /> : null}
          {(!hasTypes || (isChanged && fault === undefined)) && (
            <Text size="xs" c="dimmed">
              {kindText(text, before)}
            </Text>
          )}
        </div>
      )}
      <div>
        <ValueField
          row={row}
          isFocused={isFocused}
          description={isChanged && fault === undefined ? <Changes name={name} before={before} text={text} /> : undefined}
          onChange={onChange}
        />
        {before !== null && !isRemoved && becomesText(row) && (
          <Checkbox
            mt={4}
            label={repairTexts.edit.agree(name, repairTexts.edit.kinds[kindOf(before)])}
            checked={row.isAgreed === true}
            onChange={(event) => onChange({ isAgreed: event.currentTarget.checked })}
          />
        )}
      </div>
      {mayRemove && before !== null && (
        <ActionIcon
          variant="default"
          aria-label={isRemoved ? repairTexts.edit.keep(name) : repairTexts.edit.remove(name)}
          aria-pressed={isRemoved}
          onClick={() => onChange({ isRemoved: !isRemoved })}
        >
          <MinusIcon />
        </ActionIcon>
      )}
    </div>
  );
}
