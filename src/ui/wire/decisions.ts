import type { Decided } from '../../engine/decisions/decided.ts';
import type { Timestamp } from './page.ts';

export interface DecisionVersionView {
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly versionTag: string | null;
  readonly deployedAt: Timestamp;
}

/** GET /ui/api/decisions: the latest version. */
export interface DecisionView extends DecisionVersionView {
  readonly versionCount: number;
  /** processes that use a version */
  readonly processCount: number;
}

/** Process with a task that uses the decision. `version`: the latest one. `value`: version or version tag; empty for the latest. */
export interface DecisionUserView {
  readonly processKey: string;
  readonly version: number;
  readonly binding: 'latest' | 'version' | 'versionTag';
  readonly value: string;
}

/** GET /ui/api/decisions/versions?key=: newest first. `nextVersion`: of the next deploy; also for an unknown key. */
export interface DecisionVersionsView {
  readonly key: string;
  readonly nextVersion: number;
  readonly versions: readonly DecisionVersionView[];
  readonly users: readonly DecisionUserView[];
}

/** Evaluation by an instance. `decided` absent: not readable. */
export interface DecisionUseView {
  readonly instanceId: string;
  /** number of the activity instance within the instance */
  readonly entry: number;
  readonly businessId: string | null;
  readonly processKey: string;
  readonly activityId: string;
  readonly version: number;
  /** matched rules */
  readonly rules: readonly number[];
  readonly at: Timestamp;
  readonly decided?: Decided;
}

/**
 * GET /ui/api/decisions/uses?key=&version=&rule=: the newest 20, of all versions, or those of the version in which the rule matched (0: none matched).
 * `rules`: counts of the version among the newest 10,000 of all versions (`counted`); `isWhole` false: there are older ones.
 */
export interface DecisionUsesView {
  readonly items: readonly DecisionUseView[];
  readonly rules: readonly { readonly rule: number; readonly count: number }[];
  readonly counted: number;
  readonly matching: number;
  readonly isWhole: boolean;
}
