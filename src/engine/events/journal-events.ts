import type { EngineEvent } from '../events.ts';
import type { Fact } from '../fact.ts';
import type { FormModel } from '../model/model-texts.ts';

/** Event of a process key, whose history is separate from those of instances. */
export type DefinitionDeployed = Fact<
  'DefinitionDeployed',
  {
    definitionId: string;
    key: string;
    version: number;
    /** flow nodes directly in the process */
    activitiesCount: number;
    sequenceFlowsCount: number;
    isActive: boolean;
    /** start instances of this version */
    startTriggers: readonly StartTriggerRecord[];
    /** absent if not modeled, and before 0.3 */
    startForm?: FormModel;
    /** name of the process; absent if not modeled, and before 0.3 */
    name?: string;
    /** names of user tasks by element id; absent if not modeled, and before 0.3 */
    taskNames?: Readonly<Record<string, string>>;
  }
>;
/** Trigger of a start event, receive task or gateway target. `name`, `condition`: null for other kinds. */
export interface StartTriggerRecord {
  readonly element: string;
  /** index in the element */
  readonly definition: number;
  readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
  readonly name: string | null;
  readonly condition: string | null;
}
/** A version without instances was deleted. The previous version may become the latest. */
export type DefinitionDeleted = Fact<
  'DefinitionDeleted',
  {
    definitionId: string;
    key: string;
    version: number;
    /** null: none */
    latestVersion: number | null;
    isActive: boolean;
    /** new registrations; absent: the latest version is unchanged */
    startTriggers?: readonly StartTriggerRecord[];
  }
>;
export type DefinitionDisabled = Fact<'DefinitionDisabled', { key: string }>;
export type DefinitionEnabled = Fact<'DefinitionEnabled', { key: string; startTriggers: readonly StartTriggerRecord[] }>;
/** All instances of the key, until the resume (docs/contributing/spec/suspension.md#suspend-a-key). */
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
