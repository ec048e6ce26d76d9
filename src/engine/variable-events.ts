import type { Fact } from './fact.ts';
import type { VariableScopeOrdinal } from './ordinals.ts';
import type { Json, Variables } from './values.ts';

/** Kinds of variable scopes (docs/contributing/spec/variables.md#kinds-of-variable-scopes). */
export type VariableScopeKind = 'root' | 'body' | 'branch' | 'iteration' | 'handler' | 'local';

export type VariableScopeOpened = Fact<
  'VariableScopeOpened',
  { variableScope: VariableScopeOrdinal; kind: VariableScopeKind; parent: VariableScopeOrdinal; locals?: Variables }
>;
/** `into`: the scope that takes the own writes over (local names excepted); null: they are dropped (docs/contributing/spec/variables.md#merging-variables). */
export type VariableScopeClosed = Fact<
  'VariableScopeClosed',
  { variableScope: VariableScopeOrdinal; into: VariableScopeOrdinal | null }
>;
/** The own writes of a scope that stays open move to an ancestor (a join while a nested path still runs: docs/contributing/spec/variables.md#variables-at-a-join). */
export type VariablesMoved = Fact<'VariablesMoved', { variableScope: VariableScopeOrdinal; into: VariableScopeOrdinal }>;
/** `local`: the names are local from now on; absent: they merge outward. */
export type VariablesWritten = Fact<'VariablesWritten', { variableScope: VariableScopeOrdinal; values: Variables; local?: true }>;
/** Items were added at the end of a long list that the scope itself holds: the list is not written again. */
export type ItemsAdded = Fact<'ItemsAdded', { variableScope: VariableScopeOrdinal; name: string; items: readonly Json[] }>;

/** An operator has set and removed variables of this very scope (docs/contributing/spec/variables.md#edited-variables). */
export type VariablesEdited = Fact<
  'VariablesEdited',
  { variableScope: VariableScopeOrdinal; values: Variables; removed: readonly string[] }
>;

/** What happens to variables and their scopes. */
export type VariableEvent =
  | VariableScopeOpened
  | VariableScopeClosed
  | VariablesMoved
  | VariablesWritten
  | ItemsAdded
  | VariablesEdited;
