import { poolConnection } from '../../db/connection.ts';
import { type DueItems, findDueWork } from '../../store/due-work.ts';
import { type DueKind, dueStarts, dueTimers } from './due-kinds.ts';
import { type Due, type FiringTools, fireAlone, fireLate, fireOnTime } from './fire-due.ts';

/** Timers of one transaction: more hold more locks, fewer cost more commits. */
const BATCH = 100;
/** Timers that are fired one by one at the same time, because they wait for their instances or are suspects. Each holds a connection. */
export const MAX_ALONE = 4;
/** Timers that each of these fires without waiting for the next look: one that fails leaves up to a batch of others to be fired alone. */
const IN_TURN = 25;
/** Late timers that are fired one by one before the others go together: few are late because of what has ended a worker, many because of a downtime. */
const FEW_LATE = 10;

/** What a look includes besides the rows that are due now. */
export interface Look {
  readonly isLateWanted: boolean;
  /** what is fired alone; with a long backlog this costs more than the others */
  readonly isHardWanted: boolean;
}

/** Timers of instances and timer starts: those that are fired together, and those that each are fired alone. */
export class DueLines {
  private readonly tools: FiringTools;
  /** in work, each alone, at the same time */
  private readonly alone = new Set<Promise<void>>();
  private readonly timers: Line;
  private readonly starts: Line;
  /** suspects of all kinds, one after the other: when one ends this worker, it must not take another one's attempt with it */
  private suspects: Promise<void> | undefined;
  /** a kind failed in the last look */
  hasFailed = false;

  constructor(tools: FiringTools) {
    this.tools = tools;
    this.timers = lineOf(tools, dueTimers, this.alone);
    this.starts = lineOf(tools, dueStarts, this.alone);
  }

  /** A fault of one kind does not delay the other. @returns whether there may be more to be fired at once */
  async fire(look: Look): Promise<boolean> {
    this.hasFailed = false;
    const failed = (error: Error): false => {
      this.hasFailed = true;
      this.tools.log.event('callback-failed', { ErrorMessage: error.message });
      return false;
    };
    const due = await findDueWork(poolConnection(this.tools.pool), this.tools.begunAt).catch(failed);
    if (due === false) return false;
    const areMoreTimers = await this.timers.fire(look, due.timers).catch(failed);
    const areMoreStarts = await this.starts.fire(look, due.starts).catch(failed);
    const mayBeSuspects = [due.timers, due.starts].some(({ isLate, isTried }) => isLate || isTried);
    if (look.isHardWanted && mayBeSuspects) this.suspects ??= this.fireSuspects();
    return areMoreTimers || areMoreStarts;
  }

  /** Resolves when nothing is in work any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.alone, this.suspects]);
  }

  private async fireSuspects(): Promise<void> {
    try {
      await this.timers.fireSuspects();
      await this.starts.fireSuspects();
    } catch {
      // the database is away: the lease ends by itself
    } finally {
      this.suspects = undefined;
    }
  }
}

/** One kind of what becomes due. */
interface Line {
  /** @returns whether there may be more to be fired at once */
  fire(look: Look, due: DueItems): Promise<boolean>;
  fireSuspects(): Promise<void>;
}

function lineOf<Row extends Due>(tools: FiringTools, kind: DueKind<Row>, alone: Set<Promise<void>>): Line {
  const connection = poolConnection(tools.pool);
  let fewLeft = FEW_LATE;

  async function fireAllLate(): Promise<number> {
    if (fewLeft > 0) return 0;
    const count = await fireLate(tools, kind, BATCH);
    if (count < BATCH) fewLeft = FEW_LATE;
    return count;
  }

  async function nextLate(): Promise<Row | undefined> {
    if (fewLeft === 0) return undefined;
    const [row] = await kind.leaseLate(connection, 1, tools.begunAt);
    fewLeft = row === undefined ? FEW_LATE : fewLeft - 1;
    return row;
  }

  /** Fires a leased row alone, and then others, for as long as none of them has to wait. */
  async function fireInTurn(leased: Row): Promise<void> {
    let row: Row | undefined = leased;
    for (let left = IN_TURN; row !== undefined; left -= 1) {
      const isFired: boolean = await fireAlone(tools, kind, row);
      [row] = isFired && left > 1 ? await kind.leaseHard(connection, 1, tools.begunAt) : [];
    }
  }

  return {
    async fire({ isLateWanted, isHardWanted }, due) {
      const onTime = due.isOnTime ? await fireOnTime(tools, kind, BATCH) : 0;
      if (!due.isLate) fewLeft = FEW_LATE;
      const late = isLateWanted && due.isLate ? await fireAllLate() : 0;
      const free = isHardWanted && (due.isOnTime || due.isTried) ? MAX_ALONE - 1 - alone.size : 0;
      const hard = free <= 0 ? [] : await kind.leaseHard(connection, free, tools.begunAt);
      for (const row of hard) {
        const fired = fireInTurn(row)
          .catch(() => {}) // the database is away: the lease ends by itself
          .finally(() => alone.delete(fired));
        alone.add(fired);
      }
      return onTime === BATCH || late === BATCH;
    },
    async fireSuspects() {
      for (let left = IN_TURN; left > 0; left -= 1) {
        const row = (await kind.leaseSuspect(connection)) ?? (await nextLate());
        if (row === undefined) return;
        await fireAlone(tools, kind, row);
      }
    },
  };
}
