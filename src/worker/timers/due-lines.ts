import { poolConnection } from '../../db/connection.ts';
import { type DueItems, findDueWork } from '../../store/due-work.ts';
import { type DueKind, dueStarts, dueTimers } from './due-kinds.ts';
import { type Due, type FiringTools, fireAlone, fireLate, fireOnTime } from './fire-due.ts';

/** Timers per transaction: more hold more locks, fewer cost more commits. */
const BATCH = 100;
/** Rows that are fired separately at the same time: suspects, or timers that wait for their instances. Each holds a connection. */
export const MAX_ALONE = 4;
/** Timers that each of these fires before the next poll: a failure can leave up to a batch of others to fire separately. */
const IN_TURN = 25;
/** Number up to which late timers are fired separately first: few are late after a worker crash, many after a downtime. */
const FEW_LATE = 10;

/** A poll always includes the rows that are due now. */
export interface Poll {
  /** rows that were due more than 5 s ago, or before this worker began */
  readonly isLateWanted: boolean;
  /** rows that are fired separately; with a long backlog this query costs more than the others */
  readonly isHardWanted: boolean;
}

export interface PollResult {
  readonly isMore: boolean;
  readonly isAnyDue: boolean;
  /** time until the next row is due; undefined without such a row */
  readonly nextMs?: number | undefined;
}

/** Fires timers of instances and timer start events, in shared or separate transactions. */
export class DueLines {
  private readonly tools: FiringTools;
  /** running separate transactions */
  private readonly alone = new Set<Promise<void>>();
  private readonly timers: Line;
  private readonly starts: Line;
  /** suspects in sequence: one that ends this worker must not cost another its attempt */
  private suspects: Promise<void> | undefined;
  /** a kind failed in the last poll */
  hasFailed = false;

  constructor(tools: FiringTools) {
    this.tools = tools;
    this.timers = lineOf(tools, dueTimers, this.alone);
    this.starts = lineOf(tools, dueStarts, this.alone);
  }

  /** Runs a poll. A fault of one kind does not delay the other. Never rejects: sets `hasFailed`. */
  async fire(poll: Poll): Promise<PollResult> {
    this.hasFailed = false;
    const failed = (error: Error): false => {
      this.hasFailed = true;
      this.tools.log.event('callback-failed', { ErrorMessage: error.message });
      return false;
    };
    const due = await findDueWork(poolConnection(this.tools.pool), this.tools.begunAt).catch(failed);
    if (due === false) return { isMore: false, isAnyDue: false };
    const areMoreTimers = await this.timers.fire(poll, due.timers).catch(failed);
    const areMoreStarts = await this.starts.fire(poll, due.starts).catch(failed);
    const both = [due.timers, due.starts];
    const mayBeSuspects = both.some(({ isLate, isTried }) => isLate || isTried);
    if (poll.isHardWanted && mayBeSuspects) this.suspects ??= this.fireSuspects();
    const isAnyDue = mayBeSuspects || both.some(({ isOnTime }) => isOnTime);
    return { isMore: areMoreTimers || areMoreStarts, isAnyDue, nextMs: due.nextMs };
  }

  /** Resolves when all running work has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.alone, this.suspects]);
  }

  private async fireSuspects(): Promise<void> {
    try {
      await this.timers.fireSuspects();
      await this.starts.fireSuspects();
    } catch {
      // the database is not reachable: the lease expires
    } finally {
      this.suspects = undefined;
    }
  }
}

interface Line {
  /** @returns whether more rows may be due now */
  fire(poll: Poll, due: DueItems): Promise<boolean>;
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

  /** Fires a leased row, then leases and fires others until one fails. */
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
          .catch(() => {}) // the database is not reachable: the lease expires
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
