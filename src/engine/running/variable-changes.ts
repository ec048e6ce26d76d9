import { getOrAdd } from '../collections.ts';
import type { EngineEvent } from '../events.ts';
import type { SubscriptionOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { moveOf } from '../state/apply-variables.ts';
import { movingNames, readVariable, type VariableScopes } from '../values/variable-scopes.ts';

export type ChangeKind = 'create' | 'update' | 'delete';

/** Variables written since conditions were last checked, by scope (docs/contributing/spec/execution.md#settle-conditions). */
export class VariableChanges {
  private scopes = new Map<VariableScopeOrdinal, Map<string, ChangeKind>>();
  /** conditions for which these changes are not new */
  private evaluated = new Set<SubscriptionOrdinal>();

  /** Call it before the event is applied: a name that is not readable yet counts as created. */
  note(variables: VariableScopes, event: EngineEvent): void {
    if (event.type === 'VariablesWritten') this.add(variables, event.variableScope, Object.keys(event.values));
    if (event.type === 'ItemsAdded') this.add(variables, event.variableScope, [event.name]);
    if (event.type === 'VariablesEdited') {
      this.add(variables, event.variableScope, Object.keys(event.values));
      this.add(variables, event.variableScope, event.removed, 'delete');
    }
    const move = moveOf(variables, event);
    if (move !== undefined) this.add(variables, move.into, movingNames(move.from));
  }

  noteEvaluated(condition: SubscriptionOrdinal): void {
    this.evaluated.add(condition);
  }

  /** Clears the changes, and the conditions evaluated after them. */
  take(): {
    readonly changes: ReadonlyMap<VariableScopeOrdinal, ReadonlyMap<string, ChangeKind>>;
    readonly evaluated: ReadonlySet<SubscriptionOrdinal>;
  } {
    const taken = { changes: this.scopes, evaluated: this.evaluated };
    this.scopes = new Map();
    this.evaluated = new Set();
    return taken;
  }

  get isEmpty(): boolean {
    return this.scopes.size === 0;
  }

  private add(variables: VariableScopes, scope: VariableScopeOrdinal, written: readonly string[], kind?: ChangeKind): void {
    if (written.length === 0) return;
    if (this.evaluated.size > 0) this.evaluated = new Set();
    const names = getOrAdd(this.scopes, scope, () => new Map<string, ChangeKind>());
    for (const name of written) {
      if (!names.has(name)) names.set(name, kind ?? (readVariable(variables, scope, name) === undefined ? 'create' : 'update'));
    }
  }
}
