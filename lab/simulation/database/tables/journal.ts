import { byNumber, byText, type Call, eachRow, list, type Statements, value } from '../statement.ts';

export interface JournalTableRow {
  readonly subject_id: string;
  readonly seq: number;
  readonly command_id: string;
  readonly at: Date;
  readonly v: number;
  readonly events: string;
  readonly actor: string | null;
}

export const journalKey = ({ subject_id, seq }: Pick<JournalTableRow, 'subject_id' | 'seq'>) => `${subject_id}:${seq}`;

export const JOURNAL_STATEMENTS: Statements = {
  'append-journal-2': (call) =>
    eachRow(call, (n) =>
      call.tables.journal.insert(call.by, {
        subject_id: list(call, 1)[n]!,
        seq: list<number>(call, 2)[n]!,
        command_id: list(call, 3)[n]!,
        at: new Date(value(call, 4)),
        v: value<number>(call, 5),
        events: list(call, 6)[n]!,
        actor: list<string | null>(call, 7)[n] ?? null,
      }),
    ),
  *'append-long-journal-row'(call) {
    const [subject_id, seq, command_id, at, v, events, actor] = call.values as LongRow;
    yield* call.tables.journal.insert(call.by, { subject_id, seq, command_id, at: new Date(at), v, events, actor });
    return [];
  },
  'is-journal-row-stored'(call) {
    const row = call.tables.journal.get(call.by, journalKey({ subject_id: value(call, 1), seq: value<number>(call, 2) }));
    const isIt = row?.command_id === value(call, 3) && row.at.getTime() === Date.parse(value(call, 4));
    return isIt ? [{ found: 1 }] : [];
  },
  'read-journal-2': (call) => between(call).map(({ seq, at, v, events }) => ({ seq, at, v, events })),
  'projector-read-journal-between': (call) => between(call).map((row) => projected(row, 0)),
  'projector-read-journal-2'(call) {
    const { qInstance, qProcess } = call.tables;
    const lastOf = (id: string) => (qInstance.get(call.by, id) ?? qProcess.get(call.by, id))?.last_seq ?? 0;
    const last = new Map(list(call, 1).map((id) => [id, lastOf(id)]));
    const most = value<number>(call, 2);
    const found = sorted(call).filter(({ subject_id, seq }) => last.has(subject_id) && seq > last.get(subject_id)!);
    const counts = new Map<string, number>();
    const near = found.filter(({ subject_id }) => {
      counts.set(subject_id, (counts.get(subject_id) ?? 0) + 1);
      return counts.get(subject_id)! <= most;
    });
    return near.map((row) => projected(row, near.length));
  },
  'projector-read-journal-page'(call) {
    const [id, seq, most] = [value(call, 1), value<number>(call, 2), value<number>(call, 3)];
    const page = sorted(call)
      .filter((row) => row.subject_id > id || (row.subject_id === id && row.seq > seq))
      .slice(0, most);
    return page.map((row) => projected(row, page.length));
  },
};

type LongRow = [string, number, string, string, number, string, string | null];

/** The rows of the subject `$1` after row `$2`, up to row `$3`. */
function between(call: Call): JournalTableRow[] {
  const [id, after, upTo] = call.values as [string, number, number];
  return call.tables.journal
    .rows(call.by)
    .filter(({ subject_id, seq }) => subject_id === id && seq > after && seq <= upTo)
    .sort(byNumber((row) => row.seq));
}

function sorted({ tables, by }: Call): JournalTableRow[] {
  return tables.journal.rows(by).sort((a, b) => byText<JournalTableRow>((row) => row.subject_id)(a, b) || a.seq - b.seq);
}

/** The bound of bytes is not reached by rows of a simulation. */
function projected({ subject_id, seq, at, v, events }: JournalTableRow, found: number): object {
  return { subject_id, seq, at, v, events, found };
}
