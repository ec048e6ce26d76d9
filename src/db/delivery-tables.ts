import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { StoredJson, StoredTime } from './row-values.ts';

/** Work and messages that wait for a receiver. */

export interface CustomTaskTable {
  task_id: string;
  instance_id: string;
  entry: number;
  type_key: string;
  task_type: string;
  definition_id: string;
  process_key: string;
  activity_id: string;
  business_id: string | null;
  input: StoredJson;
  attempts: number | null;
  delays_ms: number[] | null;
  failures: Generated<number>;
  attempt: Generated<number>;
  losses: Generated<number>;
  available_at: StoredTime;
  locked_by: string | null;
  claimed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: StoredTime;
  traceparent: string | null;
  is_held: Generated<boolean>;
  secrets: StoredJson | null;
  error_message: string | null;
  priority: Generated<number>;
  error_details: string | null;
}

/** Time without a heartbeat until a plugin host is not listed (docs/contributing/spec/http/custom-tasks.md#vanished-host: at most 30 s). */
export const HOST_DEAD_AFTER_SECONDS = 15;

export interface CustomTaskHostTable {
  host: string;
  type_key: string;
  task_type: string;
  display_name: string | null;
  parameter_schema: StoredJson | null;
  announced_at: StoredTime;
  seen_at: StoredTime;
}

export interface BufferedMessageTable {
  id: string;
  name: string;
  key: string;
  message_id: string | null;
  command: StoredJson | null;
  expires_at: StoredTime;
  position: GeneratedAlways<string>;
}
