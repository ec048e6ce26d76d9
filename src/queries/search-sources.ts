import { type RawBuilder, sql } from 'kysely';
import type { SearchField, SearchSource, SearchType } from './search.ts';

/** Tables, columns and fields of the searches of the Camunda 8 API. */
const field = (type: SearchType, text: string): SearchField => ({ type, expression: sql.raw(text) });
const columns = <Row>(text: string) => sql.raw(text) as RawBuilder<Row>;

export interface SearchedInstance {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly businessId: string | null;
  readonly parentId: string | null;
  readonly state: 'ACTIVE' | 'COMPLETED' | 'TERMINATED';
  readonly hasIncident: boolean;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

const STATE = `(case when i.is_cancelled or i.is_failed then 'TERMINATED' when i.is_completed then 'COMPLETED' else 'ACTIVE' end)`;
const HAS_INCIDENT = 'exists (select from incident x where x.instance_id = i.instance_id)';

export const instanceSource: SearchSource<SearchedInstance> = {
  fields: {
    instanceId: field('id', 'i.instance_id'),
    definitionId: field('text', 'i.definition_id'),
    parentId: field('id', 'i.parent_id'),
    key: field('text', 'i.key'),
    version: field('number', 'i.version'),
    name: field('text', 'd.name'),
    businessId: field('text', 'i.business_id'),
    state: field('text', STATE),
    hasIncident: field('flag', HAS_INCIDENT),
    createdAt: field('time', 'i.created_at'),
    completedAt: field('time', 'i.completed_at'),
  },
  columns:
    columns(`i.instance_id as "instanceId", i.definition_id as "definitionId", i.key, i.version, d.name, i.business_id as "businessId",
    i.parent_id as "parentId", ${STATE} as state, ${HAS_INCIDENT} as "hasIncident", i.created_at as "createdAt", i.completed_at as "completedAt"`),
  tables: sql.raw('q_instance i left join q_definition d on d.definition_id = i.definition_id'),
  key: sql.raw('i.key'),
  instance: sql.raw('i.instance_id'),
  tieBreak: [sql.raw('i.created_at'), sql.raw('i.instance_id')],
};

export interface SearchedDefinition {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly versionTag: string | null;
  readonly hasStartForm: boolean;
}

export const definitionSource: SearchSource<SearchedDefinition> = {
  fields: {
    definitionId: field('text', 'd.definition_id'),
    key: field('text', 'd.key'),
    version: field('number', 'd.version'),
    name: field('text', 'd.name'),
    versionTag: field('text', 'v.version_tag'),
    hasStartForm: field('flag', '(d.start_form is not null)'),
    isLatest: field('flag', 'not exists (select from q_definition later where later.key = d.key and later.version > d.version)'),
  },
  columns: columns(`d.definition_id as "definitionId", d.key, d.version, d.name, v.version_tag as "versionTag",
    (d.start_form is not null) as "hasStartForm"`),
  tables: sql.raw('q_definition d left join definition_version v on v.definition_id = d.definition_id'),
  key: sql.raw('d.key'),
  tieBreak: [sql.raw('d.key'), sql.raw('d.version')],
};

/** An open custom task. `retries`: attempts that are left; null: the configuration decides. */
export interface SearchedJob {
  readonly taskId: string;
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly type: string;
  readonly activityId: string;
  /** worker of the latest lock; the lock has expired if `lockedUntil` has passed */
  readonly worker: string | null;
  readonly retries: number | null;
  readonly failures: number;
  readonly errorMessage: string | null;
  readonly lockedUntil: Date | null;
  readonly createdAt: Date;
}

export const jobSource: SearchSource<SearchedJob> = {
  fields: {
    taskId: field('id', 'c.task_id'),
    instanceId: field('id', 'c.instance_id'),
    definitionId: field('text', 'c.definition_id'),
    key: field('text', 'c.process_key'),
    type: field('text', 'c.task_type'),
    activityId: field('text', 'c.activity_id'),
    worker: field('text', 'c.locked_by'),
    createdAt: field('time', 'c.created_at'),
    state: field('text', `'CREATED'`),
    retries: field('number', '(c.attempts - c.failures)'),
    hasFailed: field('flag', '(c.failures > 0)'),
    errorMessage: field('text', 'c.error_message'),
    deadline: field('time', 'case when c.locked_by is not null then c.available_at end'),
  },
  columns:
    columns(`c.task_id as "taskId", c.instance_id as "instanceId", c.definition_id as "definitionId", c.process_key as key, c.task_type as type,
    c.activity_id as "activityId", c.locked_by as worker, c.attempts - c.failures as retries, c.failures, c.error_message as "errorMessage",
    case when c.locked_by is not null then c.available_at end as "lockedUntil", c.created_at as "createdAt"`),
  tables: sql.raw('custom_task c'),
  key: sql.raw('c.process_key'),
  tieBreak: [sql.raw('c.created_at'), sql.raw('c.task_id')],
};

/** Open incident. */
export interface SearchedIncident {
  readonly incidentId: string;
  readonly instanceId: string;
  readonly entry: number | null;
  readonly definitionId: string;
  readonly key: string;
  readonly activityId: string;
  readonly message: string;
  readonly cause: string;
  readonly createdAt: Date;
}

export const incidentSource: SearchSource<SearchedIncident> = {
  fields: {
    incidentId: field('id', 'x.incident_id'),
    instanceId: field('id', 'x.instance_id'),
    definitionId: field('text', 'x.definition_id'),
    key: field('text', 'x.process_key'),
    activityId: field('text', 'x.activity_id'),
    message: field('text', 'x.message'),
    createdAt: field('time', 'x.first_at'),
    state: field('text', `'ACTIVE'`),
  },
  columns:
    columns(`x.incident_id as "incidentId", x.instance_id as "instanceId", x.entry, x.definition_id as "definitionId", x.process_key as key,
    x.activity_id as "activityId", x.message, x.cause, x.first_at as "createdAt"`),
  tables: sql.raw('incident x'),
  key: sql.raw('x.process_key'),
  tieBreak: [sql.raw('x.first_at'), sql.raw('x.incident_id')],
};

/** Open user task. */
export interface SearchedUserTask {
  readonly taskId: string;
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly processName: string | null;
  readonly activityId: string;
  readonly name: string | null;
  readonly assignee: string | null;
  readonly claimedBy: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly followUpAt: Date | null;
  readonly priority: number | null;
}

export const userTaskSource: SearchSource<SearchedUserTask> = {
  fields: {
    taskId: field('id', 't.task_id'),
    instanceId: field('id', 't.instance_id'),
    definitionId: field('text', 'i.definition_id'),
    key: field('text', 'i.key'),
    activityId: field('text', 't.activity_id'),
    name: field('text', '(d.task_names ->> t.activity_id)'),
    assignee: field('text', 'coalesce(t.claimed_by, t.assignee)'),
    candidateUser: field('texts', 't.candidate_users'),
    candidateGroup: field('texts', 't.candidate_groups'),
    priority: field('number', 'coalesce(t.priority, 50)'),
    createdAt: field('time', 't.created_at'),
    dueAt: field('time', 't.due_at'),
    followUpAt: field('time', 't.follow_up_at'),
    state: field('text', `'CREATED'`),
  },
  columns:
    columns(`t.task_id as "taskId", t.instance_id as "instanceId", i.definition_id as "definitionId", i.key, i.version, d.name as "processName",
    t.activity_id as "activityId", d.task_names ->> t.activity_id as name, coalesce(t.claimed_by, t.assignee) as assignee, t.claimed_by as "claimedBy",
    t.candidate_users as "candidateUsers", t.candidate_groups as "candidateGroups", t.created_at as "createdAt", t.due_at as "dueAt",
    t.follow_up_at as "followUpAt", t.priority`),
  tables: sql.raw(
    'q_user_task t join q_instance i on i.instance_id = t.instance_id left join q_definition d on d.definition_id = i.definition_id',
  ),
  key: sql.raw('i.key'),
  instance: sql.raw('t.instance_id'),
  tieBreak: [sql.raw('t.created_at'), sql.raw('t.task_id')],
};

export interface SearchedSubscription {
  readonly subscriptionId: string;
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly activityId: string;
  readonly entryId: string | null;
  readonly name: string;
  readonly correlationKey: string;
  readonly createdAt: Date;
}

const SUBSCRIPTION_ID = `'subscription:' || s.instance_id || ':' || s.subscription`;

export const messageSubscriptionSource: SearchSource<SearchedSubscription> = {
  fields: {
    subscriptionId: field('text', `(${SUBSCRIPTION_ID})`),
    instanceId: field('id', 's.instance_id'),
    definitionId: field('text', 'i.definition_id'),
    key: field('text', 'i.key'),
    activityId: field('text', 's.activity_id'),
    entryId: field('id', 's.activity_instance_id'),
    name: field('text', 's.name'),
    correlationKey: field('text', 's.key'),
    createdAt: field('time', 's.created_at'),
    state: field('text', `'CREATED'`),
  },
  columns:
    columns(`${SUBSCRIPTION_ID} as "subscriptionId", s.instance_id as "instanceId", i.definition_id as "definitionId", i.key, s.activity_id as "activityId",
    s.activity_instance_id as "entryId", s.name, s.key as "correlationKey", s.created_at as "createdAt"`),
  tables: sql.raw(`(select * from q_subscription where kind = 'message') s join q_instance i on i.instance_id = s.instance_id`),
  key: sql.raw('i.key'),
  tieBreak: [sql.raw('s.created_at'), sql.raw('s.instance_id'), sql.raw('s.subscription')],
};

export interface SearchedDecision {
  readonly decisionId: string;
  readonly key: string;
  readonly version: number;
  readonly name: string;
}

const DECISION_ID = (table: string) => `'decision:' || ${table}.key || ':' || ${table}.version`;

export const decisionSource: SearchSource<SearchedDecision> = {
  fields: {
    decisionId: field('text', `(${DECISION_ID('v')})`),
    key: field('text', 'v.key'),
    version: field('number', 'v.version'),
    name: field('text', 'v.name'),
    isLatest: field(
      'flag',
      'not exists (select from decision_version later where later.key = v.key and later.version > v.version)',
    ),
  },
  columns: columns(`${DECISION_ID('v')} as "decisionId", v.key, v.version, v.name`),
  tables: sql.raw('decision_version v'),
  key: sql.raw('v.key'),
  tieBreak: [sql.raw('v.key'), sql.raw('v.version')],
};

export interface SearchedEvaluation {
  readonly evaluationId: string;
  readonly decisionId: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly state: 'EVALUATED' | 'FAILED';
  readonly failure: string | null;
  /** JSON text; the text `null` if the evaluation failed or the result is too long to be stored */
  readonly result: string;
  readonly evaluatedAt: Date;
}

const EVALUATED = `(case when e.outcome = 'failed' then 'FAILED' else 'EVALUATED' end)`;

export const evaluationSource: SearchSource<SearchedEvaluation> = {
  fields: {
    evaluationId: field('id', 'e.evaluation_id'),
    decisionId: field('text', `(${DECISION_ID('e')})`),
    key: field('text', 'e.key'),
    version: field('number', 'e.version'),
    name: field('text', 'v.name'),
    state: field('text', EVALUATED),
    failure: field('text', 'e.failure'),
    evaluatedAt: field('time', 'e.evaluated_at'),
  },
  columns:
    columns(`e.evaluation_id as "evaluationId", ${DECISION_ID('e')} as "decisionId", e.key, e.version, v.name, ${EVALUATED} as state, e.failure,
    coalesce((select (d -> 'value')::text from json_array_elements(e.decided -> 'decisions') d where d ->> 'key' = e.key limit 1), 'null') as result,
    e.evaluated_at as "evaluatedAt"`),
  tables: sql.raw('decision_evaluation e left join decision_version v on v.key = e.key and v.version = e.version'),
  key: sql.raw('e.key'),
  tieBreak: [sql.raw('e.evaluated_at'), sql.raw('e.evaluation_id')],
};
