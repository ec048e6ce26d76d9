import { once } from 'node:events';
import { CommitUnknown, isAddressInUse, type Transaction, withTransaction } from '../../db/connection.ts';
import type { EngineContext } from '../../engine/context.ts';
import { Outcomes } from '../../expressions/outcomes.ts';
import { UnfinishedText } from '../../expressions/unfinished-text.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { writeAll } from '../../store/write-set.ts';
import { carryOutEffects } from '../effects/carry-out-effects.ts';
import { effectReadsOf } from '../effects/effect-reads.ts';
import { followKeys } from '../effects/hold-instance.ts';
import type { Loading } from '../loading/loading.ts';
import type { StatesInUse } from '../loading/state-cache.ts';
import { pausePoint } from '../pause-points.ts';
import { letOthersWork } from '../unit-of-work/let-others-work.ts';
import type { LoadedRows } from '../unit-of-work/loaded-rows.ts';
import type { UnitSurroundings } from '../unit-of-work/surroundings.ts';
import { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { asOverlong } from './overlong-run.ts';
import { TimeBudget } from './time-budget.ts';
import type { TransactionTools } from './tools.ts';

/** Attempts may begin to wait at different addresses. An error that still comes after so many is handled like any other fault. */
const MAX_ATTEMPTS = 10;
/** No text that is waited for takes less, so a run whose time is bounded waits for no more texts than its time has of these. Unit: ms. */
const SHORTEST_WAIT_MS = 10;
/** Texts that are evaluated again because others have changed what they read. */
const MAX_VAIN_WAITS = 100;

/** What a transaction has found and locked before it decides. */
export interface Loaded {
  readonly rows: LoadedRows;
  /** clock of the transaction, read after its locks; ISO text */
  readonly now: string;
  readonly surroundings: UnitSurroundings;
  /** the commands that it is about; for tests that stop it at a point */
  readonly commandIds: readonly string[];
}

/** What `decide` works with. */
export interface Deciding {
  readonly unit: UnitOfWork;
  readonly budget: TimeBudget;
  readonly transaction: Transaction;
  /** carries out the effects of the decided commands; called at least once, after the last command */
  carryOutEffects(): Promise<void>;
}

/** What one kind of transaction does between its begin and its writing. `Found` is undefined where there may be nothing to do. */
export interface Script<Found extends Loaded | undefined, Result> {
  /**
   * Finds and locks, then reads the clock. Undefined: there is nothing to do.
   * @param opened addresses to be locked before anything else: an attempt before this one has begun to wait there
   */
  load(loading: Loading, opened: readonly EventAddress[]): Promise<Found>;
  decide(deciding: Deciding, work: NonNullable<Found>): Promise<Result>;
}

/** A committed transaction. */
export interface Committed<Work, Result> {
  readonly work: Work;
  readonly unit: UnitOfWork;
  readonly result: Result;
  /** how long threads have evaluated texts of it; unit: ms */
  readonly threadMs: number;
}

type Outcome<Found, Result> = Committed<NonNullable<Found>, Result> | Extract<Found, undefined>;

/**
 * The one transaction of the worker: load, decide, write, commit (docs/contributing/architecture.md#the-transaction). Nothing of it is visible before the commit,
 * and nothing of it remains if it throws. It runs again when it began to wait for a message or signal at an address where another transaction
 * delivered at that moment: now the address is known, and the next attempt locks it before anything else. And it runs again when a text had to be
 * evaluated in a thread: nothing is locked meanwhile.
 * @returns undefined when there was nothing to do
 */
export async function transact<Found extends Loaded | undefined, Result>(
  tools: TransactionTools,
  script: Script<Found, Result>,
): Promise<Outcome<Found, Result>> {
  const opened: EventAddress[] = [];
  const outcomes = tools.waitsForTexts === true ? new Outcomes() : undefined;
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
        if (waits > tools.maxScriptMs / SHORTEST_WAIT_MS + MAX_VAIN_WAITS) throw new VainWaits(error, waits);
        continue;
      }
      if (decided !== undefined && error instanceof CommitUnknown) tools.onCommitUnknown?.(decided);
      throw asOverlong(error, budget.longestMs, tools.idleInTransactionMs);
    }
  }
}

/** A command that would wait for its texts for ever. It is no fault of the infrastructure, so it is not tried again. */
class VainWaits extends Error {
  override readonly name = 'VainWaits';

  constructor({ caller }: UnfinishedText, waits: number) {
    super(`command ${caller.commandId} waited for texts ${waits} times, and what they read was another each time`);
  }
}

/** Waits for an evaluation. @returns false when the worker stops first */
async function isOver(outcome: Promise<void>, stopping: AbortSignal | undefined): Promise<boolean> {
  if (stopping === undefined) return outcome.then(() => true);
  if (stopping.aborted) return false;
  const over = new AbortController();
  const stopped = once(stopping, 'abort', { signal: over.signal }).then(() => false);
  stopped.catch(() => {}); // nobody waits for the stop any more
  return Promise.race([outcome.then(() => true), stopped]).finally(() => over.abort());
}

interface Progress {
  /** the unit, once it is decided */
  decided?: UnitOfWork;
}

interface Attempt {
  readonly opened: readonly EventAddress[];
  readonly budget: TimeBudget;
  readonly progress: Progress;
}

function attemptOnce<Found extends Loaded | undefined, Result>(
  tools: TransactionTools,
  script: Script<Found, Result>,
  attempt: Attempt,
): Promise<Outcome<Found, Result>> {
  const states = tools.states.begin();
  return committed(tools, script, attempt, states)
    .then((outcome) => {
      if (outcome !== undefined) states.keep(outcome.unit.allInstances);
      return outcome;
    })
    .finally(() => states.end());
}

function committed<Found extends Loaded | undefined, Result>(
  tools: TransactionTools,
  script: Script<Found, Result>,
  { opened, budget, progress }: Attempt,
  states: StatesInUse,
): Promise<Outcome<Found, Result>> {
  const attemptIn = async (transaction: Transaction): Promise<Outcome<Found, Result>> => {
    const work = await script.load({ connection: transaction, models: tools.models, states, archive: tools.archive }, opened);
    if (work === undefined) return work as Extract<Found, undefined>;
    const { rows, now, surroundings, commandIds } = work;
    const evaluatorOfRun = budget.evaluatorOfRun.bind(budget);
    const context = { decisions: tools.models.decisions.boundIn(transaction), ...contextAt(tools, budget, Date.parse(now)) };
    const unit = new UnitOfWork(rows, context, tools.retries, { ...surroundings, evaluatorOfRun });
    followKeys(unit);
    const effects = () => carryOutEffects(unit, effectReadsOf(transaction, tools.models));
    const result = await script.decide({ unit, budget, transaction, carryOutEffects: effects }, work);
    await pausePoint('before-write', commandIds);
    progress.decided = unit;
    await unit.prepareWriting((ms) => letOthersWork(transaction, ms));
    const writeSet = unit.writeSet();
    if (unit.isSpent) await letOthersWork(transaction, 0);
    writeAll(transaction, writeSet, now);
    await pausePoint('before-commit', commandIds);
    return { work, unit, result, threadMs: budget.threadMs };
  };
  // whatever is loaded, the first statement looks something up or takes a lock of the transaction
  return withTransaction(tools.pool, attemptIn, { beginsWithRead: true });
}

function contextAt(tools: TransactionTools, { evaluator }: TimeBudget, now: number): EngineContext {
  const { timers, limits, plainTasks, onFailure, branchVariables } = tools;
  return { now, evaluator, timers, limits, plainTasks, onFailure, branchVariables, guid: nameBasedId };
}
