import type { Fact } from '../fact.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Json, Variables } from '../values.ts';

/** Source of a suspension; `processKey`: of all its instances (docs/contributing/spec/suspension.md). Event histories keep values forever: only add. */
export type SuspendedBy = 'operator' | 'callingInstance' | 'processKey';

export interface Hold {
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** No progress until every source resumes. */
export type InstanceSuspended = Fact<'InstanceSuspended', { by: SuspendedBy; reason?: string }>;

/** Queued commands run first, after the last one. */
export type InstanceResumed = Fact<'InstanceResumed', { by: SuspendedBy; reason?: string }>;

/** Queued commands have run; timers fire from now on. */
export type InstanceCaughtUp = Fact<'InstanceCaughtUp'>;
export type SuspensionEvent = InstanceSuspended | InstanceResumed | InstanceCaughtUp;

/** docs/contributing/spec/variables.md#kinds-of-variable-scopes */
export type VariableScopeKind = 'root' | 'body' | 'branch' | 'iteration' | 'handler' | 'local';

export type VariableScopeOpened = Fact<
  'VariableScopeOpened',
  { variableScope: VariableScopeOrdinal; kind: VariableScopeKind; parent: VariableScopeOrdinal; locals?: Variables }
>;

/** `into`: gets the written values, except local names; null: discarded (docs/contributing/spec/variables.md#merging-variables). */
export type VariableScopeClosed = Fact<
  'VariableScopeClosed',
  { variableScope: VariableScopeOrdinal; into: VariableScopeOrdinal | null }
>;

/**
 * Values of a scope that stays open move to an ancestor, when a join fires while a nested path still runs
 * (docs/contributing/spec/variables.md#variables-at-a-join).
 */
export type VariablesMoved = Fact<'VariablesMoved', { variableScope: VariableScopeOrdinal; into: VariableScopeOrdinal }>;

/** `local`: names become local; absent: they merge outward. */
export type VariablesWritten = Fact<'VariablesWritten', { variableScope: VariableScopeOrdinal; values: Variables; local?: true }>;

/** Appended to a long list, which is not written again. */
export type ItemsAdded = Fact<'ItemsAdded', { variableScope: VariableScopeOrdinal; name: string; items: readonly Json[] }>;

/** An operator edited variables (docs/contributing/spec/variables.md#edited-variables). */
export type VariablesEdited = Fact<
  'VariablesEdited',
  { variableScope: VariableScopeOrdinal; values: Variables; removed: readonly string[]; reason?: string }
>;

export type VariableEvent =
  | VariableScopeOpened
  | VariableScopeClosed
  | VariablesMoved
  | VariablesWritten
  | ItemsAdded
  | VariablesEdited;
