import type { Fact } from '../fact.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Json, Variables } from '../values.ts';

/**
 * Source of a suspension: an operator, the calling instance, or the suspended process key (docs/contributing/spec/suspension.md).
 * Event histories keep values forever: they are only added.
 */
export type SuspendedBy = 'operator' | 'callingInstance' | 'processKey';

export interface Hold {
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** No progress until every suspension is resumed. */
export type InstanceSuspended = Fact<'InstanceSuspended', { by: SuspendedBy; reason?: string }>;

/** One suspension was resumed. After the last one, queued commands run first. */
export type InstanceResumed = Fact<'InstanceResumed', { by: SuspendedBy; reason?: string }>;

/** Commands queued during the suspension have run; timers fire from now on. */
export type InstanceCaughtUp = Fact<'InstanceCaughtUp'>;
export type SuspensionEvent = InstanceSuspended | InstanceResumed | InstanceCaughtUp;

/** Kinds of variable scopes (docs/contributing/spec/variables.md#kinds-of-variable-scopes). */
export type VariableScopeKind = 'root' | 'body' | 'branch' | 'iteration' | 'handler' | 'local';

export type VariableScopeOpened = Fact<
  'VariableScopeOpened',
  { variableScope: VariableScopeOrdinal; kind: VariableScopeKind; parent: VariableScopeOrdinal; locals?: Variables }
>;

/** `into`: scope that takes over the written values, except local names; null: they are discarded (docs/contributing/spec/variables.md#merging-variables). */
export type VariableScopeClosed = Fact<
  'VariableScopeClosed',
  { variableScope: VariableScopeOrdinal; into: VariableScopeOrdinal | null }
>;

/**
 * Written values of a scope that stays open move to an ancestor, when a join fires while a nested path still runs
 * (docs/contributing/spec/variables.md#variables-at-a-join).
 */
export type VariablesMoved = Fact<'VariablesMoved', { variableScope: VariableScopeOrdinal; into: VariableScopeOrdinal }>;

/** `local`: the names become local; absent: they merge outward. */
export type VariablesWritten = Fact<'VariablesWritten', { variableScope: VariableScopeOrdinal; values: Variables; local?: true }>;

/** Items were appended to a long list of this scope. The list itself is not written again. */
export type ItemsAdded = Fact<'ItemsAdded', { variableScope: VariableScopeOrdinal; name: string; items: readonly Json[] }>;

/** An operator set and removed variables of this scope (docs/contributing/spec/variables.md#edited-variables). `reason`: absent: none given. */
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
