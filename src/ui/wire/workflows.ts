import type { FormField } from '../../engine/model/model-texts.ts';
import type { Timestamp } from './page.ts';

/** Instances by state. */
export interface InstanceCounts {
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** Version of a key (docs/contributing/spec/pages.md#workflows). */
export interface DefinitionView {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: Timestamp;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  readonly counts: InstanceCounts;
}

/** GET /ui/api/workflows: the latest version. `counts`: of all versions. */
export interface WorkflowView extends DefinitionView {
  /** name of the latest version; null: none */
  readonly name: string | null;
  /** the key is enabled: instances can be started */
  readonly isActive: boolean;
  readonly versionCount: number;
  /** instances with an open incident */
  readonly incidents: number;
}

/** `deployedBy` null: unknown. */
export interface VersionView extends DefinitionView {
  readonly deployedBy: string | null;
}

/** GET /ui/api/workflows/versions?key=: newest first. */
export interface VersionsView {
  readonly key: string;
  /** of the latest version; null: none */
  readonly name: string | null;
  readonly isActive: boolean;
  readonly versions: readonly VersionView[];
}

/** GET /ui/api/workflows/next-version?key=: created by the next deploy; 1 for an unknown key. */
export interface NextVersionView {
  readonly key: string;
  readonly version: number;
}

/** GET /ui/api/workflows/start-form?key=&version=: empty without form. */
export interface StartFormView {
  readonly fields: readonly FormField[];
}

/**
 * GET /ui/api/workflows/read-variables?key=&version=: variables that the model reads after a start by key, with an example; null: without. Empty if the
 * model has no such start.
 */
export interface ReadVariablesView {
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * GET /ui/api/workflows/names?key=&version=: names by id of the element, without elements that have none; of the process by its key. Without `version`: of
 * the latest one. Empty if the model cannot be read.
 */
export interface ElementNamesView {
  readonly names: Readonly<Record<string, string>>;
}

/** GET /ui/api/workflows/elements?key=&version=: instances by the state of one element, of the newest 5000 instances; without `version`, of all versions. */
export interface ElementCounts {
  readonly activityId: string;
  readonly active: number;
  readonly completed: number;
  /** status `Failed`, and the element has failed */
  readonly failed: number;
  /** instances in which the element failed, also those that continued after a repair or a caught error */
  readonly everFailed: number;
  /** instances with an open incident at the element */
  readonly incidents: number;
  /** instances whose call at the element waits for an instance with an open incident, at any depth */
  readonly calledIncidents: number;
}

/** Periods of instances by their end. `all`: all instances. */
export const PERIODS = ['hour', 'day', 'week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/**
 * Activity instances of one element; each multi-instance iteration counts. Durations: of completed ones; medians and percentiles omit the `repeated`
 * ones, which a failure delayed. `waitingMs`, `workingMs`: before and after the claim or the lock; null: unknown. All without `failedMs`: the time in incidents
 * and in failed instances. `inOneStep`: completed ones that ended in the step of the engine in which they began; they have no duration.
 */
export interface ElementFiguresView {
  readonly activityId: string;
  /** instances there now */
  readonly active: number;
  /** of them, with an open incident at the element, or in an instance that it calls, at any depth */
  readonly inIncident: number;
  /** time of the others there until now, of their oldest activity instance; null: none, or unknown */
  readonly openMedianMs: number | null;
  readonly openOldestMs: number | null;
  /** sum of these times within the period */
  readonly openMs: number;
  readonly failedMs: number;
  readonly completed: number;
  readonly inOneStep: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly totalMs: number;
  readonly repeated: number;
  readonly repeatedMedianMs: number | null;
  readonly waitingMs: number | null;
  readonly workingMs: number | null;
}

/** Instances that ended in the period. Durations: of completed ones. */
export interface WholeFiguresView {
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

/** Instances that started and ended in one step of time. `medianMs`: of completed ones. */
export interface TrendStepView {
  readonly at: Timestamp;
  readonly started: number;
  readonly completed: number;
  readonly failed: number;
  readonly medianMs: number | null;
}

/** Value of `version` for the statistics of all versions. */
export const ALL_VERSIONS = 'all';

/**
 * GET /ui/api/workflows/statistics?key=&version=&period=, or with `from` and `to` instead. With `version=all`, elements of all versions are added by id.
 * `elements`: highest total and open time first. `instances`, `entries`: counted instances and
 * activity instances. `migrated`: instances that have changed their version; an activity instance counts in the version in which it ended, without duration if
 * it began in another one. 0 for all versions. `isWhole` false: older ones are omitted. `trend`: equal steps until now, oldest first; for `all`, the last 52 weeks.
 */
export interface StatisticsView {
  readonly whole: WholeFiguresView;
  readonly elements: readonly ElementFiguresView[];
  readonly instances: number;
  readonly entries: number;
  readonly migrated: number;
  readonly isWhole: boolean;
  readonly trend: readonly TrendStepView[];
}
