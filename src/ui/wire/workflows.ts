import type { FormField } from '../../engine/model-forms.ts';
import type { Timestamp } from './page.ts';

/** Instances by state. */
export interface InstanceCounts {
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** One version of a key (docs/spec/pages.md#workflows). */
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
  /** of the key: whether it may be started */
  readonly isActive: boolean;
  readonly versionCount: number;
}

/** GET /ui/api/workflows/versions?key=: newest first. */
export interface VersionsView {
  readonly key: string;
  readonly isActive: boolean;
  readonly versions: readonly DefinitionView[];
}

/** GET /ui/api/workflows/next-version?key=: which version the next deploy of a key makes, also where it was never deployed. */
export interface NextVersionView {
  readonly key: string;
  readonly version: number;
}

/** GET /ui/api/workflows/start-form?key=&version=: what whoever starts an instance is asked for; no fields where the model describes none. */
export interface StartFormView {
  readonly fields: readonly FormField[];
}

/** GET /ui/api/workflows/elements?key=&version=: what stands at one element, for the badges of the diagram. */
export interface ElementCounts {
  readonly activityId: string;
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
}
