import type { EngineEvent } from '../../engine/events.ts';
import { newIdOf, type Renamed, renamedBy } from '../../engine/migration/migrations.ts';
import type { EntryOrdinal } from '../../engine/ordinals.ts';
import { applyToVariables, extendedList, moveOf } from '../../engine/state/apply-variables.ts';
import { movingNames, scopeIn, type VariableScopes } from '../../engine/values/variable-scopes.ts';
import type { Json, Variables } from '../../engine/values.ts';
import { type FactPlace, factsOf, type HistoryFact, type HistorySoFar } from './facts-of-event.ts';

/**
 * Converts the events of one instance, in order from the first, to facts of its history. Keeps data that later events reference by number: elements
 * of activity instances, called instances, and variables that move when a scope ends.
 */
export class HistoryReader {
  private readonly instanceId: string;
  private readonly places = new Map<EntryOrdinal, FactPlace>();
  private readonly children = new Map<EntryOrdinal, string>();
  private readonly variables: VariableScopes = new Map();

  constructor(instanceId: string) {
    this.instanceId = instanceId;
  }

  /** Returns the facts of the next event; empty for internal events. */
  read(event: EngineEvent): readonly HistoryFact[] {
    const { instanceId, places, children } = this;
    const soFar: HistorySoFar = { instanceId, places, children, moved: this.movedBy(event) };
    const facts = factsOf(event, soFar);
    this.follow(event);
    return facts;
  }

  private follow(event: EngineEvent): void {
    applyToVariables(this.variables, event);
    switch (event.type) {
      case 'InstanceMigrated':
        this.rename(renamedBy(event.elements));
        return;
      case 'InstanceRestored':
        for (const { n: entry, element: activityId } of event.state.entries) this.places.set(entry, { activityId, entry });
        this.children.clear();
        return;
      case 'ElementActivated':
        this.places.set(event.entry, { activityId: event.element, entry: event.entry });
        return;
      case 'ChildStarted':
        this.children.set(event.entry, event.childInstanceId);
        return;
      // a child that is being cancelled ends later; its end is not in this event history
      case 'ChildCancelRequested':
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        this.children.delete(event.entry);
        return;
      default:
        return;
    }
  }

  /** Renames activities after a migration: later facts use the ids of the new version. */
  private rename(renamed: Renamed): void {
    for (const [entry, { activityId }] of this.places)
      if (activityId !== null) this.places.set(entry, { activityId: newIdOf(renamed, activityId), entry });
  }

  /** The values that an event moves into a scope and that only earlier events contain. Call it before the event is applied. Undefined: none. */
  private movedBy(event: EngineEvent): Variables | undefined {
    if (event.type === 'ItemsAdded')
      return { [event.name]: extendedList(scopeIn(this.variables, event.variableScope).values, event) };
    const move = moveOf(this.variables, event);
    if (move === undefined) return undefined;
    const names = movingNames(move.from);
    return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, move.from.values[name] as Json]));
  }
}
