import type { EngineEvent } from '../events.ts';
import type { Fact } from '../fact.ts';
import type { FormModel } from '../model/model-texts.ts';

/** Events of a process key, in an event history separate from those of instances. */
export type DefinitionDeployed = Fact<
  'DefinitionDeployed',
  {
    definitionId: string;
    key: string;
    version: number;
    /** number of flow nodes directly in the process */
    activitiesCount: number;
    sequenceFlowsCount: number;
    isActive: boolean;
    /** triggers that start instances of this version */
    startTriggers: readonly StartTriggerRecord[];
    /** form for the start of an instance; absent if not modeled, and in event histories before 0.3 */
    startForm?: FormModel;
    /** name of the process; absent if not modeled, and in event histories before 0.3 */
    name?: string;
    /** names of user tasks by element id; absent if not modeled, and in event histories before 0.3 */
    taskNames?: Readonly<Record<string, string>>;
  }
>;
/** One event definition of a start event, receive task or gateway target of a deployed version. `name`, `condition`: null for other kinds. */
export interface StartTriggerRecord {
  readonly element: string;
  /** index of the event definition in the element */
  readonly definition: number;
  readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
  readonly name: string | null;
  readonly condition: string | null;
}
/** A version without instances was deleted. If it was the latest one, the previous version became the latest. */
export type DefinitionDeleted = Fact<
  'DefinitionDeleted',
  {
    definitionId: string;
    key: string;
    version: number;
    /** the new latest version; null: none */
    latestVersion: number | null;
    isActive: boolean;
    /** new registrations of the key; absent: unchanged, because the latest version is unchanged */
    startTriggers?: readonly StartTriggerRecord[];
  }
>;
export type DefinitionDisabled = Fact<'DefinitionDisabled', { key: string }>;
export type DefinitionEnabled = Fact<'DefinitionEnabled', { key: string; startTriggers: readonly StartTriggerRecord[] }>;
/** All instances of the key are suspended until the resume (docs/contributing/spec/suspension.md#suspend-a-key). */
export type DefinitionSuspended = Fact<'DefinitionSuspended', { key: string; reason?: string }>;
export type DefinitionResumed = Fact<'DefinitionResumed', { key: string; reason?: string }>;
export type DefinitionEvent =
  | DefinitionDeployed
  | DefinitionDeleted
  | DefinitionDisabled
  | DefinitionEnabled
  | DefinitionSuspended
  | DefinitionResumed;

export type JournalEvent = EngineEvent | DefinitionEvent;
