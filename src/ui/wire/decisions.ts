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
