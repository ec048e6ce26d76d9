import { sql } from 'kysely';
import { readListPage } from './lists/list-page.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import { type ListPage, offsetOf, pageOf } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** `scripts`: other files of the deploy (scripts, decisions, forms), by file name. */
interface DeployedText {
  readonly key: string;
  readonly bpmnXml: string;
  readonly scripts: Readonly<Record<string, string>>;
}

export async function readDeployedText(db: ReadDatabase, definitionId: string): Promise<DeployedText | undefined> {
  const row = await db
    .selectFrom('definition_version as v')
    .innerJoin('model_text as t', 't.hash', 'v.text_hash')
    .select(['v.key', 't.bpmn_xml as bpmnXml'])
    .select(
      sql<
        string | null
      >`(select json_object_agg(r.name, m.bpmn_xml)::text from deployment_resource r join model_text m on m.hash = r.text_hash
        where r.file_id = v.file_id)`.as('scripts'),
    )
    .where('v.definition_id', '=', definitionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const scripts = row.scripts === null ? {} : (JSON.parse(row.scripts) as Record<string, string>);
  return { key: row.key, bpmnXml: row.bpmnXml, scripts };
}

/** Deployed version (docs/contributing/spec/http/definitions.md#list-of-definitions). `isActive` and `isSuspended` belong to the key. */
export interface DefinitionItem {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: Date;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  readonly isActive: boolean;
  readonly isSuspended: boolean;
  /** JSON of a FormModel; null: no start form */
  readonly startForm: string | null;
}

const key = sql.ref('q_definition.key');

export const definitionKey = key;
const version = sql.ref('q_definition.version');
const sorts = {
  key: { name: 'ProcessDefinitionKey', expression: key },
  version: { name: 'Version', expression: version },
  deployedAt: { name: 'DeployedAt', expression: sql.ref('q_definition.deployed_at') },
};

/** Filters and sorts of GET /Definitions. */
export const definitionNames: ListNames = {
  filters: [
    { name: 'ProcessDefinitionKey', type: 'text', expression: key },
    { name: 'Version', type: 'integer', expression: version },
    { name: 'IsActive', type: 'boolean', expression: sql.ref('q_process.is_active') },
    { name: 'IsSuspended', type: 'boolean', expression: sql.ref('q_process.is_suspended'), isLater: true },
  ],
  sorts: [sorts.key, sorts.version, sorts.deployedAt],
  defaultSorts: [
    { field: sorts.key, isDescending: false },
    { field: sorts.version, isDescending: true },
  ],
  tieBreak: [key, version],
  takesBusinessId: false,
};

export function listDefinitions(db: ReadDatabase, query: ListQuery): Promise<ListPage<DefinitionItem>> {
  const versions = db
    .selectFrom('q_definition')
    .innerJoin('q_process', 'q_process.key', 'q_definition.key')
    .select([
      'q_definition.definition_id as definitionId',
      'q_definition.key as key',
      'q_definition.version as version',
      'q_definition.deployed_at as deployedAt',
      'q_definition.activities_count as activitiesCount',
      'q_definition.sequence_flows_count as sequenceFlowsCount',
      'q_process.is_active as isActive',
      'q_process.is_suspended as isSuspended',
      'q_definition.start_form as startForm',
    ]);
  return readListPage(versions, query);
}

/** The latest version of a process with a start form. */
export interface StartFormItem {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  /** JSON of a FormModel */
  readonly startForm: string;
}

const processKey = sql.ref('q_process.key');
export const startFormKey = processKey;
const byKey = { name: 'ProcessDefinitionKey', expression: processKey };

/** Filters and sorts of GET /Definitions/start-forms. */
export const startFormNames: ListNames = {
  filters: [{ name: 'ProcessDefinitionKey', type: 'text', expression: processKey }],
  sorts: [byKey],
  defaultSorts: [{ field: byKey, isDescending: false }],
  tieBreak: [processKey],
  takesBusinessId: false,
};

/** Forms of active processes, without those whose latest version has no form, also if an earlier version has one. */
export async function listStartForms(db: ReadDatabase, query: ListQuery): Promise<ListPage<StartFormItem>> {
  const conditions = sql.join([sql`q_process.is_active`, ...query.conditions], sql` and `);
  const matching = sql`
    from q_process
    cross join lateral (
      select definition_id, version, start_form from q_definition where q_definition.key = q_process.key order by version desc limit 1
    ) latest
    where ${conditions} and latest.start_form is not null`;
  const { rows } = await sql<StartFormItem>`
    select latest.definition_id as "definitionId", q_process.key, latest.version, latest.start_form as "startForm" ${matching}
    order by ${query.order} limit ${query.paging.pageSize} offset ${offsetOf(query.paging)}`.execute(db);
  return pageOf(query.paging, rows, async () => {
    const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
    return counted.rows[0]?.total ?? 0;
  });
}

export async function readFormText(db: ReadDatabase, definitionId: string, formId: string): Promise<string | undefined> {
  const { scripts = {} } = (await readDeployedText(db, definitionId)) ?? {};
  return Object.entries(scripts).find(([name, text]) => name.endsWith('.form') && idOfForm(text) === formId)?.[1];
}

function idOfForm(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}
