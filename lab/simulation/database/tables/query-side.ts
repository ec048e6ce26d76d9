import { eachRow, list, type Statements } from '../statement.ts';
import { addressAt } from './subscription.ts';

export interface QueryDefinitionRow {
  readonly definition_id: string;
  readonly key: string;
  readonly version: number;
  readonly deployed_at: Date;
  readonly activities_count: number;
  readonly sequence_flows_count: number;
  readonly start_form: string | null;
  readonly name: string | null;
  readonly task_names: string | null;
}

export interface QueryProcessRow {
  readonly subject_id: string;
  readonly key: string;
  readonly is_active: boolean;
  readonly is_suspended: boolean;
  readonly last_seq: number;
}

export interface QueryStartTriggerRow {
  readonly key: string;
  readonly element: string;
  readonly definition: number;
  readonly kind: string;
  readonly name: string | null;
  readonly condition: string | null;
}

export interface QueryUserTaskRow {
  readonly task_id: string;
  readonly instance_id: string;
  readonly activity_id: string;
  readonly assignee: string | null;
  readonly candidate_users: readonly string[];
  readonly candidate_groups: readonly string[];
  readonly claimed_by: string | null;
  readonly created_at: Date;
  readonly expected_outputs: readonly string[];
  readonly form: string | null;
  readonly due_at: Date | null;
  readonly follow_up_at: Date | null;
  readonly priority: number | null;
  readonly category: string | null;
  readonly item: string | null;
}

export interface QuerySubscriptionRow {
  readonly instance_id: string;
  readonly subscription: number;
  readonly kind: string;
  readonly name: string;
  readonly key: string;
  readonly activity_id: string;
  readonly activity_instance_id: string | null;
  readonly created_at: Date;
}

const texts = (json: string) => JSON.parse(json) as string[];
const time = (given: string | Date) => new Date(given);
const maybeTime = (given: string | Date | null | undefined) => (given == null ? null : time(given));

/** Rows that projectors read and write, except those of instances. */
export const QUERY_SIDE_STATEMENTS: Statements = {
  'projector-read-processes-2': ({ tables, by, values }) =>
    (values[0] as string[]).flatMap((id) => tables.qProcess.get(by, id) ?? []),
  'projector-write-process-2': (call) =>
    eachRow(call, (n) => {
      const [is_active, is_suspended] = [list<boolean>(call, 3)[n]!, list<boolean>(call, 4)[n]!];
      const last_seq = list<number>(call, 5)[n]!;
      const row = { subject_id: list(call, 1)[n]!, key: list(call, 2)[n]!, is_active, is_suspended, last_seq };
      return call.tables.qProcess.insert(call.by, row, (old) => ({ ...old, is_active, is_suspended, last_seq }));
    }),
  'projector-write-definition': (call) =>
    eachRow(call, (n) =>
      call.tables.qDefinition.insert(call.by, {
        definition_id: list(call, 1)[n]!,
        key: list(call, 2)[n]!,
        version: list<number>(call, 3)[n]!,
        deployed_at: time(list<string | Date>(call, 4)[n]!),
        activities_count: list<number>(call, 5)[n]!,
        sequence_flows_count: list<number>(call, 6)[n]!,
        start_form: list<string | null>(call, 7)[n] ?? null,
        name: list<string | null>(call, 8)[n] ?? null,
        task_names: list<string | null>(call, 9)[n] ?? null,
      }),
    ),
  *'projector-delete-start-triggers'(call) {
    const keys = new Set(list(call, 1));
    for (const row of call.tables.qStartTrigger.rows(call.by)) {
      if (keys.has(row.key)) yield* call.tables.qStartTrigger.delete(call.by, call.tables.qStartTrigger.keyOf(row));
    }
    return [];
  },
  'projector-insert-start-triggers': (call) =>
    eachRow(call, (n) =>
      call.tables.qStartTrigger.insert(call.by, {
        key: list(call, 1)[n]!,
        element: list(call, 2)[n]!,
        definition: list<number>(call, 3)[n]!,
        kind: list(call, 4)[n]!,
        name: list<string | null>(call, 5)[n] ?? null,
        condition: list<string | null>(call, 6)[n] ?? null,
      }),
    ),
  'projector-insert-user-task': (call) =>
    eachRow(call, (n) =>
      call.tables.qUserTask.insert(call.by, {
        task_id: list(call, 1)[n]!,
        instance_id: list(call, 2)[n]!,
        activity_id: list(call, 3)[n]!,
        assignee: list<string | null>(call, 4)[n] ?? null,
        candidate_users: texts(list(call, 5)[n]!),
        candidate_groups: texts(list(call, 6)[n]!),
        claimed_by: list<string | null>(call, 7)[n] ?? null,
        created_at: time(list<string | Date>(call, 8)[n]!),
        expected_outputs: texts(list(call, 9)[n]!),
        form: list<string | null>(call, 10)[n] ?? null,
        due_at: maybeTime(list<string | Date | null>(call, 11)[n]),
        follow_up_at: maybeTime(list<string | Date | null>(call, 12)[n]),
        priority: list<number | null>(call, 13)[n] ?? null,
        category: list<string | null>(call, 14)[n] ?? null,
        item: list<string | null>(call, 15)[n] ?? null,
      }),
    ),
  'projector-claim-user-task': (call) =>
    eachRow(call, (n) =>
      call.tables.qUserTask.update(call.by, list(call, 1)[n]!, (row) => ({
        ...row,
        claimed_by: list<string | null>(call, 2)[n] ?? null,
      })),
    ),
  *'projector-delete-user-task'(call) {
    for (const id of list(call, 1)) yield* call.tables.qUserTask.delete(call.by, id);
    return [];
  },
  'projector-insert-subscription': (call) =>
    eachRow(call, (n) =>
      call.tables.qSubscription.insert(call.by, {
        instance_id: list(call, 1)[n]!,
        subscription: list<number>(call, 2)[n]!,
        kind: list(call, 3)[n]!,
        name: list(call, 4)[n]!,
        key: list(call, 5)[n]!,
        activity_id: list(call, 6)[n]!,
        activity_instance_id: list<string | null>(call, 7)[n] ?? null,
        created_at: time(list<string | Date>(call, 8)[n]!),
      }),
    ),
  'projector-delete-subscription': (call) => eachRow(call, (n) => call.tables.qSubscription.delete(call.by, addressAt(call, n))),
};
