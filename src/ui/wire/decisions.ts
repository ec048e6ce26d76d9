import type { Timestamp } from './page.ts';

/** One version of a decision. */
export interface DecisionVersionView {
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly versionTag: string | null;
  readonly deployedAt: Timestamp;
}

/** GET /ui/api/decisions: one row per decision, its latest version. */
export interface DecisionView extends DecisionVersionView {
  readonly versionCount: number;
  /** processes that use a version of it */
  readonly processCount: number;
}

/** A process with a task that uses the decision. `version`: the latest one that does. `value`: version or version tag; empty for the latest. */
export interface DecisionUserView {
  readonly processKey: string;
  readonly version: number;
  readonly binding: 'latest' | 'version' | 'versionTag';
  readonly value: string;
}

/** GET /ui/api/decisions/versions?key=: newest first. `nextVersion`: number of the next deployed version; also for a key that was never deployed. */
export interface DecisionVersionsView {
  readonly key: string;
  readonly nextVersion: number;
  readonly versions: readonly DecisionVersionView[];
  readonly users: readonly DecisionUserView[];
}
