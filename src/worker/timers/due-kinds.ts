import type { Connection, Transaction } from '../../db/connection.ts';
import type { TimerSchedule } from '../../engine/evaluator.ts';
import { isSuspendedOrResuming } from '../../engine/state/suspension.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { LeaseEnd } from '../../store/leases.ts';
import type { ParkedTimer } from '../../store/letters.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import { holdTimerStarts } from '../../store/suspensions.ts';
import {
  type DueStart,
  endStartLeases,
  leaseHardStarts,
  leaseLateStarts,
  leaseSuspectStart,
  lockStarts,
  parkStart,
  rescheduleStart,
  takeDueStarts,
} from '../../store/timer-starts.ts';
import {
  endTimerLeases,
  leaseHardTimers,
  leaseLateTimers,
  leaseSuspectTimer,
  lockTimers,
  parkTimer,
  type TimerRow,
  takeDueTimers,
} from '../../store/timers.ts';
import { TIMER_START_NAMESPACE } from '../events/namespaces.ts';
import { startAt } from '../events/start-at-trigger.ts';
import { startEventOf } from '../events/start-registrations.ts';
import type { LoadContext } from '../loading/load-context.ts';
import { loadModels, lockAll } from '../loading/load-rows.ts';
import type { Deciding } from '../transaction/transact.ts';
import type { LoadedRows } from '../unit-of-work/loaded-rows.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** How rows of one kind are leased, fired and retried. */
export interface DueKind<Row extends { readonly attempts: number }> {
  /** locks the earliest rows at their first attempt that no other worker fires */
  take(transaction: Transaction, limit: number, begunAt: string): Promise<Row[]>;
  /** leases untried rows that were due more than 5 s ago, or before this worker began */
  leaseLate(connection: Connection, limit: number, begunAt: string): Promise<Row[]>;
  /** leases rows that cannot share a transaction: they failed in one, or their instance was locked */
  leaseHard(connection: Connection, limit: number, begunAt: string): Promise<Row[]>;
  /** leases one row whose worker died while it fired it */
  leaseSuspect(connection: Connection): Promise<Row | undefined>;
  /** excludes a row from firing */
  park(transaction: Transaction, row: Row): void;
  letterOf(row: Row): ParkedTimer;
  /** locks leased rows; `waitsForLocks`: of other transactions. @returns the rows that are still due */
  lock(transaction: Transaction, rows: readonly Row[], waitsForLocks: boolean): Promise<Row[]>;
  /** sets the time after which rows may be leased again */
  endLease(connection: Connection, rows: readonly Row[], end: LeaseEnd): Promise<void>;
  /** reads and locks the data of the rows */
  load(loading: LoadContext, due: readonly Row[]): Promise<Partial<LoadedRows>>;
  /** rows without time left stay due */
  fire(deciding: Deciding, due: readonly Row[]): void;
  /** logs that a row failed and waits for its next attempt */
  logFailed(log: Logger, row: Row, message: string): void;
}

const timerId = (instanceId: string, subscription: number) => nameBasedId(instanceId, `timer:${subscription}`);

function tickId({ definitionId, element, definition, schedule }: StartTriggerRow): string {
  return nameBasedId(nameBasedId(TIMER_START_NAMESPACE, definitionId), `${element}:${definition}:${schedule?.dueAt ?? 0}`);
}

/** A row at its first attempt has no dead letter, so it costs nothing. */
function endLetter({ letters }: UnitOfWork, letterId: string, attempts: number): void {
  if (attempts > 0) letters.end({ letterId, outcome: 'CarriedOut', actor: undefined, reason: undefined });
}

/** Removes the row also if the instance or its timer no longer exists. The instance must not be suspended. */
export function fireTimer(unit: UnitOfWork, { instanceId, subscription }: SubscriptionAddress): void {
  const instance = unit.instance(instanceId);
  const origin = { id: timerId(instanceId, subscription), kind: 'FireTimer' };
  if (instance?.state.subscriptions.has(subscription) === false)
    unit.logAbout(origin, instance, 'late-trigger-ignored', { TriggerKind: 'timer' });
  if (instance !== undefined) unit.decide(origin, instance, { type: 'FireTimer', subscription });
  unit.forgetTimer(instanceId, subscription);
}

/** @returns the next due time of the start event */
export function fireStart(unit: UnitOfWork, trigger: StartTriggerRow): TimerSchedule | undefined {
  startAt(unit, { id: tickId(trigger), kind: 'StartTriggered' }, trigger, {}, null);
  const { timers, now } = unit.context;
  return trigger.schedule === null ? undefined : timers.next(trigger.schedule, now);
}

/** Waiting timers of instances (docs/contributing/spec/waiting.md#due-timer). */
export const dueTimers: DueKind<TimerRow> = {
  take: takeDueTimers,
  leaseLate: leaseLateTimers,
  leaseHard: leaseHardTimers,
  leaseSuspect: leaseSuspectTimer,
  park: parkTimer,
  letterOf: ({ instanceId, subscription }) => ({
    kind: 'FireTimer',
    id: timerId(instanceId, subscription),
    instanceId,
    subscription,
  }),
  lock: lockTimers,
  endLease: endTimerLeases,
  async load(loading, due) {
    const ids = due.map((timer) => timer.instanceId);
    return { instances: await lockAll(loading, ids) };
  },
  fire({ unit, budget }, due) {
    for (const { instanceId, subscription, attempts } of due) {
      if (budget.isSlow || budget.isSliceOver || unit.hasLongRun) break;
      const instance = unit.instance(instanceId);
      // suspended between the look-up and the lock; after the resume its timers are due
      if (instance !== undefined && isSuspendedOrResuming(instance.state)) continue;
      budget.beginCommand();
      fireTimer(unit, { instanceId, subscription });
      budget.endCommand();
      endLetter(unit, timerId(instanceId, subscription), attempts);
    }
  },
  logFailed(log, { instanceId: WorkflowInstanceId, attempts: Attempt }, ErrorMessage) {
    const properties = { WorkflowInstanceId, Attempt, ErrorMessage };
    log.event('callback-failed', properties);
  },
};

/** See docs/contributing/spec/waiting.md#timer-start-events. */
export const dueStarts: DueKind<DueStart> = {
  take: takeDueStarts,
  leaseLate: leaseLateStarts,
  leaseHard: leaseHardStarts,
  leaseSuspect: leaseSuspectStart,
  park: parkStart,
  letterOf: (row) => ({ kind: 'FireTimer', id: tickId(row), key: row.key, element: row.element, definition: row.definition }),
  lock: lockStarts,
  endLease: endStartLeases,
  async load({ connection, models }, due) {
    const definitionIds = due.map((trigger) => trigger.definitionId);
    return { models: await loadModels(connection, models, definitionIds) };
  },
  fire({ unit, budget, transaction }, due) {
    for (const trigger of due) {
      if (budget.isSlow || budget.isSliceOver || unit.hasLongRun) break;
      // registered by a release without suspended keys; it is due after the resume of its key
      if (unit.suspensions.ofKey(trigger.key) !== undefined) {
        holdTimerStarts(transaction, [trigger.key]);
        continue;
      }
      budget.beginCommand();
      const next = fireStart(unit, trigger);
      endLetter(unit, tickId(trigger), trigger.attempts);
      budget.endCommand();
      rescheduleStart(transaction, trigger, next);
    }
  },
  logFailed(log, row, ErrorMessage) {
    const { key: ProcessDefinitionKey } = row;
    log.event('start-event-failed', { ...startEventOf(row), ErrorMessage });
    log.event('schedule-failed', { ProcessDefinitionKey, ErrorMessage });
  },
};
