import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** `timestamptz`: a Date on the way out, a Date or its text on the way in. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** `json`: always its text; code that needs the value parses it. */
type JsonText = string;
type StartTriggerKind = 'message' | 'signal' | 'timer' | 'conditional';

interface ModelTextTable {
  hash: string;
  bpmn_xml: string;
}

interface DefinitionVersionTable {
  definition_id: string;
  key: string;
  version: number;
  text_hash: string;
  deployed_at: Timestamp;
  file_id: string | null;
  version_tag: string | null;
  on_failure: string | null;
  reading: number | null;
}

interface DeploymentResourceTable {
  file_id: string;
  name: string;
  text_hash: string;
}

interface ProcessTable {
  key: string;
  subject_id: string;
  latest_version: number;
  highest_version: number | null;
  definition_id: string;
  is_active: boolean;
  seq: number;
}

interface InstanceTable {
  id: string;
  definition_id: string;
  seq: number;
  is_terminal: boolean;
  state: JsonText;
  state_seq: number | null;
  state_size: Generated<number>;
  journal_size: Generated<string>;
  /** the instance at the top of the calls; null for instances that nobody called */
  root_id: string | null;
}

interface JournalTable {
  subject_id: string;
  seq: number;
  command_id: string;
  at: Timestamp;
  v: number;
  events: JsonText;
  actor: string | null;
}

interface InboxTable {
  command_id: string;
  fingerprint: string | null;
  reply: JsonText;
  at: Timestamp;
}

interface OutboxTable {
  command_id: string;
  command: JsonText;
  created_at: Timestamp;
  position: GeneratedAlways<string>;
  target_id: string | null;
  sender_id: string | null;
}

interface IncidentTable {
  incident_id: string;
  instance_id: string;
  incident: number;
  entry: number | null;
  activity_id: string;
  definition_id: string;
  process_key: string;
  business_id: string | null;
  code: string;
  message: string;
  cause: string;
  repeats: string;
  count: number;
  first_at: Timestamp;
  last_at: Timestamp;
}

interface DeadLetterTable {
  command_id: string;
  command: JsonText;
  error: string;
  at: Timestamp;
  attempts: Generated<number>;
  first_at: Timestamp | null;
  retried_at: Timestamp | null;
  retried_by: string | null;
  fingerprint: string | null;
  sender_id: string | null;
  position: string | null;
}

interface DeadLetterEndTable {
  command_id: string;
  command: JsonText;
  error: string;
  attempts: number;
  first_at: Timestamp;
  at: Timestamp;
  outcome: string;
  ended_at: Timestamp;
  ended_by: string | null;
  reason: string | null;
}

interface UserTaskTable {
  task_id: string;
  instance_id: string;
  entry: number;
  is_open: boolean;
}

interface SubscriptionTable {
  instance_id: string;
  subscription: number;
  position: GeneratedAlways<string>;
  kind: 'message' | 'signal';
  name: string;
  key: string;
}

interface TimerTable {
  instance_id: string;
  subscription: number;
  due_at: Timestamp;
  attempts: Generated<number>;
  leased_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
  element: string | null;
}

interface StartTriggerTable {
  key: string;
  element: string;
  definition: number;
  definition_id: string;
  kind: StartTriggerKind;
  name: string | null;
  condition: string | null;
  schedule: JsonText | null;
  due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  attempts: Generated<number>;
  leased_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

interface CustomTaskTable {
  task_id: string;
  instance_id: string;
  entry: number;
  type_key: string;
  task_type: string;
  definition_id: string;
  process_key: string;
  activity_id: string;
  business_id: string | null;
  input: JsonText;
  attempts: number | null;
  delays_ms: number[] | null;
  failures: Generated<number>;
  attempt: Generated<number>;
  losses: Generated<number>;
  available_at: Timestamp;
  locked_by: string | null;
  claimed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: Timestamp;
  traceparent: string | null;
}

interface CustomTaskHostTable {
  host: string;
  type_key: string;
  task_type: string;
  display_name: string | null;
  parameter_schema: JsonText | null;
  announced_at: Timestamp;
  seen_at: Timestamp;
}

interface ProjectionTodoTable {
  position: GeneratedAlways<string>;
  subject_id: string;
  kind: 'i' | 'd';
  at: Timestamp;
}

interface QueryProcessTable {
  subject_id: string;
  key: string;
  is_active: boolean;
  last_seq: number;
}

interface QueryDefinitionTable {
  definition_id: string;
  key: string;
  version: number;
  deployed_at: Timestamp;
  activities_count: number;
  sequence_flows_count: number;
  start_form: JsonText | null;
}

interface QueryInstanceTable {
  instance_id: string;
  definition_id: string;
  key: string;
  version: number;
  business_id: string | null;
  is_completed: boolean;
  is_cancelled: boolean;
  is_failed: boolean;
  created_at: Timestamp;
  started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  completed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  last_seq: number;
  live: JsonText;
  live_seq: number | null;
  live_size: Generated<number>;
  journal_size: Generated<string>;
  parent_id: string | null;
  failed_element: string | null;
  error_code: string | null;
  error_message: string | null;
}

interface QueryInstanceElementTable {
  instance_id: string;
  element: string;
  is_failed: boolean;
  begun_at: Timestamp;
}

interface QueryInstanceVariableTable {
  instance_id: string;
  path: string;
  number_value: number | null;
  text_value: string | null;
  boolean_value: boolean | null;
  begun_at: Timestamp;
}

interface QueryInstanceCountTable {
  key: string;
  version: number;
  day: string;
  is_started: boolean;
  is_completed: boolean;
  is_cancelled: boolean;
  is_failed: boolean;
  has_business_id: boolean;
  slot: number;
  count: string;
}

interface QueryInstanceStepTable {
  instance_id: string;
  seq: number;
  completed: JsonText;
  conditions: JsonText;
}

interface QueryUserTaskTable {
  task_id: string;
  instance_id: string;
  activity_id: string;
  assignee: string | null;
  candidate_users: string[];
  candidate_groups: string[];
  claimed_by: string | null;
  created_at: Timestamp;
  expected_outputs: string[];
  form: JsonText | null;
  due_at: Timestamp | null;
  follow_up_at: Timestamp | null;
  priority: number | null;
  category: string | null;
}

interface QueryUserTaskCountTable {
  is_claimed: boolean;
  slot: number;
  count: string;
}

interface QuerySubscriptionTable {
  instance_id: string;
  subscription: number;
  kind: 'message' | 'signal';
  name: string;
  key: string;
  activity_id: string;
  activity_instance_id: string | null;
  created_at: Timestamp;
}

interface QueryStartTriggerTable {
  key: string;
  element: string;
  definition: number;
  kind: StartTriggerKind;
  name: string | null;
  condition: string | null;
}

interface SettingTable {
  name: string;
  value: string;
}

interface UiSessionTable {
  sid: string;
  sess: JsonText;
  expire: Timestamp;
}

interface MemberTable {
  member_id: string;
  process_name: string;
  role: string;
  host: string;
  version: string;
  started_at: Timestamp;
  heartbeat_at: Timestamp;
  is_stopping: Generated<boolean>;
  is_lost: Generated<boolean>;
  statistics: JsonText;
}

interface CausationTable {
  root_id: string;
  size: number;
  counted_at: Timestamp;
}

interface InstallationTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
}

/** Every table of migrations/schema.sql, column by column; test/int/db/schema.test.ts compares them with a database. */
export interface Database {
  model_text: ModelTextTable;
  definition_version: DefinitionVersionTable;
  deployment_resource: DeploymentResourceTable;
  process: ProcessTable;
  instance: InstanceTable;
  journal: JournalTable;
  inbox: InboxTable;
  outbox: OutboxTable;
  dead_letter: DeadLetterTable;
  dead_letter_end: DeadLetterEndTable;
  user_task: UserTaskTable;
  subscription: SubscriptionTable;
  timer: TimerTable;
  start_trigger: StartTriggerTable;
  incident: IncidentTable;
  custom_task: CustomTaskTable;
  custom_task_host: CustomTaskHostTable;
  projection_todo: ProjectionTodoTable;
  q_process: QueryProcessTable;
  q_definition: QueryDefinitionTable;
  q_instance: QueryInstanceTable;
  q_instance_step: QueryInstanceStepTable;
  q_instance_element: QueryInstanceElementTable;
  q_instance_variable: QueryInstanceVariableTable;
  q_instance_count: QueryInstanceCountTable;
  q_user_task: QueryUserTaskTable;
  q_user_task_count: QueryUserTaskCountTable;
  q_subscription: QuerySubscriptionTable;
  q_start_trigger: QueryStartTriggerTable;
  setting: SettingTable;
  ui_session: UiSessionTable;
  member: MemberTable;
  installation: InstallationTable;
  causation: CausationTable;
}
