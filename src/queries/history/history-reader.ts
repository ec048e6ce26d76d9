import type { EngineEvent } from '../../engine/events.ts';
import { newIdOf, type Renamed, renamedBy } from '../../engine/migration/migrations.ts';
import type { ActivityInstanceOrdinal } from '../../engine/ordinals.ts';
import { applyToVariables, extendedList, moveOf } from '../../engine/state/apply-variables.ts';
import { movingNames, scopeIn, type VariableScopes } from '../../engine/values/variable-scopes.ts';
import type { Json, Variables } from '../../engine/values.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { type ListPage, offsetOf } from '../lists/paging.ts';
import { type FactPlace, factsOf, type HistoryFact, type HistorySoFar } from './facts-of-event.ts';

/** Items in memory per read. In descending order, a page further from the end needs a second read. */
const MOST_KEPT = 1000;

/**
 * @param read passes every matching item to `add` in ascending order. It is called again for a descending page far from the end, and must then pass the same
 * items.
 */
export async function pageThrough<Item>(
  query: ListQuery,
  read: (add: (item: Item) => void) => Promise<void>,
): Promise<ListPage<Item>> {
  const { page, pageSize } = query.paging;
  const isDescending = query.sorts[0]?.isDescending === true;
  const offset = offsetOf(query.paging);
  let window = new Window<Item>(offset, pageSize, isDescending);
  const fill = () => read((item) => window.add(item));
  await fill();
  const totalCount = window.count;
  if (window.hasDropped) {
    const first = Math.max(0, totalCount - offset - pageSize);
    window = new Window<Item>(first, Math.max(0, totalCount - offset - first), false);
    if (window.size > 0) await fill();
  }
  const items = isDescending && !window.isDescending ? window.items().toReversed() : window.items();
  return { items, totalCount, page, pageSize };
}

/** Keeps the items that may be on the page: in ascending order only its items, in descending order the last ones. */
class Window<Item> {
  count = 0;
  /** true if the page is too far from the end: items are counted but not kept */
  readonly hasDropped: boolean;
  readonly size: number;
  readonly isDescending: boolean;
  private readonly offset: number;
  private readonly kept: Item[] = [];

  constructor(offset: number, size: number, isDescending: boolean) {
    this.offset = offset;
    this.size = size;
    this.isDescending = isDescending;
    this.hasDropped = isDescending && offset + size > MOST_KEPT;
  }

  add(item: Item): void {
    this.count += 1;
    if (this.hasDropped) return;
    if (this.isDescending) this.kept.push(item);
    else if (this.count > this.offset && this.kept.length < this.size) this.kept.push(item);
    if (this.isDescending && this.kept.length >= 2 * (this.offset + this.size)) this.kept.splice(0, this.offset + this.size);
  }

  items(): readonly Item[] {
    if (!this.isDescending) return this.kept;
    return this.kept.reverse().slice(this.offset, this.offset + this.size);
  }
}

/**
 * Pass the events of one instance in order from the first one. Keeps data that later events reference by ordinal: elements of activity instances, called
 * instances, and variables that are moved when a variable scope ends.
 */
export class HistoryReader {
  private readonly instanceId: string;
  private readonly places = new Map<ActivityInstanceOrdinal, FactPlace>();
  private readonly children = new Map<ActivityInstanceOrdinal, string>();
  private readonly variables: VariableScopes = new Map();

  constructor(instanceId: string) {
    this.instanceId = instanceId;
  }

  /** [] for internal events. */
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
      // a called instance that is being cancelled ends later, not in this event history
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

  /** Renames the ids: after a migration, later facts use those of the new version. */
  private rename(renamed: Renamed): void {
    for (const [entry, { activityId }] of this.places)
      if (activityId !== null) this.places.set(entry, { activityId: newIdOf(renamed, activityId), entry });
  }

  /** Values that an event moves to another variable scope, but does not contain. Call it before the event is applied. */
  private movedBy(event: EngineEvent): Variables | undefined {
    if (event.type === 'ItemsAdded')
      return { [event.name]: extendedList(scopeIn(this.variables, event.variableScope).values, event) };
    const move = moveOf(this.variables, event);
    if (move === undefined) return undefined;
    const names = movingNames(move.from);
    return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, move.from.values[name] as Json]));
  }
}
