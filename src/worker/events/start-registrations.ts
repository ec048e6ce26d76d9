import type { StartTriggerRecord } from '../../engine/events/journal-events.ts';
import { catchesOf } from '../../engine/model/model-shape.ts';
import type { ExpressionModel, ProcessModel, StartTrigger } from '../../engine/model.ts';
import type { Evaluation, VariableReader } from '../../engine/values/evaluation.ts';
import { shownValue } from '../../engine/values/value-size.ts';
import { textOf } from '../../engine/values.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { REGISTRATION_NAMESPACE } from './namespaces.ts';

const NOTHING: VariableReader = { get: () => undefined, all: () => ({}) };

/** `fault`: the reason why the start event cannot start instances. */
type Registration = { readonly row: StartTriggerRow } | { readonly fault: string };

/**
 * Subscriptions without start events that cannot be registered, and at `enable` without dates in the past. Names and timer texts are evaluated without
 * variables (docs/contributing/spec/waiting.md#event-name).
 */
export function triggersOf(
  unit: UnitOfWork,
  model: ProcessModel,
  definitionId: string,
  when: 'deploy' | 'enable',
): StartTriggerRow[] {
  return model.startTriggers.flatMap((trigger) => {
    const found = registrationOf(unit, model, definitionId, trigger);
    return 'fault' in found || (when === 'enable' && isPastDate(unit, trigger, found.row)) ? [] : [found.row];
  });
}

export function unregisteredStartsOf(unit: UnitOfWork, model: ProcessModel): DeployWarning[] {
  return model.startTriggers.flatMap((trigger) => {
    const found = registrationOf(unit, model, '', trigger);
    if (!('fault' in found)) return [];
    const text = `startEvent '${trigger.element}': ${found.fault}; it starts nothing`;
    return [{ event: 'attribute-ignored', processKey: model.key, elementId: trigger.element, text } as const];
  });
}

/** A past date fires once at deploy, and not again when the key is enabled. */
function isPastDate(unit: UnitOfWork, { definition }: StartTrigger, { schedule }: StartTriggerRow): boolean {
  const isDate = definition.kind === 'timer' && definition.form === 'timeDate';
  return isDate && schedule !== null && schedule.dueAt <= unit.context.now;
}

/** Conditional start events of a disabled key: they stay registered without effect. */
export function inactiveStartsOf(unit: UnitOfWork, model: ProcessModel, definitionId: string): StartTriggerRow[] {
  return triggersOf(unit, model, definitionId, 'enable')
    .filter(({ kind }) => kind === 'conditional')
    .map((row) => ({ ...row, isInactive: true }));
}

function registrationOf(
  unit: UnitOfWork,
  { key, elements, timerRules }: ProcessModel,
  definitionId: string,
  trigger: StartTrigger,
): Registration {
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
      const given = evaluated(unit, definition.name, element);
      const name = given.ok ? textOf(given.value) : '';
      return name.trim() === '' ? { fault: faultOf(definition.name, given, 'which is not a name') } : { row: { ...row, name } };
    }
    case 'conditional':
      return { row: { ...row, condition: definition.condition.text } };
    case 'timer': {
      const given = evaluated(unit, definition.text, element);
      const read = unit.context.timers.read(definition.form, given.ok ? given.value : null, unit.context.now, timerRules);
      return read.ok ? { row: { ...row, schedule: read.schedule } } : { fault: faultOf(definition.text, given, read.reason) };
    }
  }
}

function evaluated(unit: UnitOfWork, text: ExpressionModel, element: string): Evaluation {
  const { now, evaluator, guid } = unit.context;
  const info = {
    instanceId: element,
    businessId: null,
    activityId: element,
    now,
    newGuid: () => guid(REGISTRATION_NAMESPACE, element),
  };
  return evaluator.evaluate(text, NOTHING, info);
}

function faultOf({ slot, text }: ExpressionModel, given: Evaluation, reason: string): string {
  const place = `${slot} ${shownValue(text)}`;
  if (!given.ok) return `${place} cannot be read without variables: ${given.reason}`;
  return `${place} is read without variables and gives ${shownValue(given.value)}, ${reason}`;
}

/** Log properties of a start event. */
export function startEventOf({ kind, name, element, key }: StartTriggerRow) {
  return { EventKind: kind, Name: name ?? element, ProcessDefinitionKey: key };
}

/** Timers with their due time. */
export function logRegistered(unit: UnitOfWork, origin: ChangeOrigin, rows: readonly StartTriggerRow[]): void {
  for (const row of rows) {
    unit.log(origin, 'start-event-registered', startEventOf(row));
    if (row.schedule === null) continue;
    unit.log(origin, 'schedule-set', { ProcessDefinitionKey: row.key, DueAt: formatTimestamp(row.schedule.dueAt) });
  }
}

/** Includes the removed schedules of timers. */
export function logUnregistered(unit: UnitOfWork, origin: ChangeOrigin, rows: readonly StartTriggerRow[]): void {
  for (const row of rows) {
    unit.log(origin, 'start-event-unregistered', startEventOf(row));
    if (row.schedule !== null) unit.log(origin, 'schedule-removed', { ProcessDefinitionKey: row.key });
  }
}

/** Start events that have occurred, but whose key is disabled. */
export function logSkipped(unit: UnitOfWork, origin: ChangeOrigin, rows: readonly StartTriggerRow[]): void {
  for (const row of rows) unit.log(origin, 'start-event-skipped-key-disabled', startEventOf(row));
}

export function recordsOf(rows: readonly StartTriggerRow[]): StartTriggerRecord[] {
  return rows.map(({ element, definition, kind, name, condition }) => ({ element, definition, kind, name, condition }));
}
