import { DatabaseError } from '../database-error.ts';
import type { Lock } from '../lock.ts';
import { byText, type Call, eachRow, list, type Statements, value } from '../statement.ts';

export interface ProcessTableRow {
  readonly key: string;
  readonly subject_id: string;
  readonly latest_version: number;
  readonly highest_version: number | null;
  readonly definition_id: string;
  readonly is_active: boolean;
  readonly seq: number;
}

export interface ModelTextTableRow {
  readonly hash: string;
  readonly bpmn_xml: string;
}

export interface ResourceTableRow {
  readonly file_id: string;
  readonly name: string;
  readonly text_hash: string;
}

export interface DefinitionTableRow {
  readonly definition_id: string;
  readonly key: string;
  readonly version: number;
  readonly text_hash: string;
  readonly deployed_at: Date;
  readonly file_id: string | null;
  readonly version_tag: string | null;
  readonly reading: number | null;
  readonly on_failure: string | null;
  /** text of a JSON array */
  readonly calls_within: string | null;
}

function named({ tables, by }: Call, keys: readonly string[]): ProcessTableRow[] {
  return tables.process.rows(by).filter(({ key }) => keys.includes(key));
}

/** As the columns of a query show it. */
function shown(row: ProcessTableRow): ProcessTableRow {
  return { ...row, highest_version: Math.max(row.latest_version, row.highest_version ?? 0) };
}

export const PROCESS_STATEMENTS: Statements = {
  'find-processes': (call) => named(call, list(call, 1)).map(shown),
  *'insert-new-processes'(call) {
    const rows = list(call, 1).map((key, n) => ({ key, subject_id: list(call, 2)[n]! }));
    for (const row of rows.sort(byText(({ key }) => key))) {
      const made = { ...row, latest_version: 0, highest_version: null, definition_id: '', is_active: true, seq: 0 };
      yield* call.tables.process.insert(call.by, made, 'nothing');
    }
    return [];
  },
  *'lock-processes'(call): Generator<Lock, readonly object[]> {
    const locked: ProcessTableRow[] = [];
    for (const { key } of named(call, list(call, 1)).sort(byText((row) => row.key))) {
      const row = yield* call.tables.process.lock(call.by, key);
      if (row !== undefined) locked.push(shown(row));
    }
    return locked;
  },
  'update-processes': (call) =>
    eachRow(call, (n) =>
      call.tables.process.update(call.by, list(call, 1)[n]!, (row) => ({
        ...row,
        latest_version: list<number>(call, 2)[n]!,
        definition_id: list(call, 3)[n]!,
        is_active: list<boolean>(call, 4)[n]!,
        seq: list<number>(call, 5)[n]!,
        highest_version: list<number>(call, 6)[n]!,
      })),
    ),
  'find-definition-2'(call) {
    const row = call.tables.definition.get(call.by, value(call, 1));
    if (row === undefined) return [];
    const { definition_id: _, ...shown } = row;
    const text = call.tables.modelText.get(call.by, row.text_hash);
    const own = call.tables.resource.rows(call.by).filter(({ file_id }) => file_id === row.file_id);
    const texts = own.map(({ name, text_hash }) => [name, call.tables.modelText.get(call.by, text_hash)?.bpmn_xml]);
    const resources = texts.length === 0 ? null : JSON.stringify(Object.fromEntries(texts));
    return text === undefined ? [] : [{ ...shown, bpmn_xml: text.bpmn_xml, resources }];
  },
  'find-deploy-time'(call) {
    const row = call.tables.definition.get(call.by, value(call, 1));
    return row === undefined ? [] : [{ deployed_at: row.deployed_at }];
  },
  'find-version-of-definition'(call) {
    const row = call.tables.definition.get(call.by, value(call, 1));
    return row === undefined ? [] : [{ key: row.key, version: row.version }];
  },
  'resolve-definition'(call) {
    const [key, binding, text, from] = call.values as [string, string, string | null, string];
    const file = call.tables.definition.get(call.by, from)?.file_id ?? null;
    const isWanted = (row: DefinitionTableRow) => {
      if (binding === 'deployment') return file !== null && row.file_id === file;
      if (binding === 'version') return row.version === Number(text);
      return binding === 'versionTag' ? text !== null && row.version_tag === text : true;
    };
    const rows = call.tables.definition.rows(call.by).filter((row) => row.key === key && isWanted(row));
    return rows
      .sort((a, b) => b.version - a.version)
      .slice(0, 1)
      .map(({ definition_id, version }) => ({ definition_id, version }));
  },
  *'insert-model-texts'(call) {
    const rows = list(call, 1).map((hash, n) => ({ hash, bpmn_xml: list(call, 2)[n]! }));
    for (const row of rows.sort(byText(({ hash }) => hash))) yield* call.tables.modelText.insert(call.by, row, (old) => old);
    return [];
  },
  *'insert-deployment-resources-2'(call) {
    for (const [n, file_id] of list(call, 1).entries()) {
      const row = { file_id, name: list(call, 2)[n]!, text_hash: list(call, 3)[n]! };
      yield* call.tables.resource.insert(call.by, row);
    }
    return [];
  },
  'claim-definitions'(call) {
    for (const [n, id] of list(call, 1).entries()) {
      const isFree = call.tables.advisory(`definition:${id}`).tryTake(call.by, false);
      if (!isFree || call.tables.definition.get(call.by, list(call, 2)[n]!) === undefined)
        throw new DatabaseError('SL002', 'a version of which this transaction starts an instance is deleted');
    }
    return [{ claim_definitions: '' }];
  },
  'insert-definitions': (call) =>
    eachRow(call, (n) =>
      call.tables.definition.insert(call.by, {
        definition_id: list(call, 1)[n]!,
        key: list(call, 2)[n]!,
        version: list<number>(call, 3)[n]!,
        text_hash: list(call, 4)[n]!,
        file_id: list<string | null>(call, 5)[n] ?? null,
        version_tag: list<string | null>(call, 6)[n] ?? null,
        deployed_at: new Date(value(call, 7)),
        reading: list<number | null>(call, 8)[n] ?? null,
        on_failure: list<string | null>(call, 9)[n] ?? null,
        calls_within: list<string | null>(call, 10)[n] ?? null,
      }),
    ),
};
