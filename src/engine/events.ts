import type { ElementType } from './model.ts';
import type { Variables } from './values.ts';

/**
 * The engine's only output: facts, in the past tense, each with everything that folding and projecting it needs (bpmn.md 14.1).
 *
 * Entries, scopes and variable scopes are named by the number the per-instance counter gave them (bpmn.md Q2); the GUID on the wire is derived
 * from (instance id, number). The time of an event is the time of its journal row: one clock value for everything one command did.
 */
export const EVENT_VERSION = 1;

/** Number of an entry, scope or variable scope within its instance; grows for ever, so smaller means older. */
export type Ordinal = number;

/** Kinds of variable scopes (bpmn.md V1). */
export type VariableScopeKind = 'root' | 'body' | 'branch' | 'iteration' | 'handler' | 'local';

type Fact<T extends string, D = unknown> = Readonly<{ type: T } & D>;

/** Facts every event about one entry carries. `since`: ms since epoch when the entry was activated. */
interface OfEntry {
  entry: Ordinal;
  element: string;
  elementType: ElementType;
}
interface OfEndedEntry extends OfEntry {
  since: number;
}

export type InstanceStarted = Fact<
  'InstanceStarted',
  {
    instanceId: string;
    definitionId: string;
    key: string;
    version: number;
    businessId: string | null;
    /** element the first token enters; null when the body starts by rule S2 */
    startElement: string | null;
    variables: Variables;
    /** the root variable scope, opened by this event, holding `variables` */
    rootVariables: Ordinal;
    /** the root scope, opened by this event */
    rootScope: Ordinal;
  }
>;
/** `variableScope`: the body variable scope that ends with this scope. */
export type ScopeOpened = Fact<
  'ScopeOpened',
  { scope: Ordinal; container: string; host: Ordinal; parent: Ordinal; variableScope: Ordinal }
>;
export type ScopeClosed = Fact<'ScopeClosed', { scope: Ordinal }>;
export type VariableScopeOpened = Fact<
  'VariableScopeOpened',
  { variableScope: Ordinal; kind: VariableScopeKind; parent: Ordinal; locals?: Variables }
>;
/** `into`: the scope that takes the own writes over (local names excepted); null: they are dropped (bpmn.md V4). */
export type VariableScopeClosed = Fact<'VariableScopeClosed', { variableScope: Ordinal; into: Ordinal | null }>;
/** The own writes of a scope that stays open move to an ancestor (a join while a nested path still runs; bpmn.md V7). */
export type VariablesMoved = Fact<'VariablesMoved', { variableScope: Ordinal; into: Ordinal }>;
export type VariablesWritten = Fact<'VariablesWritten', { variableScope: Ordinal; values: Variables }>;

/** A token became an entry. `via`: the flow it came on; joins remember it. */
export type ElementActivated = Fact<
  'ElementActivated',
  OfEntry & { scope: Ordinal; variableScope: Ordinal; via?: string; isJoin?: true; host?: true }
>;
/** A further token reached a waiting join. */
export type TokenArrived = Fact<'TokenArrived', { entry: Ordinal; element: string; flow: string; variableScope: Ordinal }>;
/** A condition of a sequence flow was evaluated. `condition`: its text; ids repeated so that no reader needs the model. */
export type ConditionEvaluated = Fact<
  'ConditionEvaluated',
  { entry: Ordinal; flow: string; condition: string; source: string; target: string; result: boolean }
>;
export type ElementCompleted = Fact<'ElementCompleted', OfEndedEntry>;
export type ElementFailed = Fact<'ElementFailed', OfEndedEntry & { code: string; message: string }>;
export type ElementCancelled = Fact<'ElementCancelled', OfEndedEntry & { reason: string }>;
export type FlowTaken = Fact<'FlowTaken', { flow: string; entry: Ordinal }>;

export type UserTaskCreated = Fact<
  'UserTaskCreated',
  OfEntry & {
    assignee: string | null;
    candidateUsers: readonly string[];
    candidateGroups: readonly string[];
    expectedOutputs: readonly string[];
  }
>;
export type UserTaskClaimed = Fact<'UserTaskClaimed', OfEntry & { userId: string }>;
export type UserTaskUnclaimed = Fact<'UserTaskUnclaimed', OfEntry>;

/** An error end event threw. `code` is empty when it names none. `caught`: whether somebody catches it. */
export type ErrorThrown = Fact<
  'ErrorThrown',
  { entry: Ordinal; element: string; code: string; message: string; caught: boolean }
>;

/** `since`: ms since epoch at which the instance was started. */
export type InstanceCompleted = Fact<'InstanceCompleted', { since: number }>;
export type InstanceCancelled = Fact<'InstanceCancelled', { since: number; reason: string }>;
/** `element`: the failed element, null when no element is to blame (the step limit). */
export type InstanceFailed = Fact<'InstanceFailed', { since: number; element: string | null; code: string; message: string }>;

export type EngineEvent =
  | InstanceStarted
  | ScopeOpened
  | ScopeClosed
  | VariableScopeOpened
  | VariableScopeClosed
  | VariablesMoved
  | VariablesWritten
  | ElementActivated
  | TokenArrived
  | ConditionEvaluated
  | ElementCompleted
  | ElementFailed
  | ElementCancelled
  | FlowTaken
  | UserTaskCreated
  | UserTaskClaimed
  | UserTaskUnclaimed
  | ErrorThrown
  | InstanceCompleted
  | InstanceCancelled
  | InstanceFailed;
export type EventType = EngineEvent['type'];

/** Facts about a process key, kept in a journal of its own beside those of the instances (contract 2.1, 2.2). */
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
  }
>;
export type DefinitionEvent = DefinitionDeployed;

/** Everything a journal row may hold. */
export type JournalEvent = EngineEvent | DefinitionEvent;
