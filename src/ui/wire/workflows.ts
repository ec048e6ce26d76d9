import type { FormField } from '../../engine/model/model-texts.ts';
import type { Timestamp } from './page.ts';

/** Instances by state. */
export interface InstanceCounts {
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** One version of a key (docs/contributing/spec/pages.md#workflows). */
export interface DefinitionView {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: Timestamp;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  readonly counts: InstanceCounts;
}

/** GET /ui/api/workflows: one row per key, its latest version. `counts` over all versions. */
export interface WorkflowView extends DefinitionView {
  /** of the latest version; null: none */
  readonly name: string | null;
  /** of the key: whether it may be started */
  readonly isActive: boolean;
  readonly versionCount: number;
}

/** A version in the list of all of a key. `deployedBy`: who deployed it, where that is known. */
export interface VersionView extends DefinitionView {
  readonly deployedBy: string | null;
}

/** GET /ui/api/workflows/versions?key=: newest first. */
export interface VersionsView {
  readonly key: string;
  readonly isActive: boolean;
  readonly versions: readonly VersionView[];
}

/** GET /ui/api/workflows/next-version?key=: which version the next deploy of a key makes, also where it was never deployed. */
export interface NextVersionView {
  readonly key: string;
  readonly version: number;
}

/** GET /ui/api/workflows/start-form?key=&version=: the start form; no fields if the model has none. */
export interface StartFormView {
  readonly fields: readonly FormField[];
}

/** GET /ui/api/workflows/elements?key=&version=: counts of one element, for the badges of the diagram. */
export interface ElementCounts {
  readonly activityId: string;
  readonly active: number;
  readonly completed: number;
  /** of instances that are failed now */
  readonly failed: number;
  /** also of instances that continue after a repair or a caught error */
  readonly everFailed: number;
}

/** The period of the figures of a version: instances that ended within it, or all. */
export const PERIODS = ['hour', 'day', 'week', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** Entries of one element, each iteration for itself; durations of those that completed. `active`: now. */
export interface ElementFiguresView {
  readonly activityId: string;
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly totalMs: number;
}

/** Instances that started and ended within one span of time. `medianMs`: duration of the completed ones; null: none. */
export interface TrendStepView {
  readonly at: Timestamp;
  readonly started: number;
  readonly completed: number;
  readonly failed: number;
  readonly medianMs: number | null;
}

/**
 * GET /ui/api/workflows/statistics?key=&version=&period=: the element that took most time first. `isWhole`: nothing was left out.
 * `trend`: spans of equal length up to now, oldest first; of `all` the last 52 weeks.
 */
export interface StatisticsView {
  readonly elements: readonly ElementFiguresView[];
  readonly instances: number;
  readonly entries: number;
  readonly isWhole: boolean;
  readonly trend: readonly TrendStepView[];
}
