import type { StoredJson, StoredTime } from './row-values.ts';

/** How many versions a decision has had. */
export interface DecisionHeadTable {
  key: string;
  highest_version: number;
}

/** A version of a decision: the place of its file, and a digest to compare it with later files. */
export interface DecisionVersionTable {
  key: string;
  version: number;
  name: string;
  version_tag: string | null;
  file_id: string;
  file_name: string;
  fingerprint: string;
  reading: number | null;
  deployed_at: StoredTime;
}

/** What a version of a process makes of decisions of other deploys. */
export interface DecisionReferenceTable {
  definition_id: string;
  decision_key: string;
  binding: string;
  value: string;
}

/** What a call of a decision has decided. */
export interface DecisionEvaluationTable {
  evaluation_id: string;
  key: string;
  version: number;
  evaluated_at: StoredTime;
  outcome: string;
  actor: string | null;
  failure: string | null;
  variables: StoredJson | null;
  decided: StoredJson;
  business_id: string | null;
}
