import type { StoredJson, StoredTime } from './row-values.ts';

/** Numbers of deleted versions are not used again. */
export interface DecisionHeadTable {
  key: string;
  highest_version: number;
}

/** `fingerprint`: digest to compare the decision with later files. */
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

/** Reference of a process version to a decision of another deploy. */
export interface DecisionReferenceTable {
  definition_id: string;
  decision_key: string;
  binding: string;
  value: string;
}

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
