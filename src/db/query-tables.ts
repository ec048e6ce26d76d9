import type { ColumnType, Generated } from 'kysely';
import type { StartTriggerKind, StoredJson, StoredTime } from './row-values.ts';

/** Written by the projector. */

export interface QueryProcessTable {
  subject_id: string;
  key: string;
  is_active: boolean;
  is_suspended: Generated<boolean>;
  last_seq: number;
}

export interface QueryDefinitionTable {
  definition_id: string;
  key: string;
  version: number;
  deployed_at: StoredTime;
  activities_count: number;
  sequence_flows_count: number;
  start_form: StoredJson | null;
  name: string | null;
  task_names: StoredJson | null;
}

export interface QueryInstanceTable {
  instance_id: string;
  definition_id: string;
  key: string;
  version: number;
  business_id: string | null;
  is_completed: boolean;
  is_cancelled: boolean;
  is_failed: boolean;
  created_at: StoredTime;
  started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  completed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  last_seq: number;
  live: StoredJson;
  live_seq: number | null;
  live_size: Generated<number>;
  journal_size: Generated<string>;
  parent_id: string | null;
  failed_element: string | null;
  error_code: string | null;
  error_message: string | null;
  earlier_versions: StoredJson | null;
  earlier_failure: StoredJson | null;
}

export interface QueryInstanceElementTable {
  instance_id: string;
  element: string;
  is_failed: boolean;
  begun_at: StoredTime;
  active_since: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export interface QueryInstanceDecisionTable {
  instance_id: string;
  seq: number;
  entry: number;
  key: string;
  version: number;
  activity_id: string;
  rules: number[];
  decided_at: StoredTime;
}

export interface QueryInstanceVariableTable {
  instance_id: string;
  path: string;
  number_value: number | null;
  text_value: string | null;
  boolean_value: boolean | null;
  begun_at: StoredTime;
}

export interface QueryInstanceCountTable {
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

export interface QueryInstanceStepTable {
  instance_id: string;
  seq: number;
  completed: StoredJson;
  conditions: StoredJson;
}

export interface QueryUserTaskTable {
  task_id: string;
  instance_id: string;
  activity_id: string;
  assignee: string | null;
  candidate_users: string[];
  candidate_groups: string[];
  claimed_by: string | null;
  created_at: StoredTime;
  expected_outputs: string[];
  form: StoredJson | null;
  due_at: StoredTime | null;
  follow_up_at: StoredTime | null;
  priority: number | null;
  category: string | null;
  item: StoredJson | null;
}

export interface QueryUserTaskCountTable {
  is_claimed: boolean;
  slot: number;
  count: string;
}

export interface QuerySubscriptionTable {
  instance_id: string;
  subscription: number;
  kind: 'message' | 'signal';
  name: string;
  key: string;
  activity_id: string;
  activity_instance_id: string | null;
  created_at: StoredTime;
}

export interface QueryStartTriggerTable {
  key: string;
  element: string;
  definition: number;
  kind: StartTriggerKind;
  name: string | null;
  condition: string | null;
}
