import { CommitUnknown, type Transaction, withTransaction } from '../db/connection.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { openInbox } from '../store/inbox.ts';
import { rescheduleStart, takeDueStarts } from '../store/start-triggers.ts';
import { takeDueTimers } from '../store/timers.ts';
import { writeAll } from '../store/write-set.ts';
import { startAt } from './handlers/start-triggered.ts';
import { loadModels, lockAll } from './load-rows.ts';
import { contextAt, type EnvelopeTools } from './run-envelope.ts';
import { settleEffects } from './settle-effects.ts';
import { TimeBudget } from './time-budget.ts';
import { type LoadedRows, UnitOfWork } from './unit-of-work.ts';

/** How often due timers are looked for. Small costs an index look-up each time, large makes timers late. Unit: ms. */
const LOOK_MS = 100;
/** Timers of one transaction: more hold more locks, fewer cost more commits. */
const BATCH = 100;

/** What the timer loop works with. */
export interface DueTools extends EnvelopeTools {
  readonly log: Logger;
  /** called with every committed unit: relay, nudge, metrics */
  readonly afterCommit: (unit: UnitOfWork) => void;
}

/** Fires due timers and timer starts until it is stopped; any number of workers may do so side by side (bpmn.md TM3, TM4). */
export function startDueLoop(tools: DueTools): { stop(): Promise<void> } {
  let isStopping = false;
  let wake: () => void = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  async function loop(): Promise<void> {
    while (!isStopping) {
      const fired = await fireDue(tools).catch((error: Error) => {
        tools.log.event(10003, 'due timers could not be fired; they are tried again', { ErrorMessage: error.message });
        return 0;
      });
      if (fired < BATCH) await pause();
    }
  }
  const running = loop();
  return {
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}

/** One batch of timers and one of timer starts. @returns how many were taken */
async function fireDue(tools: DueTools): Promise<number> {
  return (await inOneTransaction(tools, fireTimers)) + (await inOneTransaction(tools, fireStarts));
}

type Firing = (
  tools: DueTools,
  transaction: Transaction,
) => Promise<{ unit: UnitOfWork; count: number; before: () => void } | undefined>;

async function inOneTransaction(tools: DueTools, firing: Firing): Promise<number> {
  let decided: UnitOfWork | undefined;
  const fired = await withTransaction(tools.pool, async (transaction) => {
    const result = await firing(tools, transaction);
    if (result === undefined) return undefined;
    await settleEffects(result.unit, transaction, tools.models);
    result.before();
    writeAll(transaction, result.unit.writeSet(), new Date(result.unit.context.now).toISOString());
    decided = result.unit;
    return result;
  }).catch((error: unknown) => {
    if (error instanceof CommitUnknown && decided !== undefined) tools.onDoubt?.(decided);
    throw error;
  });
  if (fired === undefined) return 0;
  tools.afterCommit(fired.unit);
  return fired.count;
}

async function fireTimers(tools: DueTools, transaction: Transaction) {
  const due = await takeDueTimers(transaction, BATCH);
  if (due.length === 0) return undefined;
  const instances = await lockAll(
    transaction,
    tools.models,
    due.map((timer) => timer.instanceId),
  );
  const unit = await openUnit(tools, transaction, { instances });
  for (const { instanceId, subscription } of due) {
    const instance = unit.instance(instanceId);
    const origin = { id: nameBasedId(instanceId, `timer:${subscription}`), kind: 'FireTimer' };
    if (instance !== undefined) unit.decide(origin, instance, { type: 'FireTimer', subscription });
    // Whatever became of it: a timer that was due is not due again.
    unit.forgetTimer(instanceId, subscription);
  }
  return { unit, count: due.length, before: () => {} };
}

async function fireStarts(tools: DueTools, transaction: Transaction) {
  const due = await takeDueStarts(transaction, BATCH);
  if (due.length === 0) return undefined;
  const models = await loadModels(
    transaction,
    tools.models,
    due.map((trigger) => trigger.definitionId),
  );
  const unit = await openUnit(tools, transaction, { models });
  for (const trigger of due) {
    const dueAt = trigger.schedule?.dueAt ?? 0;
    const origin = {
      id: nameBasedId(nameBasedId(SPACE, trigger.definitionId), `${trigger.element}:${trigger.definition}:${dueAt}`),
      kind: 'StartTriggered',
    };
    startAt(unit, origin, trigger, {}, null);
  }
  const before = () => {
    for (const trigger of due) {
      const next = trigger.schedule === null ? undefined : tools.timers.next(trigger.schedule, unit.context.now);
      rescheduleStart(transaction, trigger, next);
    }
  };
  return { unit, count: due.length, before };
}
const SPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c93';

async function openUnit(tools: DueTools, transaction: Transaction, rows: Partial<LoadedRows>): Promise<UnitOfWork> {
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
  };
  return new UnitOfWork({ ...empty, ...rows }, contextAt(tools, budget, Date.parse(now)));
}
