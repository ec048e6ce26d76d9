import type { Lock } from '../lock.ts';
import { byText, type Call, eachRow, list, type Statements, value } from '../statement.ts';
import { NEVER } from './lease.ts';
import { addressAt, addressKey } from './subscription.ts';

export interface SuspensionTableRow {
  readonly instance_id: string;
  readonly suspended_by: string;
  readonly reason: string | null;
  readonly since: Date;
  readonly process_key: string | null;
}

export interface KeySuspensionTableRow {
  readonly key: string;
  readonly reason: string | null;
  readonly actor: string | null;
  readonly since: Date;
}

export const suspensionKey = (row: Pick<SuspensionTableRow, 'instance_id' | 'suspended_by'>) =>
  `${row.instance_id} ${row.suspended_by}`;

/** The column of suspended keys, as some statements read it. */
export function suspendedKeys({ by, tables }: Call): string | null {
  const rows = tables.keySuspension.rows(by).map(({ key, reason, actor }) => [key, reason, actor]);
  // json_agg and json_build_array write a blank behind each comma
  const list = (texts: readonly string[]) => `[${texts.join(', ')}]`;
  return rows.length === 0 ? null : list(rows.map((row) => list(row.map((value) => JSON.stringify(value)))));
}

export function isKeySuspended({ by, tables }: Call, key: string): boolean {
  return tables.keySuspension.get(by, key) !== undefined;
}

export const SUSPENSION_STATEMENTS: Statements = {
  'save-suspensions-2': (call) =>
    eachRow(call, (n) => {
      const of = { instance_id: list(call, 1)[n]!, suspended_by: list(call, 2)[n]! };
      const reason = list<string | null>(call, 3)[n] ?? null;
      const process_key = list<string | null>(call, 4)[n] ?? null;
      return call.tables.suspension.insert(call.by, { ...of, reason, process_key, since: new Date(value(call, 5)) }, 'nothing');
    }),
  'end-suspensions': (call) =>
    eachRow(call, (n) =>
      call.tables.suspension.delete(call.by, suspensionKey({ instance_id: list(call, 1)[n]!, suspended_by: list(call, 2)[n]! })),
    ),
  *'hold-timers'(call) {
    const held = new Set(list(call, 1));
    for (const row of call.tables.timer.rows(call.by)) {
      if (held.has(row.instance_id))
        yield* call.tables.timer.update(call.by, addressKey(row), (old) => ({ ...old, due_at: NEVER }));
    }
    return [];
  },
  'free-timers': (call) =>
    eachRow(call, (n) =>
      call.tables.timer.update(call.by, addressAt(call, n), (old) => ({ ...old, due_at: new Date(list<number>(call, 3)[n]!) })),
    ),
  'hold-custom-tasks': (call) => setHeld(call, true),
  'free-custom-tasks': (call) => setHeld(call, false),
  'keep-results': (call) =>
    eachRow(call, (n) => call.tables.customTask.update(call.by, list(call, 1)[n]!, (old) => ({ ...old, locked_by: null }))),
  *'keep-mail'(call) {
    const targets = new Set(list(call, 1));
    for (const row of call.tables.outbox.rows(call.by)) {
      if (row.target_id !== null && targets.has(row.target_id))
        yield* call.tables.outbox.update(call.by, row.command_id, (old) => ({ ...old, created_at: NEVER }));
    }
    return [];
  },
  *'free-mail'(call) {
    const targets = new Set(list(call, 1));
    const created_at = new Date(value(call, 2));
    for (const row of call.tables.outbox.rows(call.by)) {
      if (row.target_id !== null && targets.has(row.target_id) && row.created_at.getTime() === NEVER.getTime())
        yield* call.tables.outbox.update(call.by, row.command_id, (old) => ({ ...old, created_at }));
    }
    return [];
  },
  'suspend-keys': (call) =>
    eachRow(call, (n) => {
      const reason = list<string | null>(call, 2)[n] ?? null;
      const actor = list<string | null>(call, 3)[n] ?? null;
      const row = { key: list(call, 1)[n]!, reason, actor, since: new Date(value(call, 4)) };
      return call.tables.keySuspension.insert(call.by, row, 'nothing');
    }),
  *'resume-keys'(call) {
    for (const key of list(call, 1)) yield* call.tables.keySuspension.delete(call.by, key);
    return [];
  },
  *'hold-timer-starts'(call) {
    const keys = new Set(list(call, 1));
    for (const row of call.tables.startTrigger.rows(call.by)) {
      if (!keys.has(row.key) || row.due_at === null) continue;
      yield* call.tables.startTrigger.update(call.by, call.tables.startTrigger.keyOf(row), (old) => ({
        ...old,
        due_at: old.due_at === null ? null : NEVER,
      }));
    }
    return [];
  },
  *'free-timer-starts'(call) {
    const keys = new Set(list(call, 1));
    for (const row of call.tables.startTrigger.rows(call.by)) {
      if (!keys.has(row.key)) continue;
      yield* call.tables.startTrigger.update(call.by, call.tables.startTrigger.keyOf(row), (old) => {
        if (old.due_at?.getTime() !== NEVER.getTime() || old.schedule === null) return undefined;
        return { ...old, due_at: new Date((JSON.parse(old.schedule) as { dueAt: number }).dueAt) };
      });
    }
    return [];
  },
  'count-running-instances'(call) {
    const versions = versionsOf(call, value(call, 1));
    const running = call.tables.instance
      .rows(call.by)
      .filter(({ definition_id, is_terminal }) => !is_terminal && versions.has(definition_id));
    return [{ running: running.length }];
  },
  'keys-to-follow'(call) {
    const { by, tables } = call;
    const suspended = tables.keySuspension.rows(by).map(({ key, since }) => ({ key, since: String(since.getTime()) }));
    const holding = new Set(tables.suspension.rows(by).flatMap(({ process_key }) => process_key ?? []));
    const resumed = [...holding].filter((key) => !isKeySuspended(call, key)).map((key) => ({ key, since: null }));
    return [...suspended, ...resumed].sort(byText(({ key }) => key));
  },
  'versions-of-key': (call) =>
    call.tables.definition
      .rows(call.by)
      .filter(({ key }) => key === value(call, 1))
      .sort((a, b) => b.version - a.version)
      .map(({ definition_id }) => ({ definition_id })),
  'take-unmarked-instances'(call) {
    const { by, tables } = call;
    const isMarked = (instance_id: string) =>
      tables.suspension.get(by, suspensionKey({ instance_id, suspended_by: 'processKey' })) !== undefined;
    return taken(
      call,
      tables.instance
        .rows(by)
        .filter((row) => row.definition_id === value(call, 1) && !row.is_terminal && !isMarked(row.id))
        .map(({ id }) => id),
    );
  },
  'take-held-instances': (call) =>
    taken(
      call,
      call.tables.suspension
        .rows(call.by)
        .filter(({ process_key }) => process_key === value(call, 1))
        .map(({ instance_id }) => instance_id),
    ),
};

function versionsOf({ by, tables }: Call, key: string): ReadonlySet<string> {
  return new Set(
    tables.definition
      .rows(by)
      .filter((row) => row.key === key)
      .map(({ definition_id }) => definition_id),
  );
}

/** Locks the first `$3` free ones after `$2`. */
function taken({ by, tables, values }: Call, ids: readonly string[]): readonly object[] {
  const found: object[] = [];
  for (const id of [...ids].sort()) {
    if (found.length === values[2]) break;
    if (id > (values[1] as string) && tables.instance.tryLock(by, id) !== undefined) found.push({ id });
  }
  return found;
}

function* setHeld(call: Call, is_held: boolean): Generator<Lock, readonly object[]> {
  const instances = new Set(list(call, 1));
  for (const row of call.tables.customTask.rows(call.by)) {
    if (instances.has(row.instance_id) && row.is_held !== is_held)
      yield* call.tables.customTask.update(call.by, row.task_id, (old) => ({ ...old, is_held }));
  }
  return [];
}
