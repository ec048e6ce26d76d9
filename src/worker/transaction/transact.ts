import { once } from 'node:events';
import { CommitUnknown, isAddressInUse, type Transaction, withTransaction } from '../../db/connection.ts';
import type { EngineContext } from '../../engine/running/context.ts';
import { Outcomes } from '../../expressions/outcomes.ts';
import { UnfinishedText } from '../../expressions/unfinished-text.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { writeAll } from '../../store/write-set.ts';
import { effectReadsOf, executeEffects } from '../effects/execute-effects.ts';
import { followKeys } from '../effects/hold-instance.ts';
import type { LoadContext } from '../loading/load-context.ts';
import { pausePoint } from '../pause-points.ts';
import type { LoadedRows } from '../unit-of-work/loaded-rows.ts';
import { yieldToEventLoop } from '../unit-of-work/run-budget.ts';
import type { UnitSurroundings } from '../unit-of-work/surroundings.ts';
import { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { asOverlong } from './overlong-run.ts';
import { TimeBudget } from './time-budget.ts';
import type { TransactionFacts, TransactionTools } from './tools.ts';

/** Limit of attempts, each of which may open subscriptions at other addresses. After that the error is handled like any other fault. */
const MAX_ATTEMPTS = 10;
/** Shortest wait for a thread; with the time limit of a run it bounds the number of waits. */
const SHORTEST_WAIT_MS = 10;
/** Repeated evaluations of texts whose input others have changed. */
const MAX_WAITS = 100;

export interface Loaded {
  readonly rows: LoadedRows;
  /** read after the locks; ISO text */
  readonly now: string;
  readonly surroundings: UnitSurroundings;
  /** ids for tests that stop the transaction at a point */
  readonly commandIds: readonly string[];
}

export interface Deciding {
  readonly unit: UnitOfWork;
  readonly budget: TimeBudget;
  readonly transaction: Transaction;
  /** executes the effects of the decided commands; call it at least once, after the last command */
  executeEffects(): Promise<void>;
}

/** Steps between begin and writes of one kind of transaction. */
export interface Script<Found extends Loaded | undefined, Result> {
  /**
   * Locks rows, then reads the clock. Undefined if there is no work.
   * @param opened addresses to lock first: an earlier attempt has opened subscriptions there
   */
  load(loading: LoadContext, opened: readonly EventAddress[]): Promise<Found>;
  decide(deciding: Deciding, work: NonNullable<Found>): Promise<Result>;
}

export interface Committed<Work, Result> {
  readonly work: Work;
  readonly unit: UnitOfWork;
  readonly result: Result;
  /** time that threads have evaluated texts */
  readonly threadMs: number;
}

type Outcome<Found, Result> = Committed<NonNullable<Found>, Result> | Extract<Found, undefined>;

/**
 * Load, decide, write, commit (docs/contributing/architecture.md#the-transaction). Nothing is visible before the commit, and nothing remains if it throws.
 * Runs again if it opened a subscription at an address of a concurrent delivery, which the next attempt locks first. Also runs again after a text was
 * evaluated in a thread; no row is locked during that wait. Throws the error of the last attempt. @returns undefined if `load` has found no work
 */
export async function transact<Found extends Loaded | undefined, Result>(
  tools: TransactionTools,
  script: Script<Found, Result>,
  { waitsForTexts = false }: TransactionFacts = {},
): Promise<Outcome<Found, Result>> {
  const opened: EventAddress[] = [];
  const outcomes = waitsForTexts ? new Outcomes() : undefined;
  let attempt = 1;
  let waits = 0;
  for (;;) {
    const budget = new TimeBudget(tools.evaluator, tools.maxScriptMs, outcomes);
    const progress: Progress = {};
    try {
      return await attemptOnce(tools, script, { opened, budget, progress });
    } catch (error) {
      const { decided } = progress;
      if (decided !== undefined && isAddressInUse(error) && attempt < MAX_ATTEMPTS) {
        opened.push(...decided.openedSubscriptions);
        attempt += 1;
        continue;
      }
      if (error instanceof UnfinishedText && error.outcome !== undefined && (await isOver(error.outcome, tools.stopping))) {
        waits += 1;
        if (waits > tools.maxScriptMs / SHORTEST_WAIT_MS + MAX_WAITS) throw new TooManyWaits(error, waits);
        continue;
      }
      if (decided !== undefined && error instanceof CommitUnknown) tools.onCommitUnknown?.(decided);
      throw asOverlong(error, budget.longestMs, tools.idleInTransactionMs);
    }
  }
}

/** The input of texts changes during every wait. This is not an infrastructure fault, so it is not retried. */
class TooManyWaits extends Error {
  override readonly name = 'TooManyWaits';

  constructor({ caller }: UnfinishedText, waits: number) {
    super(`command ${caller.commandId} waited for texts ${waits} times, and what they read was another each time`);
  }
}

/** Waits for an evaluation in a thread. False if the worker stops first. */
async function isOver(outcome: Promise<void>, stopping: AbortSignal | undefined): Promise<boolean> {
  if (stopping === undefined) return outcome.then(() => true);
  if (stopping.aborted) return false;
  const over = new AbortController();
  const stopped = once(stopping, 'abort', { signal: over.signal }).then(() => false);
  stopped.catch(() => {}); // the race is over: the stop needs no handler
  return Promise.race([outcome.then(() => true), stopped]).finally(() => over.abort());
}

interface Progress {
  /** unit after all commands are decided; absent: the attempt failed before */
  decided?: UnitOfWork;
}

interface Attempt {
  readonly opened: readonly EventAddress[];
  readonly budget: TimeBudget;
  readonly progress: Progress;
}

async function attemptOnce<Found extends Loaded | undefined, Result>(
  tools: TransactionTools,
  script: Script<Found, Result>,
  { opened, budget, progress }: Attempt,
): Promise<Outcome<Found, Result>> {
  const states = tools.states.begin();
  const attemptIn = async (transaction: Transaction): Promise<Outcome<Found, Result>> => {
    const work = await script.load({ connection: transaction, models: tools.models, states, archive: tools.archive }, opened);
    if (work === undefined) return work as Extract<Found, undefined>;
    const { rows, now, surroundings, commandIds } = work;
    const evaluatorOfRun = budget.evaluatorOfRun.bind(budget);
    const context = { decisions: tools.models.decisions.boundIn(transaction), ...contextAt(tools, budget, Date.parse(now)) };
    const unit = new UnitOfWork(rows, context, tools.retries, { ...surroundings, evaluatorOfRun });
    followKeys(unit);
    const effects = () => executeEffects(unit, effectReadsOf(transaction, tools.models));
    const result = await script.decide({ unit, budget, transaction, executeEffects: effects }, work);
    await pausePoint('before-write', commandIds);
    progress.decided = unit;
    await unit.prepareWriting((ms) => yieldToEventLoop(transaction, ms));
    const writeSet = unit.writeSet();
    if (unit.isSpent) await yieldToEventLoop(transaction, 0);
    writeAll(transaction, writeSet, now);
    await pausePoint('before-commit', commandIds);
    return { work, unit, result, threadMs: budget.threadMs };
  };
  try {
    // the first statement of every script is a read or a lock
    const outcome = await withTransaction(tools.pool, attemptIn, { beginsWithRead: true });
    if (outcome !== undefined) states.keep(outcome.unit.allInstances);
    return outcome;
  } finally {
    states.end();
  }
}

function contextAt(tools: TransactionTools, { evaluator }: TimeBudget, now: number): EngineContext {
  const { timers, limits, plainTasks, onFailure, branchVariables } = tools;
  return { now, evaluator, timers, limits, plainTasks, onFailure, branchVariables, guid: nameBasedId };
}
