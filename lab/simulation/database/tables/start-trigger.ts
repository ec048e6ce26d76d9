import type { Lock } from '../lock.ts';
import { byText, type Call, eachRow, list, type Statements, value } from '../statement.ts';
import { bufferedFor } from './buffered-message.ts';
import { begun, lateBefore, leaseEnd, leaseMs, NEVER, SECOND } from './lease.ts';
import { isKeySuspended } from './suspension.ts';

export interface StartTriggerTableRow {
  readonly key: string;
  readonly element: string;
  readonly definition: number;
  readonly definition_id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly condition: string | null;
  readonly schedule: string | null;
  readonly due_at: Date | null;
  readonly attempts: number;
  readonly leased_until: Date | null;
}

export const startTriggerKey = (row: Pick<StartTriggerTableRow, 'key' | 'element' | 'definition'>) =>
  JSON.stringify([row.key, row.element, row.definition]);

const trigger = ({ key, element, definition, definition_id, kind, name, condition, schedule }: StartTriggerTableRow) => ({
  key,
  element,
  definition,
  definition_id,
  kind,
  name,
  condition,
  schedule,
});
const shown = (row: StartTriggerTableRow) => ({ ...trigger(row), attempts: row.attempts });
const inOrder = (a: StartTriggerTableRow, b: StartTriggerTableRow) =>
  byText<StartTriggerTableRow>((row) => row.key)(a, b) ||
  byText<StartTriggerTableRow>((row) => row.element)(a, b) ||
  a.definition - b.definition;
const dueAt = (row: StartTriggerTableRow) => row.due_at?.getTime() ?? Number.POSITIVE_INFINITY;

export const START_TRIGGER_STATEMENTS: Statements = {
  'find-start-triggers': (call) =>
    call.tables.startTrigger
      .rows(call.by)
      .filter((row) => row.kind === value(call, 1) && row.name === value(call, 2))
      .sort(inOrder)
      .map(trigger),
  'find-start-conditions'(call) {
    const key = value<string | null>(call, 1);
    return call.tables.startTrigger
      .rows(call.by)
      .filter((row) => row.kind.startsWith('conditional') && (key === null || row.key === key))
      .sort(inOrder)
      .map(trigger);
  },
  *'delete-start-triggers'(call) {
    const keys = new Set(list(call, 1));
    for (const row of call.tables.startTrigger.rows(call.by)) {
      if (keys.has(row.key)) yield* call.tables.startTrigger.delete(call.by, startTriggerKey(row));
    }
    return [];
  },
  *'insert-start-triggers-3'(call) {
    const buffered = bufferedFor(call, ({ name }) =>
      list(call, 5).some((kind, n) => kind === 'message' && list<string | null>(call, 6)[n] === name),
    );
    yield* eachRow(call, (n) => {
      const due = list<number | null>(call, 9)[n] ?? null;
      return call.tables.startTrigger.insert(call.by, {
        key: list(call, 1)[n]!,
        element: list(call, 2)[n]!,
        definition: list<number>(call, 3)[n]!,
        definition_id: list(call, 4)[n]!,
        kind: list(call, 5)[n]!,
        name: list<string | null>(call, 6)[n] ?? null,
        condition: list<string | null>(call, 7)[n] ?? null,
        schedule: list<string | null>(call, 8)[n] ?? null,
        due_at: due === null ? null : isKeySuspended(call, list(call, 1)[n]!) ? NEVER : new Date(due),
        attempts: 0,
        leased_until: null,
      });
    });
    return buffered;
  },
  'take-due-starts-3'(call) {
    const late = lateBefore(call);
    return lockedFree(call, (row) => dueAt(row) <= call.now && dueAt(row) > late && row.attempts === 0).map(shown);
  },
  *'lease-late-starts-2'(call) {
    const before = Math.min(lateBefore(call), call.now);
    const late = lockedFree(call, (row) => dueAt(row) <= before && row.attempts === 0);
    return yield* leased(call, late, () => 2, 15 * SECOND);
  },
  *'lease-hard-starts-2'(call) {
    const isFree = ({ leased_until }: StartTriggerTableRow) => leased_until === null || leased_until.getTime() <= call.now;
    const hard = lockedFree(call, (row) => dueAt(row) <= call.now && row.attempts === 1 && isFree(row), since);
    return yield* leased(call, hard, (row) => begun(row.attempts));
  },
  *'lease-suspect-start'(call) {
    const until = ({ leased_until }: StartTriggerTableRow) => leased_until?.getTime() ?? Number.POSITIVE_INFINITY;
    const isSuspect = (row: StartTriggerTableRow) => dueAt(row) <= call.now && row.attempts > 1 && until(row) <= call.now;
    const suspects = lockedFree(call, isSuspect, until, 1);
    return yield* leased(call, suspects, (row) => begun(row.attempts));
  },
  *'park-start'(call) {
    const key = startTriggerKey({ key: value(call, 1), element: value(call, 2), definition: value<number>(call, 3) });
    yield* call.tables.startTrigger.update(call.by, key, (old) => ({ ...old, leased_until: NEVER }));
    return [];
  },
  *'lock-starts'(call) {
    const locked: object[] = [];
    for (const row of wanted(call).sort((a, b) => dueAt(a) - dueAt(b))) {
      const now = yield* call.tables.startTrigger.lock(call.by, startTriggerKey(row));
      if (now !== undefined && dueAt(now) <= call.now) locked.push(shown(now));
    }
    return locked;
  },
  'lock-free-starts'(call) {
    const keys = new Set(wanted(call).map(startTriggerKey));
    return lockedFree(call, (row) => keys.has(startTriggerKey(row)) && dueAt(row) <= call.now).map(shown);
  },
  *'end-start-leases-2'(call) {
    const seconds = value<number>(call, 4);
    for (const row of wanted(call)) {
      yield* call.tables.startTrigger.update(call.by, startTriggerKey(row), (old) => {
        if (dueAt(old) > call.now) return undefined;
        return { ...old, ...leaseEnd(old.attempts, call.now, seconds, value<number>(call, 5)) };
      });
    }
    return [];
  },
  *'reschedule-start-2'(call) {
    const [key, element, definition, schedule, due] = call.values as [string, string, number, string | null, number | null];
    yield* call.tables.startTrigger.update(call.by, startTriggerKey({ key, element, definition }), (old) => ({
      ...old,
      schedule,
      due_at: due === null ? null : new Date(due),
      attempts: 0,
      leased_until: null,
    }));
    return [];
  },
};

const since = (row: StartTriggerTableRow) => row.leased_until?.getTime() ?? dueAt(row);

/** Those named by the first three parameters. */
function wanted(call: Call): StartTriggerTableRow[] {
  const keys = new Set(
    list(call, 1).map((key, n) => startTriggerKey({ key, element: list(call, 2)[n]!, definition: list<number>(call, 3)[n]! })),
  );
  return call.tables.startTrigger.rows(call.by).filter((row) => keys.has(startTriggerKey(row)));
}

/** Locks free ones, soonest first; `$1` of them if it is a number. */
function lockedFree(
  call: Call,
  isWanted: (row: StartTriggerTableRow) => boolean,
  order: (row: StartTriggerTableRow) => number = dueAt,
  most = typeof call.values[0] === 'number' ? call.values[0] : Number.POSITIVE_INFINITY,
): StartTriggerTableRow[] {
  const locked: StartTriggerTableRow[] = [];
  const found = call.tables.startTrigger.rows(call.by).filter(isWanted);
  for (const row of found.sort((a, b) => order(a) - order(b))) {
    if (locked.length === most) break;
    const taken = call.tables.startTrigger.tryLock(call.by, startTriggerKey(row));
    if (taken !== undefined && isWanted(taken)) locked.push(taken);
  }
  return locked;
}

function* leased(
  call: Call,
  rows: readonly StartTriggerTableRow[],
  attemptsOf: (row: StartTriggerTableRow) => number,
  forMs?: number,
): Generator<Lock, readonly object[]> {
  const result: object[] = [];
  for (const row of rows) {
    const next = yield* call.tables.startTrigger.update(call.by, startTriggerKey(row), (old) => ({
      ...old,
      attempts: attemptsOf(old),
      leased_until: new Date(call.now + (forMs ?? leaseMs(old.attempts))),
    }));
    if (next !== undefined) result.push(shown(next));
  }
  return result;
}
