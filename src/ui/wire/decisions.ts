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
}

/** GET /ui/api/decisions/versions?key=: newest first. `nextVersion`: what the next deploy makes; also for a key that was never deployed. */
export interface DecisionVersionsView {
  readonly key: string;
  readonly nextVersion: number;
  readonly versions: readonly DecisionVersionView[];
}
