import type { SimTransaction } from '../session.ts';
import { byNumber, byText, type Call, list, type Statements, value } from '../statement.ts';
import type { Table } from '../table.ts';

/** What a transaction reads that sees the commits of one moment; by table. */
const snapshots = new WeakMap<SimTransaction, ReadonlyMap<string, readonly object[]>>();

function rowsOf<Row extends object>({ by }: Call, table: Table<Row>): readonly Row[] {
  return (snapshots.get(by)?.get(table.name) as readonly Row[] | undefined) ?? table.rows(by);
}

/** The column of rows that are copied as one JSON text. */
const asText = (rows: readonly object[]) => [{ rows: rows.length === 0 ? null : JSON.stringify(rows) }];
const readText = <Row>(call: Call) => JSON.parse(value(call, 1)) as readonly Row[];

/** Inserts copied rows. `change`: members of an existing row that are replaced; absent: it stays. */
function* copyTo<Row extends object>(call: Call, table: Table<Row>, change?: (row: Row) => Partial<Row>, dates = '') {
  for (const read of readText<Row>(call)) {
    const row = dates === '' ? read : { ...read, [dates]: new Date(read[dates as keyof Row] as string) };
    yield* table.insert(call.by, row, change === undefined ? 'nothing' : (old) => ({ ...old, ...change(row) }));
  }
  return [];
}

const existing = (call: Call) => rowsOf(call, call.tables.process).filter(({ seq }) => seq > 0);
const versions = (call: Call) => [...rowsOf(call, call.tables.definition)].sort(byNumber(({ version }) => version));

/** Copies of definitions between shards. The simulation has no decisions and deletes no versions. */
export const DEFINITION_COPY_STATEMENTS: Statements = {
  *'lock-definition-copies'({ by, tables }) {
    yield* tables.advisory('definition-copies').take(by);
    return [{ pg_advisory_xact_lock: '' }];
  },
  'read-definitions-at-one-time'({ by, tables }) {
    snapshots.set(by, tables.contents());
    return [];
  },
  'digest-of-definitions'(call) {
    const parts = [
      existing(call).map(({ key, seq }) => `${key} ${seq}`),
      versions(call).map(({ definition_id }) => definition_id),
      rowsOf(call, call.tables.keySuspension).map(({ key, since }) => `${key} ${since.getTime()}`),
    ];
    return [{ digest: parts.map((texts) => texts.sort().join()).join(' ') }];
  },
  'index-of-processes': (call) => existing(call).map(({ key, seq }) => ({ key, seq })),
  'index-of-versions': (call) =>
    versions(call)
      .sort(byText(({ key }) => key))
      .map(({ definition_id: id, key, version, file_id: fileId }) => ({ id, key, version, fileId })),
  'index-of-decisions': () => [],
  'index-of-decision-versions': () => [],
  'index-of-suspensions': (call) =>
    rowsOf(call, call.tables.keySuspension).map(({ key, since }) => ({ key, since: String(since.getTime()) })),
  'hashes-of-copied-texts'(call) {
    const [ids, fileIds] = [list(call, 1), list(call, 2)];
    const hashes = [
      ...versions(call).flatMap((row) => (ids.includes(row.definition_id) ? row.text_hash : [])),
      ...rowsOf(call, call.tables.resource).flatMap((row) => (fileIds.includes(row.file_id) ? row.text_hash : [])),
    ];
    return [...new Set(hashes)].map((hash) => ({ hash }));
  },
  'copied-texts': (call) =>
    list(call, 1).flatMap((hash) => (call.tables.modelText.get(call.by, hash) === undefined ? [] : { hash })),
  'copy-from-model_text': (call) =>
    asText(rowsOf(call, call.tables.modelText).filter(({ hash }) => list(call, 1).includes(hash))),
  'copy-to-model_text': (call) => copyTo(call, call.tables.modelText),
  'copy-from-definition_version': (call) =>
    asText(versions(call).filter(({ definition_id }) => list(call, 1).includes(definition_id))),
  'copy-to-definition_version': (call) => copyTo(call, call.tables.definition, undefined, 'deployed_at'),
  'copy-from-decision_reference': () => asText([]),
  'copy-from-deployment_resource': (call) =>
    asText(rowsOf(call, call.tables.resource).filter(({ file_id }) => list(call, 1).includes(file_id))),
  'copy-to-deployment_resource': (call) => copyTo(call, call.tables.resource),
  'copy-from-process': (call) => asText(existing(call).filter(({ key }) => list(call, 1).includes(key))),
  'copy-to-process': (call) => copyTo(call, call.tables.process, ({ key: _, subject_id: __, ...changed }) => changed),
  'copy-from-key_suspension': (call) =>
    asText(rowsOf(call, call.tables.keySuspension).filter(({ key }) => list(call, 1).includes(key))),
  'copy-to-key_suspension': (call) => copyTo(call, call.tables.keySuspension, (row) => row, 'since'),
  *'copy-resumed-keys'(call) {
    for (const key of list(call, 1)) yield* call.tables.keySuspension.delete(call.by, key);
    return [];
  },
  'copy-from-journal'(call) {
    const [id, after, most] = call.values as [string, number, number];
    return rowsOf(call, call.tables.journal)
      .filter(({ subject_id, seq }) => subject_id === id && seq > after)
      .sort(byNumber(({ seq }) => seq))
      .slice(0, most)
      .map(({ seq, command_id: commandId, at, v, events, actor }) => ({
        seq,
        commandId,
        at: at.toISOString(),
        v,
        events,
        actor,
      }));
  },
  *'copy-to-journal'(call) {
    const at = <T>(place: number, n: number) => list<T>(call, place)[n] as T;
    for (const [n, seq] of list<number>(call, 2).entries()) {
      const facts = {
        at: new Date(at<string>(4, n)),
        v: at<number>(5, n),
        events: at<string>(6, n),
        actor: at<string | null>(7, n),
      };
      yield* call.tables.journal.insert(call.by, { subject_id: value(call, 1), seq, command_id: at(3, n), ...facts });
    }
    return [];
  },
  *'mark-copied-journal'(call) {
    const position = call.tables.nextPosition('projection_todo');
    yield* call.tables.todo.insert(call.by, { position, subject_id: value(call, 1), kind: 'd', at: new Date(value(call, 2)) });
    return [];
  },
};
