import { sql } from 'kysely';
import { readListPage } from './lists/list-page.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** Version of a decision (docs/contributing/spec/decisions.md#list). */
export interface DecisionItem {
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly versionTag: string | null;
  readonly deployedAt: Date;
}

const key = sql.ref('decision_version.key');
export const decisionKey = key;
const version = sql.ref('decision_version.version');
const sorts = {
  key: { name: 'DecisionKey', expression: key },
  version: { name: 'Version', expression: version },
  deployedAt: { name: 'DeployedAt', expression: sql.ref('decision_version.deployed_at') },
};

/** Filters and sorts of GET /Decisions. */
export const decisionNames: ListNames = {
  filters: [
    { name: 'DecisionKey', type: 'text', expression: key },
    { name: 'Version', type: 'integer', expression: version },
  ],
  sorts: [sorts.key, sorts.version, sorts.deployedAt],
  defaultSorts: [
    { field: sorts.key, isDescending: false },
    { field: sorts.version, isDescending: true },
  ],
  tieBreak: [key, version],
  takesBusinessId: false,
};

export function listDecisions(db: ReadDatabase, query: ListQuery): Promise<ListPage<DecisionItem>> {
  return readListPage(rowsOf(db), query);
}

export function readLatestDecision(db: ReadDatabase, decision: string): Promise<DecisionItem | undefined> {
  return rowsOf(db).where('key', '=', decision).orderBy('version', 'desc').limit(1).executeTakeFirst();
}

export async function readDecisionText(db: ReadDatabase, decision: string, number: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('decision_version as v')
    .innerJoin('deployment_resource as r', (join) =>
      join.onRef('r.file_id', '=', 'v.file_id').onRef('r.name', '=', 'v.file_name'),
    )
    .innerJoin('model_text as t', 't.hash', 'r.text_hash')
    .select('t.bpmn_xml as text')
    .where('v.key', '=', decision)
    .where('v.version', '=', number)
    .executeTakeFirst();
  return row?.text;
}

/** Stored version that a call selects, with the files of its deploy. `reading`: format version of the reader at deploy. */
export interface CalledDecision {
  readonly key: string;
  readonly version: number;
  readonly fileId: string;
  readonly reading: number | null;
}

/** As `resolveDecision` of the store. */
export function readCalledDecision(
  db: ReadDatabase,
  { key: called, binding, value }: { readonly key: string; readonly binding: string; readonly value: string },
): Promise<CalledDecision | undefined> {
  if (binding === 'version' && !/^\d{1,9}$/.test(value)) return Promise.resolve(undefined);
  return db
    .selectFrom('decision_version')
    .select(['key', 'version', 'file_id as fileId', 'reading'])
    .where('key', '=', called)
    .$if(binding === 'version', (query) => query.where('version', '=', Number(value)))
    .$if(binding === 'versionTag', (query) => query.where('version_tag', '=', value))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Files of one deploy, by name. */
export async function readDecisionFiles(db: ReadDatabase, fileId: string): Promise<Readonly<Record<string, string>>> {
  const rows = await db
    .selectFrom('deployment_resource as r')
    .innerJoin('model_text as t', 't.hash', 'r.text_hash')
    .select(['r.name', 't.bpmn_xml as text'])
    .where('r.file_id', '=', fileId)
    .execute();
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

function rowsOf(db: ReadDatabase) {
  return db
    .selectFrom('decision_version')
    .select(['key', 'version', 'name', 'version_tag as versionTag', 'deployed_at as deployedAt']);
}
