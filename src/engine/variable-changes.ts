import { getOrAdd } from './collections.ts';
import type { EngineEvent } from './events.ts';
import type { VariableScopeOrdinal } from './ordinals.ts';
import type { Variables } from './values.ts';
import { readVariable, scopeIn, type VariableScopes } from './variable-scopes.ts';

export type ChangeKind = 'create' | 'update';

/** Which variables of which scopes were written since armed conditions were last looked at (docs/spec/execution.md#settle-conditions). */
export class VariableChanges {
  private scopes = new Map<VariableScopeOrdinal, Map<string, ChangeKind>>();

  /** Called before the event is folded: a name that cannot be read yet is created. */
  note(variables: VariableScopes, event: EngineEvent): void {
    if (event.type === 'VariablesWritten') this.add(variables, event.variableScope, event.values);
    else if ((event.type === 'VariableScopeClosed' || event.type === 'VariablesMoved') && event.into !== null) {
      const { values, locals } = scopeIn(variables, event.variableScope);
      for (const [name, value] of Object.entries(values))
        if (!locals?.has(name)) this.add(variables, event.into, { [name]: value });
    }
  }

  /** Takes what has changed; afterwards nothing has. */
  take(): ReadonlyMap<VariableScopeOrdinal, ReadonlyMap<string, ChangeKind>> {
    const taken = this.scopes;
    this.scopes = new Map();
    return taken;
  }

  get isEmpty(): boolean {
    return this.scopes.size === 0;
  }

  private add(variables: VariableScopes, scope: VariableScopeOrdinal, values: Variables): void {
    const names = getOrAdd(this.scopes, scope, () => new Map<string, ChangeKind>());
    for (const name of Object.keys(values)) {
      if (!names.has(name)) names.set(name, readVariable(variables, scope, name) === undefined ? 'create' : 'update');
    }
  }
}
