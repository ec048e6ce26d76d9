import type { Kysely } from 'kysely';
import type { Database } from '../../src/db/tables.ts';
import { definitionNames, listDefinitions } from '../../src/queries/definitions.ts';
import { instanceNames, listInstances } from '../../src/queries/instances/process-instances.ts';
import { type ListNames, type ListQuery, parseListQuery } from '../../src/queries/lists/list-query.ts';
import { listUserTasks, readAudience, userTaskNames } from '../../src/queries/user-tasks/user-tasks.ts';
import { readQueryParameters } from '../../src/requests/request-texts.ts';
import { KEY, OLD_VERSION } from './lists-rows.ts';

/** Page 1 of one list: as a request, and as the reads behind it. */
export interface MeasuredList {
  readonly title: string;
  readonly path: string;
  read(db: Kysely<Database>): Promise<unknown>;
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().replace('Z', '+00:00');

const INSTANCE_QUERIES = (): readonly string[] => [
  '',
  'pageSize=100',
  'sorts=CreatedAt',
  'sorts=-CompletedAt',
  'sorts=CompletedAt',
  'sorts=BusinessId',
  'sorts=-BusinessId',
  'sorts=ExecutionStartedAt',
  'sorts=-CompletedAt,BusinessId',
  'sorts=BusinessId,-CreatedAt',
  'filters=IsStarted==true',
  'filters=IsStarted==false',
  'filters=IsCompleted==true',
  'filters=IsCompleted==false',
  'filters=IsFailed==true',
  'filters=IsFailed==false',
  'filters=IsCancelled==true',
  'filters=(IsFailed|IsCancelled)==true',
  'filters=IsCompleted==true,IsFailed==true&sorts=-CompletedAt',
  'filters=IsCompleted==true&sorts=-CompletedAt',
  `filters=CreatedAt>=${daysAgo(1)}`,
  `filters=CreatedAt>=${daysAgo(30)}`,
  `filters=CreatedAt>=${daysAgo(30)},CreatedAt<${daysAgo(7)}`,
  `filters=CreatedAt<${daysAgo(7)},IsFailed==true`,
  'businessId=PO-500002',
  'filters=BusinessId==PO-500002',
  'filters=BusinessId==PO-500002|PO-700001',
  'filters=BusinessId!=PO-500002',
  'filters=BusinessId==null',
  'filters=BusinessId!=null',
  'filters=BusinessId_=PO-5000',
  'filters=BusinessId==*po-500002',
  'filters=BusinessId_=*po-5000',
  'filters=BusinessId!_=PO-5000',
  'filters=BusinessId@=5000',
  'filters=BusinessId@=*po-5000',
  'filters=BusinessId@=*po-',
  'filters=BusinessId_-=0002',
];
const TASK_QUERIES = (): readonly string[] => [
  '',
  'sorts=CreatedAt',
  'filters=TaskState==Created',
  'filters=TaskState==Claimed',
  `filters=CreatedAt>=${daysAgo(1)}`,
  'assignee=user-7',
  'candidateGroup=group-7',
  'assignee=user-7&candidateGroup=group-7&filters=TaskState==Claimed',
  `filters=ProcessDefinitionKey==${KEY}`,
  'filters=ProcessDefinitionKey==order-7',
  'filters=BusinessId==PO-557',
  'filters=Name==Review order',
];
const DEFINITION_QUERIES: readonly string[] = [
  '',
  'sorts=-DeployedAt',
  'sorts=Version,ProcessDefinitionKey',
  `filters=ProcessDefinitionKey==${KEY}`,
  'filters=Version>=24',
  'filters=IsActive==false',
];

/** Every list with its default order, each filter and each order. */
export function measuredLists(): readonly MeasuredList[] {
  const instances = `/Definitions/${KEY}/instances`;
  return [
    ...DEFINITION_QUERIES.map((query) => list('/Definitions', query, definitionNames, listDefinitions)),
    ...INSTANCE_QUERIES().map((query) =>
      list(instances, query, instanceNames, (db, parsed) => listInstances(db, KEY, undefined, parsed)),
    ),
    ...['', 'filters=IsCompleted==false', 'sorts=-CompletedAt'].map((query) =>
      list(`/Definitions/${KEY}/${OLD_VERSION}/instances`, query, instanceNames, (db, parsed) =>
        listInstances(db, KEY, OLD_VERSION, parsed),
      ),
    ),
    ...TASK_QUERIES().map((query) =>
      list('/UserTasks', query, userTaskNames, (db, parsed) =>
        listUserTasks(db, readAudience(readQueryParameters(query)), parsed),
      ),
    ),
  ];
}

function list(
  path: string,
  query: string,
  names: ListNames,
  read: (db: Kysely<Database>, query: ListQuery) => Promise<unknown>,
): MeasuredList {
  const encoded = query.replaceAll('+', '%2B').replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C');
  const parsed = parseListQuery(readQueryParameters(encoded), names);
  if (!parsed.ok) throw new Error(`${query}: ${parsed.detail}`);
  const title = `${path.replace('/Definitions/', '…/')} ${query.replaceAll(/T[\d:.]+\+00:00/g, '…')}`;
  return { title, path: query === '' ? path : `${path}?${encoded}`, read: (db) => read(db, parsed.value) };
}
