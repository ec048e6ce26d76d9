import { byText, eachRow, list, type Statements, value } from '../statement.ts';

export interface UserTaskTableRow {
  readonly task_id: string;
  readonly instance_id: string;
  readonly entry: number;
  readonly is_open: boolean;
}

export interface TaskCommentTableRow {
  readonly instance_id: string;
  readonly task_id: string;
  readonly comment_id: string;
  readonly author: string;
  readonly text: string;
  readonly created_at: Date;
}

export interface IncidentTableRow {
  readonly incident_id: string;
  readonly instance_id: string;
  readonly incident: number;
}

export interface DeadLetterTableRow {
  readonly command_id: string;
  readonly command: string;
  readonly error: string;
  readonly at: Date;
  readonly attempts: number;
  readonly fingerprint: string | null;
}

/** Audit entry of the worker, as far as the checks read it. */
export interface AuditEntryTableRow {
  readonly at: Date;
  readonly entry_id: string;
  readonly act: string;
  readonly command_id: string | null;
}

export interface CausationTableRow {
  readonly root_id: string;
  readonly size: number;
  readonly counted_at: Date;
}

export interface InstallationTableRow {
  readonly id: string;
}

const HOUR_MS = 3_600_000;

/** Tables with a statement or two, and statements that read none. */
export const SMALL_STATEMENTS: Statements = {
  'find-tasks': ({ tables, by, values }) =>
    (values[0] as string[])
      .flatMap((id) => tables.userTask.get(by, id) ?? [])
      .map(({ task_id, instance_id, entry }) => ({ task_id, instance_id, entry })),
  'save-user-tasks': (call) =>
    eachRow(call, (n) => {
      const is_open = list<boolean>(call, 4)[n]!;
      const row = { task_id: list(call, 1)[n]!, instance_id: list(call, 2)[n]!, entry: list<number>(call, 3)[n]!, is_open };
      return call.tables.userTask.insert(call.by, row, (old) => ({ ...old, is_open }));
    }),
  'add-task-comments': (call) =>
    eachRow(call, (n) =>
      call.tables.taskComment.insert(call.by, {
        instance_id: list(call, 1)[n]!,
        task_id: list(call, 2)[n]!,
        comment_id: list(call, 3)[n]!,
        author: list(call, 4)[n]!,
        text: list(call, 5)[n]!,
        created_at: new Date(value(call, 6)),
      }),
    ),
  'find-incidents': ({ tables, by, values }) =>
    (values[0] as string[])
      .flatMap((id) => tables.incident.get(by, id) ?? [])
      .map(({ incident_id, instance_id, incident }) => ({ incident_id, instance_id, incident })),
  'save-incidents-2': (call) =>
    eachRow(call, (n) => {
      const of = { incident_id: list(call, 1)[n]!, instance_id: list(call, 2)[n]!, incident: list<number>(call, 3)[n]! };
      return call.tables.incident.insert(call.by, of, (old) => old);
    }),
  'save-audit-entries': (call) =>
    eachRow(call, (n) => {
      const of = { at: new Date(list(call, 1)[n]!), entry_id: list(call, 2)[n]!, act: list(call, 3)[n]! };
      return call.tables.auditEntry.insert(
        call.by,
        { ...of, command_id: list<string | null>(call, 13)[n] ?? null },
        (old) => old,
      );
    }),
  *'end-incidents'(call) {
    for (const id of list(call, 1)) yield* call.tables.incident.delete(call.by, id);
    return [];
  },
  *'park-command-2'(call) {
    const [command_id, command, error, fingerprint] = call.values as [string, string, string, string | null];
    const at = new Date(call.now);
    const row = { command_id, command, error, at, attempts: 1, fingerprint };
    yield* call.tables.deadLetter.insert(call.by, row, (old) => ({
      ...old,
      error,
      at,
      attempts: old.attempts + 1,
      fingerprint: fingerprint ?? old.fingerprint,
    }));
    return [];
  },
  *'end-dead-letters'(call) {
    for (const id of list(call, 1)) yield* call.tables.deadLetter.delete(call.by, id);
    return [];
  },
  // no command of the simulation holds what a database cannot
  'suspect-dead-letters': () => [],
  'forget-dead-letters-2': () => [],
  'read-causations': ({ tables, by, values }) =>
    (values[0] as string[]).flatMap((id) => tables.causation.get(by, id) ?? []).map(({ root_id, size }) => ({ root_id, size })),
  *'add-to-causations'(call) {
    const added = list(call, 1).map((root_id, n) => ({ root_id, size: list<number>(call, 2)[n]! }));
    const counted_at = new Date(value(call, 3));
    for (const row of added.sort(byText(({ root_id }) => root_id)))
      yield* call.tables.causation.insert(call.by, { ...row, counted_at }, (old) => ({
        ...old,
        size: old.size + row.size,
        counted_at,
      }));
    return [];
  },
  *'forget-causations'(call) {
    const before = call.now - value<number>(call, 1) * HOUR_MS;
    for (const { root_id, counted_at } of call.tables.causation.rows(call.by)) {
      if (counted_at.getTime() < before) yield* call.tables.causation.delete(call.by, root_id);
    }
    return [];
  },
  'set-lock-timeout'({ by }) {
    by.lockTimeoutMs = 2000;
    return [{ set_config: '2s' }];
  },
  nothing: () => [{}],
  'select 1': () => [{ '?column?': 1 }],
  pg_notify({ tables, values: [channel] }) {
    tables.notified(channel as string);
    return [{ pg_notify: '' }];
  },
};
