import type { Kysely } from 'kysely';
import type { Pool } from '../../src/db/pool.ts';
import type { Database } from '../../src/db/tables.ts';
import { findInstances, parseFind } from '../../src/queries/find-instances.ts';
import { readQueryParameters } from '../../src/requests/request-texts.ts';
import { type ListsSize, measureLists } from './lists.ts';
import type { MeasuredList } from './lists-requests.ts';
import { fillReadSide, KEY } from './lists-rows.ts';

const PATHS = ['total', 'customer.name', 'urgent', 'due'];
const INDEXED = PATHS.map((path) => ({ key: '*', path }));
const PARENT = '00000000-0000-4000-8000-000000000001';
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().replace('Z', '+00:00');

/** Rows that `lists` lacks: failures, parents, positions of instances, and four variables of each. */
const STATEMENTS = (instances: number): readonly string[] => [
  // one code of forty is that of half of the failures; the elements too
  `update q_instance set error_code = 'E' || (random() * random() * 40)::int, failed_element = 'step-' || (random() * random() * 12)::int,
     error_message = 'it did not work' where is_failed`,
  `update q_instance set parent_id = gen_random_uuid() where version = 1`,
  `update q_instance set parent_id = '${PARENT}' where instance_id in (select instance_id from q_instance order by instance_id limit 12)`,
  `insert into q_instance_element (instance_id, element, is_failed, begun_at)
   select instance_id, failed_element, true, created_at from q_instance where is_failed
   union all select instance_id, 'step-' || n * 6 + (random() * random() * 5)::int, false, created_at
   from q_instance cross join generate_series(0, 1) n where not is_completed`,
  `insert into q_instance_element (instance_id, element, is_failed, begun_at)
   select instance_id, 'rare', false, created_at from q_instance where not is_completed order by instance_id limit 5`,
  `insert into q_instance_variable (instance_id, path, number_value, begun_at) select instance_id, 'total', floor(random() * 10000), created_at from q_instance`,
  `insert into q_instance_variable (instance_id, path, text_value, begun_at)
   select instance_id, 'customer.name', case when random() < 20.0 / ${instances} then 'Ada' else 'name-' || (random() * 50000)::int end, created_at from q_instance`,
  `insert into q_instance_variable (instance_id, path, boolean_value, begun_at) select instance_id, 'urgent', random() < 0.01, created_at from q_instance`,
  `insert into q_instance_variable (instance_id, path, text_value, begun_at)
   select instance_id, 'due', to_char(created_at + interval '7 days', 'YYYY-MM-DD'), created_at from q_instance`,
  // one of a thousand instances has an incident, all of them running; one of ten thousand is suspended
  `insert into incident (incident_id, instance_id, incident, activity_id, definition_id, process_key, business_id, code, message, cause, repeats, count, first_at, last_at)
   select gen_random_uuid(), instance_id, 1, 'step-' || (random() * random() * 12)::int, definition_id, key, business_id, 'E' || (random() * random() * 40)::int,
     'it did not work', 'TaskFailed', 'activity', 1, created_at, created_at + interval '1 minute'
   from (select * from q_instance where not is_completed order by random() limit ${Math.ceil(instances / 1000)}) open`,
  `insert into suspension (instance_id, suspended_by, since)
   select instance_id, 'operator', now() from (select instance_id from q_instance where not is_completed order by random() limit ${Math.ceil(instances / 10_000)}) open`,
  'vacuum analyze incident',
  'vacuum analyze suspension',
  'vacuum analyze q_instance',
  'vacuum analyze q_instance_element',
  'vacuum analyze q_instance_variable',
];

const QUERIES = (): readonly string[] => [
  '',
  'pageSize=100',
  'sorts=CreatedAt',
  'sorts=CompletedAt',
  'sorts=-CompletedAt',
  `filters=ProcessDefinitionKey==${KEY}`,
  `filters=ProcessDefinitionKey==${KEY}-7`,
  `filters=ProcessDefinitionKey!=${KEY}`,
  `filters=ProcessDefinitionKey==${KEY},Version==1`,
  'filters=Status==Running',
  'filters=Status==Completed',
  'filters=Status==Failed',
  'filters=Status==Cancelled',
  'filters=Status==Failed|Cancelled',
  'filters=Status!=Completed',
  'filters=Status==Failed&sorts=-CompletedAt',
  'filters=ActivityId==step-0',
  'filters=ActivityId==step-11',
  'filters=ActivityId==rare',
  `filters=ActivityId==step-6,ProcessDefinitionKey==${KEY}-7`,
  'filters=ActivityId!=step-0',
  'filters=ErrorCode==E1',
  'filters=ErrorCode==E39',
  'filters=ErrorCode!=null',
  'filters=BusinessId==PO-500002',
  'filters=BusinessId!=PO-500002',
  'filters=BusinessId==null',
  'businessId=PO-500002',
  `filters=ParentInstanceId==${PARENT}`,
  'filters=ParentInstanceId!=null',
  'filters=ParentInstanceId==null',
  `filters=CreatedAt>=${daysAgo(1)}`,
  `filters=CreatedAt>=${daysAgo(30)},CreatedAt<${daysAgo(7)}`,
  `filters=CompletedAt>=${daysAgo(1)}`,
  `filters=CompletedAt>=${daysAgo(30)},CompletedAt<${daysAgo(29)}&sorts=-CompletedAt`,
  'filters=CompletedAt==null',
  'filters=Variables.total>0',
  'filters=Variables.total>9000',
  'filters=Variables.total>9990',
  'filters=Variables.total==5000',
  'filters=Variables.total>=100,Variables.total<110',
  'filters=Variables.total!=5000',
  'filters=Variables.customer.name==Ada',
  'filters=Variables.customer.name==name-7',
  'filters=Variables.customer.name!=name-7',
  'filters=Variables.urgent==true',
  'filters=Variables.urgent==false',
  `filters=Variables.due<${daysAgo(30).slice(0, 10)}`,
  `filters=Variables.due==${daysAgo(3).slice(0, 10)}`,
  'filters=Variables.total>9000,Status==Failed',
  `filters=Variables.total>9000,ProcessDefinitionKey==${KEY}-7`,
  'filters=Variables.total>9000,ActivityId==step-6',
  'filters=Variables.urgent==true,Variables.total>9900',
  'filters=HasIncident==true',
  'filters=HasIncident==true&sorts=CreatedAt',
  'filters=HasIncident==true&sorts=-CompletedAt',
  'filters=HasIncident==false',
  'filters=HasIncident==false,Status==Running',
  `filters=HasIncident==true,ProcessDefinitionKey==${KEY}`,
  `filters=HasIncident==true,ProcessDefinitionKey==${KEY}-7`,
  'filters=HasIncident==true,ActivityId==step-6',
  'filters=HasIncident==true,Variables.customer.name==name-7',
  'filters=HasIncident==true,Variables.urgent==true',
  'filters=IsSuspended==true',
  'filters=IsSuspended==true&sorts=-CompletedAt',
  'filters=IsSuspended==false',
  'filters=IsSuspended==false,Status==Running',
  `filters=IsSuspended==true,ProcessDefinitionKey==${KEY}-7`,
  'filters=IsSuspended==true,Variables.urgent==true',
  'filters=IsSuspended==true,HasIncident==true',
];

/**
 * Scenario `find`: fills the read side with instances and asks for page 1 of the list of all of them, by each kind of filter, over HTTP, one request at
 * a time. Prints how long the answers took and which indexes the plans use.
 */
export function find(size: ListsSize): Promise<void> {
  const env = { Projection__IndexedVariables: INDEXED.map(({ key, path }) => `${key}:${path}`).join(',') };
  return measureLists(size, { fill, lists: () => QUERIES().map(measured), env });
}

export async function fill(pool: Pool, instances: number): Promise<number> {
  const filledIn = await fillReadSide(pool, instances);
  const began = performance.now();
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of STATEMENTS(instances)) await client.query(statement);
  } finally {
    client.release();
  }
  return filledIn + performance.now() - began;
}

function measured(query: string): MeasuredList {
  const encoded = query.replaceAll('+', '%2B').replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C');
  const parsed = parseFind(readQueryParameters(encoded), { indexed: INDEXED, maxReads: 0 }, undefined);
  if (!parsed.ok) throw new Error(`${query}: ${parsed.detail}`);
  return {
    title: `/Instances ${query.replaceAll(/T[\d:.]+\+00:00/g, '…')}`,
    path: query === '' ? '/Instances' : `/Instances?${encoded}`,
    read: (db: Kysely<Database>) => findInstances(db, parsed.value, undefined),
  };
}
