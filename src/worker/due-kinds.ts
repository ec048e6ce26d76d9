import type { Transaction } from '../db/connection.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { openInbox } from '../store/inbox.ts';
import { postponeStart, rescheduleStart, type StartTriggerRow, takeDueStarts } from '../store/start-triggers.ts';
import { postponeTimer, type TimerRow, takeDueTimers } from '../store/timers.ts';
import { startAt } from './handlers/start-triggered.ts';
import { loadModels, lockAll } from './load-rows.ts';
import { contextAt, type EnvelopeTools } from './run-envelope.ts';
import { startEventOf } from './start-registrations.ts';
import { TimeBudget } from './time-budget.ts';
import { type LoadedRows, UnitOfWork } from './unit-of-work.ts';

/** What becomes due: how it is taken, what it does, and how it waits when it cannot be done. */
export interface DueKind<Row> {
  /** the soonest that nobody else fires; locked by this */
  take(transaction: Transaction, limit: number): Promise<Row[]>;
  /** what the taken rows do; those that there was no time for stay due */
  fire(tools: EnvelopeTools, transaction: Transaction, due: readonly Row[]): Promise<UnitOfWork>;
  postpone(transaction: Transaction, row: Row): void;
  /** tells that a row could not be fired and waits for its next attempt */
  tellFailed(log: Logger, row: Row, message: string): void;
}

/** Waiting timers of instances (bpmn.md TM3). */
export const dueTimers: DueKind<TimerRow> = {
  take: takeDueTimers,
  async fire(tools, transaction, due) {
    const instances = await lockAll(
      transaction,
      tools.models,
      due.map((timer) => timer.instanceId),
    );
    const { unit, budget } = await openUnit(tools, transaction, { instances });
    for (const { instanceId, subscription } of due) {
      if (budget.isSlow) break;
      budget.beginCommand();
      const instance = unit.instance(instanceId);
      const origin = { id: nameBasedId(instanceId, `timer:${subscription}`), kind: 'FireTimer' };
      if (instance?.state.subscriptions.has(subscription) === false)
        unit.tellOf(origin, instance, 1012, 'timer came too late', { TriggerKind: 'timer' });
      if (instance !== undefined) unit.decide(origin, instance, { type: 'FireTimer', subscription });
      // Whatever became of it: a timer that was due is not due again.
      unit.forgetTimer(instanceId, subscription);
    }
    return unit;
  },
  postpone: postponeTimer,
  tellFailed(log, { instanceId: WorkflowInstanceId }, ErrorMessage) {
    log.event(10003, 'a timer could not be fired; it is tried again in a minute', { WorkflowInstanceId, ErrorMessage });
  },
};

/** Timer start events (TM4). */
export const dueStarts: DueKind<StartTriggerRow> = {
  take: takeDueStarts,
  async fire(tools, transaction, due) {
    const models = await loadModels(
      transaction,
      tools.models,
      due.map((trigger) => trigger.definitionId),
    );
    const { unit, budget } = await openUnit(tools, transaction, { models });
    for (const trigger of due) {
      if (budget.isSlow) break;
      budget.beginCommand();
      const id = nameBasedId(
        nameBasedId(SPACE, trigger.definitionId),
        `${trigger.element}:${trigger.definition}:${trigger.schedule?.dueAt ?? 0}`,
      );
      startAt(unit, { id, kind: 'StartTriggered' }, trigger, {}, null);
      const next = trigger.schedule === null ? undefined : tools.timers.next(trigger.schedule, unit.context.now);
      rescheduleStart(transaction, trigger, next);
    }
    return unit;
  },
  postpone: postponeStart,
  tellFailed(log, row, ErrorMessage) {
    const { key: ProcessDefinitionKey } = row;
    log.event(4013, 'start event could not start an instance', { ...startEventOf(row), ErrorMessage });
    log.event(8003, 'the schedule is tried again in a minute', { ProcessDefinitionKey, ErrorMessage });
  },
};

/** Namespace of the ids of what a timer start does. */
const SPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c93';

async function openUnit(
  tools: EnvelopeTools,
  transaction: Transaction,
  rows: Partial<LoadedRows>,
): Promise<{ unit: UnitOfWork; budget: TimeBudget }> {
  const { now } = await openInbox(transaction, []);
  const budget = new TimeBudget(tools.evaluator, tools.maxScriptMs);
  const nothing = new Map<string, never>();
  const empty: LoadedRows = {
    instances: nothing,
    tasks: nothing,
    processes: nothing,
    models: nothing,
    subscriptions: nothing,
    startTriggers: nothing,
    mailbox: [],
    definitions: nothing,
    customTasks: nothing,
    catalog: nothing,
  };
  return { unit: new UnitOfWork({ ...empty, ...rows }, contextAt(tools, budget, Date.parse(now)), tools.retries), budget };
}
