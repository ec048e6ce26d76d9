import type { Lock } from '../lock.ts';
import { byNumber, type Call, eachRow, list, type Statements, value } from '../statement.ts';
import { lockInstances } from './instance.ts';
import { begun, lateBefore, leaseEnd, leaseMs, NEVER, SECOND } from './lease.ts';
import { addressAt, addressKey } from './subscription.ts';

export interface TimerTableRow {
  readonly instance_id: string;
  readonly subscription: number;
  readonly due_at: Date;
  readonly attempts: number;
  readonly leased_until: Date | null;
  readonly element: string | null;
}

const HARD_MS = 0.3 * SECOND;
const dueAt = (row: TimerTableRow) => row.due_at.getTime();
const shown = ({ instance_id, subscription, due_at, attempts }: TimerTableRow) => ({
  instance_id,
  subscription,
  due_at,
  attempts,
});

export const TIMER_STATEMENTS: Statements = {
  'find-due-work-2'(call) {
    const late = lateBefore(call, 1);
    const dueIn = (rows: readonly (Pick<TimerTableRow, 'attempts' | 'leased_until'> & { readonly due_at: Date | null })[]) => {
      const untried = rows.filter((row) => row.attempts === 0 && (row.due_at?.getTime() ?? Number.POSITIVE_INFINITY) <= call.now);
      return [
        untried.some((row) => Number(row.due_at) > late),
        untried.some((row) => Number(row.due_at) <= late),
        rows.some((row) => row.attempts > 0 && (row.leased_until?.getTime() ?? 0) <= call.now),
      ];
    };
    const [timers, starts] = [call.tables.timer.rows(call.by), call.tables.startTrigger.rows(call.by)];
    const [timerOnTime, timerLate, timerTried] = dueIn(timers);
    const [startOnTime, startLate, startTried] = dueIn(starts);
    const later = [...timers, ...starts]
      .map((row) => Number(row.due_at))
      .filter((at) => at > call.now && at < Number.POSITIVE_INFINITY);
    const nextMs = later.length === 0 ? null : Math.min(...later) - call.now;
    return [{ timerOnTime, timerLate, timerTried, startOnTime, startLate, startTried, nextMs }];
  },
  'take-due-timers-3'(call) {
    const { tables, by, now } = call;
    const late = lateBefore(call);
    const isDue = (row: TimerTableRow) => dueAt(row) <= now && dueAt(row) > late && row.attempts === 0;
    const taken: TimerTableRow[] = [];
    for (const row of tables.timer.rows(by).filter(isDue).sort(byNumber(dueAt))) {
      if (taken.length === value<number>(call, 1)) break;
      if (tables.instance.tryLock(by, row.instance_id) !== undefined) taken.push(row);
    }
    return taken.map(shown);
  },
  *'lease-late-timers-2'(call) {
    const before = Math.min(lateBefore(call), call.now);
    const late = lockedFree(call, (row) => dueAt(row) <= before && row.attempts === 0, dueAt);
    return yield* leased(call, late, () => 2, 15 * SECOND);
  },
  *'lease-hard-timers-2'(call) {
    const late = lateBefore(call);
    const isFree = ({ leased_until }: TimerTableRow) => leased_until === null || leased_until.getTime() <= call.now;
    const since = (row: TimerTableRow) => row.leased_until?.getTime() ?? dueAt(row);
    const tried = lockedFree(call, (row) => row.attempts === 1 && dueAt(row) <= call.now && isFree(row), since);
    const isUntried = (row: TimerTableRow) => row.attempts === 0 && dueAt(row) <= call.now - HARD_MS && dueAt(row) > late;
    const untried = lockedFree(call, isUntried, dueAt);
    const order = (row: TimerTableRow) => (row.attempts > 0 ? since(row) : dueAt(row));
    const hard = [...tried, ...untried].sort(byNumber(order)).slice(0, value<number>(call, 1));
    return yield* leased(call, hard, (row) => begun(row.attempts));
  },
  *'lease-suspect-timer'(call) {
    const until = ({ leased_until }: TimerTableRow) => leased_until?.getTime() ?? Number.POSITIVE_INFINITY;
    const suspects = lockedFree(call, (row) => row.attempts > 1 && until(row) <= call.now, until, 1);
    return yield* leased(call, suspects, (row) => begun(row.attempts));
  },
  *'park-timer'(call) {
    const address = addressKey({ instance_id: value(call, 1), subscription: value<number>(call, 2) });
    yield* call.tables.timer.update(call.by, address, (old) => ({ ...old, leased_until: NEVER }));
    return [];
  },
  *'lock-timers'(call) {
    return (yield* lockInstances(call, list(call, 1))).map(({ id }) => ({ id }));
  },
  *'lock-free-timers'(call) {
    return (yield* lockInstances(call, list(call, 1), true)).map(({ id }) => ({ id }));
  },
  'remaining-timers'(call) {
    const locked = new Set(list(call, 3));
    const rows = list(call, 1).flatMap((_, n) => call.tables.timer.get(call.by, addressAt(call, n)) ?? []);
    return rows
      .filter(({ instance_id }) => locked.has(instance_id))
      .sort(byNumber(dueAt))
      .map(shown);
  },
  'end-timer-leases-2'(call) {
    const seconds = value<number>(call, 3);
    return eachRow(call, (n) =>
      call.tables.timer.update(call.by, addressAt(call, n), (old) => ({
        ...old,
        ...leaseEnd(old.attempts, call.now, seconds, value<number>(call, 4)),
      })),
    );
  },
  'open-timers-2': (call) =>
    eachRow(call, (n) =>
      call.tables.timer.insert(call.by, {
        instance_id: list(call, 1)[n]!,
        subscription: list<number>(call, 2)[n]!,
        due_at: new Date(list<number>(call, 3)[n]!),
        attempts: 0,
        leased_until: null,
        element: list(call, 4)[n]!,
      }),
    ),
  'close-timers': (call) => eachRow(call, (n) => call.tables.timer.delete(call.by, addressAt(call, n))),
};

/** Locks free ones, at most the given number. */
function lockedFree(
  call: Call,
  isWanted: (row: TimerTableRow) => boolean,
  order: (row: TimerTableRow) => number,
  most = value<number>(call, 1),
): TimerTableRow[] {
  const locked: TimerTableRow[] = [];
  for (const row of call.tables.timer.rows(call.by).filter(isWanted).sort(byNumber(order))) {
    if (locked.length === most) break;
    const taken = call.tables.timer.tryLock(call.by, addressKey(row));
    if (taken !== undefined && isWanted(taken)) locked.push(taken);
  }
  return locked;
}

function* leased(
  call: Call,
  rows: readonly TimerTableRow[],
  attemptsOf: (row: TimerTableRow) => number,
  forMs?: number,
): Generator<Lock, readonly object[]> {
  const result: object[] = [];
  for (const row of rows) {
    const next = yield* call.tables.timer.update(call.by, addressKey(row), (old) => ({
      ...old,
      attempts: attemptsOf(old),
      leased_until: new Date(call.now + (forMs ?? leaseMs(old.attempts))),
    }));
    if (next !== undefined) result.push(shown(next));
  }
  return result;
}
