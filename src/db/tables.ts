import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  DecisionEvaluationTable,
  DecisionHeadTable,
  DecisionReferenceTable,
  DecisionVersionTable,
} from './decision-tables.ts';
import type { BufferedMessageTable, CustomTaskHostTable, CustomTaskTable } from './delivery-tables.ts';
import type { FeedHeadTable, FeedParkedTable, FeedSubscriberTable, FeedTable } from './feed-tables.ts';
import type {
  QueryDefinitionTable,
  QueryInstanceCountTable,
  QueryInstanceDecisionTable,
  QueryInstanceElementTable,
  QueryInstanceStepTable,
  QueryInstanceTable,
  QueryInstanceVariableTable,
  QueryProcessTable,
  QueryStartTriggerTable,
  QuerySubscriptionTable,
  QueryUserTaskCountTable,
  QueryUserTaskTable,
} from './query-tables.ts';
import type { StartTriggerKind, StoredJson, StoredTime } from './row-values.ts';

interface ModelTextTable {
  hash: string;
  bpmn_xml: string;
}

interface DefinitionVersionTable {
  definition_id: string;
  key: string;
  version: number;
  text_hash: string;
  deployed_at: StoredTime;
  file_id: string | null;
  version_tag: string | null;
  on_failure: string | null;
  reading: number | null;
  calls_within: StoredJson | null;
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
  state: StoredJson;
  state_seq: number | null;
  state_size: Generated<number>;
  journal_size: Generated<string>;
  /** root instance of the calls; null for instances without a caller */
  root_id: string | null;
  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

interface DeletedInstanceTable {
  instance_id: string;
  at: StoredTime;
}

interface JournalTable {
  subject_id: string;
  seq: number;
  command_id: string;
  at: StoredTime;
  v: number;
  events: StoredJson;
  actor: string | null;
}

interface InboxTable {
  command_id: string;
  fingerprint: string | null;
  reply: StoredJson;
  at: StoredTime;
}

interface OutboxTable {
  command_id: string;
  command: StoredJson;
  created_at: StoredTime;
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
  first_at: StoredTime;
  last_at: StoredTime;
  task_type: string | null;
  error_details: string | null;
}

interface SuspensionTable {
  instance_id: string;
  suspended_by: string;
  reason: string | null;
  since: StoredTime;
  process_key: string | null;
}

interface KeySuspensionTable {
  key: string;
  reason: string | null;
  actor: string | null;
  since: StoredTime;
}

interface BatchTable {
  id: string;
  operation: string;
  parameters: StoredJson;
  filters: string | null;
  state: string;
  limits: string[] | null;
  actor: string | null;
  keys: string[];
  rate: number | null;
  total: number;
  succeeded: number | null;
  failed: number | null;
  skipped: number | null;
  created_at: StoredTime;
  next_at: StoredTime;
  ended_at: StoredTime | null;
}

interface BatchItemTable {
  batch_id: string;
  position: number;
  subject_id: string;
  instance_id: string | null;
  process_key: string | null;
  state: Generated<string>;
  attempts: Generated<number>;
  leased_until: StoredTime | null;
  code: string | null;
  rejection: StoredJson | null;
  result_id: string | null;
  done_at: StoredTime | null;
}

interface DeadLetterTable {
  command_id: string;
  command: StoredJson;
  error: string;
  at: StoredTime;
  attempts: Generated<number>;
  first_at: StoredTime | null;
  retried_at: StoredTime | null;
  retried_by: string | null;
  fingerprint: string | null;
  sender_id: string | null;
  position: string | null;
}

interface DeadLetterEndTable {
  command_id: string;
  command: StoredJson;
  error: string;
  attempts: number;
  first_at: StoredTime;
  at: StoredTime;
  outcome: string;
  ended_at: StoredTime;
  ended_by: string | null;
  reason: string | null;
}

interface UserTaskTable {
  task_id: string;
  instance_id: string;
  entry: number;
  is_open: boolean;
}

interface TaskCommentTable {
  instance_id: string;
  task_id: string;
  comment_id: string;
  author: string;
  text: string;
  created_at: StoredTime;
}

interface IgnoredFailureTable {
  ignored_id: string;
  process_key: string;
  activity_id: string | null;
  code: string | null;
  message: string | null;
  except_messages: string[] | null;
  reason: string;
  ends_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  ignored_by: string | null;
  ignored_at: StoredTime;
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
  due_at: StoredTime;
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
  schedule: StoredJson | null;
  due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  attempts: Generated<number>;
  leased_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

interface NumericKeyTable {
  key: GeneratedAlways<string>;
  id: string;
  instance_id: string | null;
}

interface ProjectionTodoTable {
  position: GeneratedAlways<string>;
  subject_id: string;
  kind: 'i' | 'd' | 'x';
  at: StoredTime;
}

interface SettingTable {
  name: string;
  value: string;
}

interface AuditEntryTable {
  at: StoredTime;
  entry_id: string;
  act: string;
  identified_by: string;
  actor: string | null;
  session: string | null;
  surface: string;
  target_kind: string | null;
  target_id: string | null;
  process_key: string | null;
  client_address: string | null;
  trace_id: string | null;
  command_id: string | null;
  result: string;
  status: number;
  code: string | null;
  entry_count: number;
}

interface UiSessionTable {
  sid: string;
  sess: StoredJson;
  expire: StoredTime;
}

interface MemberTable {
  member_id: string;
  process_name: string;
  role: string;
  host: string;
  version: string;
  started_at: StoredTime;
  heartbeat_at: StoredTime;
  is_stopping: Generated<boolean>;
  is_lost: Generated<boolean>;
  statistics: StoredJson;
}

interface CausationTable {
  root_id: string;
  size: number;
  counted_at: StoredTime;
}

interface InstallationTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
}

/** Tables of migrations/schema.sql with all columns; test/int/db/schema.test.ts compares them with a database. */
export interface Database {
  model_text: ModelTextTable;
  definition_version: DefinitionVersionTable;
  deployment_resource: DeploymentResourceTable;
  decision: DecisionHeadTable;
  decision_version: DecisionVersionTable;
  decision_evaluation: DecisionEvaluationTable;
  decision_reference: DecisionReferenceTable;
  process: ProcessTable;
  instance: InstanceTable;
  deleted_instance: DeletedInstanceTable;
  journal: JournalTable;
  inbox: InboxTable;
  outbox: OutboxTable;
  dead_letter: DeadLetterTable;
  dead_letter_end: DeadLetterEndTable;
  user_task: UserTaskTable;
  task_comment: TaskCommentTable;
  subscription: SubscriptionTable;
  buffered_message: BufferedMessageTable;
  timer: TimerTable;
  start_trigger: StartTriggerTable;
  incident: IncidentTable;
  ignored_failure: IgnoredFailureTable;
  suspension: SuspensionTable;
  key_suspension: KeySuspensionTable;
  batch: BatchTable;
  batch_item: BatchItemTable;
  custom_task: CustomTaskTable;
  custom_task_host: CustomTaskHostTable;
  numeric_key: NumericKeyTable;
  projection_todo: ProjectionTodoTable;
  q_process: QueryProcessTable;
  q_definition: QueryDefinitionTable;
  q_instance: QueryInstanceTable;
  q_instance_step: QueryInstanceStepTable;
  q_instance_element: QueryInstanceElementTable;
  q_instance_variable: QueryInstanceVariableTable;
  q_instance_decision: QueryInstanceDecisionTable;
  q_instance_count: QueryInstanceCountTable;
  q_user_task: QueryUserTaskTable;
  q_user_task_count: QueryUserTaskCountTable;
  q_subscription: QuerySubscriptionTable;
  q_start_trigger: QueryStartTriggerTable;
  setting: SettingTable;
  audit_entry: AuditEntryTable;
  ui_session: UiSessionTable;
  member: MemberTable;
  installation: InstallationTable;
  causation: CausationTable;
  feed_head: FeedHeadTable;
  feed: FeedTable;
  feed_subscriber: FeedSubscriberTable;
  feed_parked: FeedParkedTable;
}
