import type { Lock } from '../lock.ts';
import { byText, type Call, eachRow, list, NO_ROWS, type Statements, value } from '../statement.ts';

export interface InstanceTableRow {
  readonly id: string;
  readonly definition_id: string;
  readonly seq: number;
  readonly is_terminal: boolean;
  readonly state: string;
  readonly root_id: string | null;
}

const shown = ({ id, definition_id, seq, is_terminal, state }: InstanceTableRow) => ({
  id,
  definition_id,
  seq,
  is_terminal,
  state,
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
  *'lock-instances'(call) {
    return (yield* lockInstances(call, list(call, 1))).map(shown);
  },
  'read-instance'(call) {
    const row = call.tables.instance.get(call.by, value(call, 1));
    return row === undefined ? NO_ROWS : [shown(row)];
  },
  'save-instances-2': (call) =>
    eachRow(call, (n) => {
      const row: InstanceTableRow = {
        id: list(call, 1)[n]!,
        definition_id: list(call, 2)[n]!,
        seq: list<number>(call, 3)[n]!,
        is_terminal: list<boolean>(call, 4)[n]!,
        state: list(call, 5)[n]!,
        root_id: list<string | null>(call, 6)[n] ?? null,
      };
      const { seq, is_terminal, state } = row;
      return call.tables.instance.insert(call.by, row, (old) => ({ ...old, seq, is_terminal, state }));
    }),
  'count-called-instances'(call) {
    const [root, most] = [value(call, 1), value<number>(call, 2)];
    const called = call.tables.instance.rows(call.by).filter((row) => row.root_id === root && !row.is_terminal);
    return [{ running: Math.min(called.length, most) }];
  },
};
