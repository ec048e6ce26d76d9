import { byNumber, type Call, eachRow, list, type Statements, value } from '../statement.ts';

export interface TodoTableRow {
  readonly position: number;
  readonly subject_id: string;
  readonly kind: string;
  readonly at: Date;
}

const GATE = (space: unknown) => `${space}:0`;

/** The query tables by name, as a rebuild names them. */
const QUERY_TABLES = {
  q_definition: 'qDefinition',
  q_process: 'qProcess',
  q_start_trigger: 'qStartTrigger',
  q_instance: 'qInstance',
  q_instance_step: 'qInstanceStep',
  q_instance_element: 'qInstanceElement',
  q_instance_variable: 'qInstanceVariable',
  q_instance_decision: 'qInstanceDecision',
  q_user_task: 'qUserTask',
  q_subscription: 'qSubscription',
} as const;

/** The list of pending projections, and the locks of the projectors. */
export const PROJECTION_STATEMENTS: Statements = {
  'mark-unprojected': (call) =>
    eachRow(call, (n) =>
      call.tables.todo.insert(call.by, {
        position: call.tables.nextPosition('projection_todo'),
        subject_id: list(call, 1)[n]!,
        kind: list(call, 2)[n]!,
        at: new Date(value(call, 3)),
      }),
    ),
  'projector-enter-gate-2': ({ by, tables, values: [space] }) => [
    { is_open: tables.advisory(GATE(space)).tryTake(by, false), set_config: 'true' },
  ],
  *'projector-close-gate-2'({ by, tables, values: [space] }) {
    yield* tables.advisory(GATE(space)).take(by);
    return [{ pg_advisory_xact_lock: '', set_config: 'true' }];
  },
  *'projector-lock-subjects'({ by, tables, values: [space, keys] }) {
    for (const key of keys as number[]) yield* tables.advisory(`${space}:${key}`).take(by);
    return (keys as number[]).map(() => ({ pg_advisory_xact_lock: '' }));
  },
  'projector-has-todo': ({ tables, by }) => [{ hasRows: tables.todo.rows(by).length > 0 }],
  'projector-take-todo-3'(call) {
    const { tables, by, now } = call;
    const except = new Set(list(call, 2));
    const taken: object[] = [];
    const waiting = tables.todo.rows(by).filter(({ subject_id }) => !except.has(subject_id));
    for (const { position } of waiting.sort(byNumber((row) => row.position))) {
      if (taken.length === value<number>(call, 1)) break;
      const row = tables.todo.tryLock(by, String(position));
      if (row !== undefined) taken.push({ ...row, position: String(position), age_ms: now - row.at.getTime() });
    }
    return taken;
  },
  'projector-delete-todo': (call) => eachRow(call, (n) => call.tables.todo.delete(call.by, list(call, 1)[n]!)),
  'projector-put-todo-back': (call) =>
    eachRow(call, (n) =>
      call.tables.todo.insert(call.by, {
        position: Number(list(call, 1)[n]),
        subject_id: list(call, 2)[n]!,
        kind: list(call, 3)[n]!,
        at: new Date(list<string | Date>(call, 4)[n]!),
      }),
    ),
  ...rebuildStatements(),
};

function rebuildStatements(): Statements {
  const statements: Record<string, Statements[string]> = {
    'projector-no-statement_timeout': () => [],
    'projector-no-idle_in_transaction_session_timeout': () => [],
  };
  for (const [name, member] of Object.entries(QUERY_TABLES)) {
    statements[`projector-empty-${name}`] = function* ({ tables, by }: Call) {
      yield* tables[member].clear(by);
      return [];
    };
    statements[`projector-count-${name}`] = ({ tables, by }) => [{ count: tables[member].count(by) }];
  }
  return statements;
}
