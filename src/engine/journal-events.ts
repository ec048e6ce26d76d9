import type { EngineEvent } from './events.ts';
import type { Fact } from './fact.ts';
import type { FormModel } from './model-forms.ts';

/** Facts about a process key, kept in a journal of its own beside those of the instances. */
export type DefinitionDeployed = Fact<
  'DefinitionDeployed',
  {
    definitionId: string;
    key: string;
    version: number;
    /** flow nodes and flows directly in the process */
    activitiesCount: number;
    sequenceFlowsCount: number;
    isActive: boolean;
    /** what may start instances of this version besides the start call */
    startTriggers: readonly StartTriggerRecord[];
    /** what whoever starts an instance is asked for; absent where the model says nothing, and in journals of before 0.3 */
    startForm?: FormModel;
    /** of the process; absent where it has none, and in journals of before 0.3 */
    name?: string;
    /** of its user tasks, by their ids; absent where none has one, and in journals of before 0.3 */
    taskNames?: Readonly<Record<string, string>>;
  }
>;
/** One start event, receive task or gateway target of the deployed version. */
export interface StartTriggerRecord {
  readonly element: string;
  /** index among the triggers of the element */
  readonly definition: number;
  readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
  /** of a message or signal */
  readonly name: string | null;
  /** text of a condition */
  readonly condition: string | null;
}
/** A version that had no instances is gone; the one before the latest one has taken its place, if it was that. */
export type DefinitionDeleted = Fact<
  'DefinitionDeleted',
  {
    definitionId: string;
    key: string;
    version: number;
    /** the latest version from now on; null: the key has none */
    latestVersion: number | null;
    isActive: boolean;
    /** what is registered for the key from now on; absent: what was, because the latest version stays */
    startTriggers?: readonly StartTriggerRecord[];
  }
>;
export type DefinitionDisabled = Fact<'DefinitionDisabled', { key: string }>;
export type DefinitionEnabled = Fact<'DefinitionEnabled', { key: string; startTriggers: readonly StartTriggerRecord[] }>;
/** Nothing of the key's instances moves until it is resumed (docs/contributing/spec/suspension.md#suspend-a-key). */
export type DefinitionSuspended = Fact<'DefinitionSuspended', { key: string; reason?: string }>;
export type DefinitionResumed = Fact<'DefinitionResumed', { key: string; reason?: string }>;
export type DefinitionEvent =
  | DefinitionDeployed
  | DefinitionDeleted
  | DefinitionDisabled
  | DefinitionEnabled
  | DefinitionSuspended
  | DefinitionResumed;

/** Everything a journal row may hold. */
export type JournalEvent = EngineEvent | DefinitionEvent;
