import { SMALL_STATE } from '../../../../src/engine/state/state-index.ts';
import { eachRow, list, type Statements } from '../statement.ts';

export interface QueryInstanceRow {
  readonly instance_id: string;
  readonly definition_id: string;
  readonly key: string;
  readonly version: number;
  readonly business_id: string | null;
  readonly is_completed: boolean;
  readonly is_cancelled: boolean;
  readonly is_failed: boolean;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly last_seq: number;
  readonly live: string;
  /** row of the event history after which `live` was stored */
  readonly live_seq: number | null;
  readonly live_size: number;
  readonly journal_size: number;
  readonly parent_id: string | null;
  readonly failed_element: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly earlier_versions: string | null;
  readonly earlier_failure: string | null;
}

export interface QueryInstanceElementRow {
  readonly instance_id: string;
  readonly element: string;
  readonly is_failed: boolean;
  readonly begun_at: Date;
  readonly active_since: Date | null;
}

export interface QueryInstanceDecisionRow {
  readonly instance_id: string;
  readonly seq: number;
  readonly entry: number;
  readonly key: string;
  readonly version: number;
  readonly activity_id: string;
  readonly rules: string;
  readonly decided_at: Date;
}

export const decisionKey = ({ instance_id, seq, entry, key }: QueryInstanceDecisionRow) =>
  `${instance_id}:${seq}:${entry}:${key}`;

export interface QueryInstanceVariableRow {
  readonly instance_id: string;
  readonly path: string;
  readonly number_value: number | null;
  readonly text_value: string | null;
  readonly boolean_value: boolean | null;
  readonly begun_at: Date;
}

export const variableKey = ({ instance_id, path }: Pick<QueryInstanceVariableRow, 'instance_id' | 'path'>) =>
  `${instance_id} ${path}`;

export const elementKey = ({ instance_id, element }: Pick<QueryInstanceElementRow, 'instance_id' | 'element'>) =>
  `${instance_id} ${element}`;

export interface QueryInstanceStepRow {
  readonly instance_id: string;
  readonly seq: number;
  readonly completed: string;
  readonly conditions: string;
}

const time = (given: string | Date | null | undefined) => (given === null || given === undefined ? null : new Date(given));

export const QUERY_INSTANCE_STATEMENTS: Statements = {
  'projector-read-instances-5': ({ tables, by, values }) =>
    (values[0] as string[])
      .flatMap((id) => tables.qInstance.get(by, id) ?? [])
      .map((row) => ({
        ...row,
        live_seq: row.live_seq ?? row.last_seq,
        journal_size: String(row.journal_size),
        live: row.live_size <= SMALL_STATE ? row.live : null,
      })),
  'projector-read-live': ({ tables, by, values }) => {
    const row = tables.qInstance.get(by, values[0] as string);
    return row === undefined ? [] : [{ live: row.live }];
  },
  'projector-write-instance-7': (call) =>
    eachRow(call, (n) => {
      const row: QueryInstanceRow = {
        instance_id: list(call, 1)[n]!,
        definition_id: list(call, 2)[n]!,
        key: list(call, 3)[n]!,
        version: list<number>(call, 4)[n]!,
        business_id: list<string | null>(call, 5)[n] ?? null,
        is_completed: list<boolean>(call, 6)[n]!,
        is_cancelled: list<boolean>(call, 7)[n]!,
        is_failed: list<boolean>(call, 8)[n]!,
        created_at: new Date(list<string | Date>(call, 9)[n]!),
        started_at: time(list<string | Date | null>(call, 10)[n]),
        completed_at: time(list<string | Date | null>(call, 11)[n]),
        last_seq: list<number>(call, 12)[n]!,
        live: list(call, 13)[n]!,
        live_seq: null,
        live_size: list<number>(call, 14)[n]!,
        journal_size: 0,
        parent_id: list<string | null>(call, 15)[n] ?? null,
        failed_element: list<string | null>(call, 16)[n] ?? null,
        error_code: list<string | null>(call, 17)[n] ?? null,
        error_message: list<string | null>(call, 18)[n] ?? null,
        earlier_versions: list<string | null>(call, 19)[n] ?? null,
        earlier_failure: list<string | null>(call, 20)[n] ?? null,
      };
      const { failed_element, error_code, error_message, earlier_versions, earlier_failure, definition_id, version } = row;
      const { is_completed, is_cancelled, is_failed, completed_at, last_seq, live, live_seq, live_size, journal_size } = row;
      const changed = { is_completed, is_cancelled, is_failed, completed_at, last_seq, live, live_seq, live_size, journal_size };
      const failure = { failed_element, error_code, error_message, earlier_versions, earlier_failure };
      return call.tables.qInstance.insert(call.by, row, (old) => ({ ...old, ...changed, ...failure, definition_id, version }));
    }),
  'projector-bring-instance-forward': (call) =>
    eachRow(call, (n) =>
      call.tables.qInstance.update(call.by, list(call, 1)[n]!, (old) => ({
        ...old,
        last_seq: list<number>(call, 2)[n]!,
        journal_size: list<number>(call, 3)[n]!,
        live_seq: old.live_seq ?? old.last_seq,
      })),
    ),
  'projector-write-instance-decision': (call) =>
    eachRow(call, (n) =>
      call.tables.qInstanceDecision.insert(call.by, {
        instance_id: list(call, 1)[n]!,
        seq: list<number>(call, 2)[n]!,
        entry: list<number>(call, 3)[n]!,
        key: list(call, 4)[n]!,
        version: list<number>(call, 5)[n]!,
        activity_id: list(call, 6)[n]!,
        rules: list(call, 7)[n]!,
        decided_at: new Date(list<string | Date>(call, 8)[n]!),
      }),
    ),
  'projector-write-instance-element-2': (call) =>
    eachRow(call, (n) => {
      const is_failed = list<boolean>(call, 3)[n]!;
      const active_since = time(list<string | Date | null>(call, 5)[n]);
      const row = {
        instance_id: list(call, 1)[n]!,
        element: list(call, 2)[n]!,
        is_failed,
        begun_at: new Date(list<string | Date>(call, 4)[n]!),
        active_since,
      };
      return call.tables.qInstanceElement.insert(call.by, row, (old) => ({ ...old, is_failed, active_since }));
    }),
  'projector-delete-instance-element': (call) =>
    eachRow(call, (n) =>
      call.tables.qInstanceElement.delete(call.by, elementKey({ instance_id: list(call, 1)[n]!, element: list(call, 2)[n]! })),
    ),
  'projector-write-instance-variable': (call) =>
    eachRow(call, (n) => {
      const values = {
        number_value: list<number | null>(call, 3)[n] ?? null,
        text_value: list<string | null>(call, 4)[n] ?? null,
        boolean_value: list<boolean | null>(call, 5)[n] ?? null,
      };
      const row = {
        instance_id: list(call, 1)[n]!,
        path: list(call, 2)[n]!,
        ...values,
        begun_at: new Date(list<string | Date>(call, 6)[n]!),
      };
      return call.tables.qInstanceVariable.insert(call.by, row, (old) => ({ ...old, ...values }));
    }),
  'projector-delete-instance-variable': (call) =>
    eachRow(call, (n) =>
      call.tables.qInstanceVariable.delete(call.by, variableKey({ instance_id: list(call, 1)[n]!, path: list(call, 2)[n]! })),
    ),
  'projector-write-instance-step': (call) =>
    eachRow(call, (n) =>
      call.tables.qInstanceStep.insert(call.by, {
        instance_id: list(call, 1)[n]!,
        seq: list<number>(call, 2)[n]!,
        completed: list(call, 3)[n]!,
        conditions: list(call, 4)[n]!,
      }),
    ),
};
