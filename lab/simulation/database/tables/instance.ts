import { SMALL_STATE } from '../../../../src/engine/state/state-index.ts';
import type { Lock } from '../lock.ts';
import { byText, type Call, eachRow, list, NO_ROWS, type Statements, value } from '../statement.ts';

export interface InstanceTableRow {
  readonly id: string;
  readonly definition_id: string;
  readonly seq: number;
  readonly is_terminal: boolean;
  readonly state: string;
  readonly root_id: string | null;
  /** row of the event history after which `state` was stored */
  readonly state_seq: number | null;
  readonly state_size: number;
  readonly journal_size: number;
  readonly ended_at: Date | null;
}

/** A row without the state. */
const shown = ({ id, definition_id, seq, is_terminal, state_seq, state_size, journal_size }: InstanceTableRow) => ({
  id,
  definition_id,
  seq,
  is_terminal,
  state_seq: state_seq ?? seq,
  state_size,
  journal_size: String(journal_size),
});

/** Locks the instances with these ids, in their order. */
export function* lockInstances(
  { by, tables }: Call,
  ids: readonly string[],
  skipsLocked = false,
): Generator<Lock, InstanceTableRow[]> {
  const wanted = new Set(ids);
  const found = tables.instance.rows(by).filter(({ id }) => wanted.has(id));
  const locked: InstanceTableRow[] = [];
  for (const { id } of found.sort(byText((row) => row.id))) {
    const row = skipsLocked ? tables.instance.tryLock(by, id) : yield* tables.instance.lock(by, id);
    if (row !== undefined) locked.push(row);
  }
  return locked;
}

export const INSTANCE_STATEMENTS: Statements = {
  *'lock-instances-2'(call) {
    const rows = yield* lockInstances(call, list(call, 1));
    return rows.map((row) => ({ ...shown(row), state: row.state_size <= SMALL_STATE ? row.state : null }));
  },
  *'lock-instances-of-tasks'(call) {
    const taskIds = list(call, 2);
    const ofTasks = taskIds.flatMap((id) => call.tables.userTask.get(call.by, id)?.instance_id ?? []);
    const rows = yield* lockInstances(call, [...new Set([...list(call, 1), ...ofTasks])]);
    return rows.map((row) => ({ ...shown(row), state: row.state_size <= SMALL_STATE ? row.state : null }));
  },
  'read-instance-2'(call) {
    const row = call.tables.instance.get(call.by, value(call, 1));
    return row === undefined ? NO_ROWS : [{ ...shown(row), state: row.state }];
  },
  'projector-is-instance-stored'({ tables, by, values }) {
    return tables.instance.get(by, values[0] as string) === undefined ? [] : [{}];
  },
  'read-state'(call) {
    const row = call.tables.instance.get(call.by, value(call, 1));
    return row === undefined ? NO_ROWS : [{ state: row.state }];
  },
  'save-instances-5': (call) =>
    eachRow(call, (n) =>
      save(call, {
        id: list(call, 1)[n]!,
        definition_id: list(call, 2)[n]!,
        seq: list<number>(call, 3)[n]!,
        is_terminal: list<boolean>(call, 4)[n]!,
        state: list(call, 5)[n]!,
        root_id: list<string | null>(call, 6)[n] ?? null,
        state_size: list<number>(call, 7)[n]!,
        ended_at: list<boolean>(call, 4)[n]! ? new Date(value(call, 8)) : null,
      }),
    ),
  *'save-long-instance-3'(call) {
    const [id, definition_id, seq, is_terminal, state, root_id, state_size, at] = call.values as SavedValues;
    yield* save(call, {
      id,
      definition_id,
      seq,
      is_terminal,
      state,
      root_id,
      state_size,
      ended_at: is_terminal ? new Date(at) : null,
    });
    return [];
  },
  'bring-instances-forward': (call) =>
    eachRow(call, (n) =>
      call.tables.instance.update(call.by, list(call, 1)[n]!, (old) => ({
        ...old,
        seq: list<number>(call, 2)[n]!,
        journal_size: list<number>(call, 3)[n]!,
        state_seq: old.state_seq ?? old.seq,
      })),
    ),
  'count-called-instances'(call) {
    const [root, most] = [value(call, 1), value<number>(call, 2)];
    const called = call.tables.instance.rows(call.by).filter((row) => row.root_id === root && !row.is_terminal);
    return [{ running: Math.min(called.length, most) }];
  },
};

type SavedValues = [string, string, number, boolean, string, string | null, number, string];

/** Writes a whole instance, new or over the one that is there. */
function save({ by, tables }: Call, saved: Omit<InstanceTableRow, 'state_seq' | 'journal_size'>): Generator<Lock, unknown> {
  const row: InstanceTableRow = { ...saved, state_seq: saved.seq, journal_size: 0 };
  return tables.instance.insert(by, row, ({ root_id }) => ({ ...row, root_id }));
}
