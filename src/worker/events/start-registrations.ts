import type { VariableReader } from '../../engine/evaluator.ts';
import type { StartTriggerRecord } from '../../engine/journal-events.ts';
import type { ExpressionModel, ProcessModel, StartTrigger } from '../../engine/model.ts';
import { catchesOf } from '../../engine/model-shape.ts';
import { type Json, textOf } from '../../engine/values.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { REGISTRATION_NAMESPACE } from './namespaces.ts';

const NOTHING: VariableReader = { get: () => undefined, all: () => ({}) };

/** What a version registers when it is deployed or its key is enabled: names and timer texts are read without variables (docs/spec/waiting.md#event-name). */
export function triggersOf(
  unit: UnitOfWork,
  model: ProcessModel,
  definitionId: string,
  when: 'deploy' | 'enable',
): StartTriggerRow[] {
  return model.startTriggers.flatMap((trigger) => {
    const row = rowOf(unit, model, definitionId, trigger);
    return row === undefined || (when === 'enable' && isPastDate(unit, trigger, row)) ? [] : [row];
  });
}

/** A date in the past fires once at deploy, and not again when the key is enabled; once read, it is due now. */
function isPastDate(unit: UnitOfWork, { definition }: StartTrigger, { schedule }: StartTriggerRow): boolean {
  const isDate = definition.kind === 'timer' && definition.form === 'timeDate';
  return isDate && schedule !== null && schedule.dueAt <= unit.context.now;
}

/** The start triggers that rest while a key is disabled: its conditional ones. */
export function restingOf(unit: UnitOfWork, model: ProcessModel, definitionId: string): StartTriggerRow[] {
  return triggersOf(unit, model, definitionId, 'enable')
    .filter(({ kind }) => kind === 'conditional')
    .map((row) => ({ ...row, isResting: true }));
}

function rowOf(
  unit: UnitOfWork,
  { key, elements }: ProcessModel,
  definitionId: string,
  trigger: StartTrigger,
): StartTriggerRow | undefined {
  const { element, definition } = trigger;
  const node = elements.get(element);
  const index = node === undefined ? 0 : Math.max(0, catchesOf(node).indexOf(definition));
  const row = {
    key,
    element,
    definition: index,
    definitionId,
    kind: definition.kind,
    name: null,
    condition: null,
    schedule: null,
  };
  switch (definition.kind) {
    case 'message':
    case 'signal': {
      const name = textOf(read(unit, definition.name, element));
      return name.trim() === '' ? undefined : { ...row, name };
    }
    case 'conditional':
      return { ...row, condition: definition.condition.text };
    case 'timer': {
      const schedule = unit.context.timers.read(definition.form, read(unit, definition.text, element), unit.context.now);
      return schedule.ok ? { ...row, schedule: schedule.schedule } : undefined;
    }
  }
}

function read(unit: UnitOfWork, text: ExpressionModel, element: string): Json {
  const { now, evaluator, guid } = unit.context;
  const info = {
    instanceId: element,
    businessId: null,
    activityId: element,
    now,
    newGuid: () => guid(REGISTRATION_NAMESPACE, element),
  };
  const result = evaluator.evaluate(text, NOTHING, info);
  return result.ok ? result.value : null;
}

/** A start event as the log names it. */
export function startEventOf({ kind, name, element, key }: StartTriggerRow) {
  return { EventKind: kind, Name: name ?? element, ProcessDefinitionKey: key };
}

/** Logs registered start events; a timer with its time. */
export function logRegistered(unit: UnitOfWork, origin: ChangeOrigin, rows: readonly StartTriggerRow[]): void {
  for (const row of rows) {
    unit.log(origin, 'start-event-registered', startEventOf(row));
    if (row.schedule === null) continue;
    unit.log(origin, 'schedule-set', { ProcessDefinitionKey: row.key, DueAt: formatTimestamp(row.schedule.dueAt) });
  }
}

/** Logs start events that are no longer registered. */
export function logUnregistered(unit: UnitOfWork, origin: ChangeOrigin, rows: readonly StartTriggerRow[]): void {
  for (const row of rows) {
    unit.log(origin, 'start-event-unregistered', startEventOf(row));
    if (row.schedule !== null) unit.log(origin, 'schedule-removed', { ProcessDefinitionKey: row.key });
  }
}

/** Logs start events that start nothing because their key is disabled. */
export function logSkipped(unit: UnitOfWork, origin: ChangeOrigin, rows: readonly StartTriggerRow[]): void {
  for (const row of rows) unit.log(origin, 'start-event-skipped-key-disabled', startEventOf(row));
}

/** The same rows as the read side keeps them. */
export function recordsOf(rows: readonly StartTriggerRow[]): StartTriggerRecord[] {
  return rows.map(({ element, definition, kind, name, condition }) => ({ element, definition, kind, name, condition }));
}
