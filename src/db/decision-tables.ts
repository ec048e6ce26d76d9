import type { StoredTime } from './row-values.ts';

/** How many versions a decision has had. */
export interface DecisionHeadTable {
  key: string;
  highest_version: number;
}

/** A version of a decision: where its file stands, and what tells whether a later one is the same. */
export interface DecisionVersionTable {
  key: string;
  version: number;
  name: string;
  version_tag: string | null;
  file_id: string;
  file_name: string;
  fingerprint: string;
  deployed_at: StoredTime;
}

/** What a version of a process makes of decisions of other deploys. */
export interface DecisionReferenceTable {
  definition_id: string;
  decision_key: string;
  binding: string;
  value: string;
}
