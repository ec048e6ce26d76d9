import type { Generated } from 'kysely';
import type { StoredTime } from './row-values.ts';

/** The event feed and its subscribers. */
export interface FeedHeadTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
  position: Generated<string>;
}

export interface FeedTable {
  position: string;
  instance_id: string;
  process_key: string;
  from_seq: number;
  to_seq: number;
  at: StoredTime;
}

export interface FeedSubscriberTable {
  kind: string;
  name: string;
  row_position: string;
  sequence: number | null;
  state: Generated<string>;
  reason: string | null;
  paused_at: StoredTime | null;
  error: string | null;
  error_at: StoredTime | null;
  sent_at: StoredTime | null;
  lease_owner: string | null;
  lease_until: StoredTime | null;
  lease_term: Generated<string>;
  created_at: Generated<Date>;
}

export interface FeedParkedTable {
  kind: string;
  name: string;
  instance_id: string;
  process_key: string;
  row_position: string;
  sequence: number | null;
  next_position: string;
  next_type: string;
  attempts: Generated<number>;
  is_failing: Generated<boolean>;
  next_at: StoredTime;
  error: string | null;
  parked_at: Generated<Date>;
  revision: Generated<number>;
}
