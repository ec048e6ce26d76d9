import { expect } from 'chai';
import type { InstanceRestored } from '../../src/engine/events/restore-events.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import { newIdOf, type Renamed, renamedBy } from '../../src/engine/migration/migrations.ts';
import { isActivity, type ProcessModel } from '../../src/engine/model.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  CompensationRunOrdinal,
  ScopeOrdinal,
} from '../../src/engine/ordinals.ts';

/** Elements that fail after the work of an activity instance. */
const AFTER_ITS_WORK: ReadonlySet<string> = new Set(['leave', 'occur', 'listen']);

interface Entry {
  readonly element: string;
  readonly scope: ScopeOrdinal;
  readonly race: ActivityInstanceOrdinal | undefined;
  readonly compensates: CompensationItemOrdinal | undefined;
}

/**
 * Checks by the events alone that everything ends with its owner: activity instances with their scope, handlers with their compensation run, runs with
 * their throwing event, targets with their race. Also checks that nothing is compensated more often than it was completed. Throws on the first orphan.
 */
export class OrphansOracle {
  private handlers: readonly (readonly [activity: string, handler: string])[];
  private readonly active = new Map<ActivityInstanceOrdinal, Entry>();
  private readonly decided = new Set<ActivityInstanceOrdinal>();
  private readonly walks = new Map<
    CompensationRunOrdinal,
    { readonly thrower: ActivityInstanceOrdinal; readonly items: Set<CompensationItemOrdinal> }
  >();
  private readonly compensated = new Set<CompensationItemOrdinal>();
  private readonly done = new Map<string, number>();
  private readonly undone = new Map<string, number>();
  private isOver = false;
  /** earlier events are in another event history */
  private isRestored = false;

  /** activity instances with an open listener job; null: the process */
  private readonly awaited = new Set<ActivityInstanceOrdinal | null>();

  constructor(model: ProcessModel) {
    this.handlers = [...model.elements.values()].flatMap((element) =>
      isActivity(element) && element.compensationHandler !== undefined
        ? [[element.id, element.compensationHandler] as const]
        : [],
    );
  }

  /** Takes everything that followed from one command. */
  take(events: readonly EngineEvent[]): void {
    for (const event of events) this.takeOne(event);
    if (this.isOver) return;
    for (const [entry, of] of this.active) this.checkEntry(entry, of);
    for (const [walk, { thrower }] of this.walks)
      expect(this.active.has(thrower), `thrower ${thrower} of walk ${walk} is active`).to.equal(true);
    if (this.isRestored) return;
    for (const [activity, handler] of this.handlers)
      expect(this.undone.get(handler) ?? 0, `${handler} has undone ${activity} at most as often as it was done`).to.be.at.most(
        this.done.get(activity) ?? 0,
      );
  }

  private checkEntry(entry: ActivityInstanceOrdinal, { element, race, compensates }: Entry): void {
    // the winner has not completed while a worker is at what listens to its end
    if (race !== undefined && !this.awaited.has(entry))
      expect(this.decided.has(race), `the race of ${element} (${entry}) is still open`).to.equal(false);
    if (compensates === undefined) return;
    const isWalked = [...this.walks.values()].some(({ items }) => items.has(compensates));
    expect(isWalked, `handler ${element} (${entry}) belongs to an open walk`).to.equal(true);
  }

  private takeOne(event: EngineEvent): void {
    switch (event.type) {
      case 'InstanceRestored':
        this.restore(event);
        return;
      case 'InstanceMigrated':
        this.rename(renamedBy(event.elements));
        return;
      case 'JobOpened':
        this.awaited.add(event.entry);
        return;
      case 'JobClosed':
        this.awaited.delete(event.entry);
        return;
      case 'IncidentRaised':
        // an activity instance that cannot leave has still won
        if (AFTER_ITS_WORK.has(event.repeat.kind)) this.awaited.add(event.entry);
        return;
      case 'ElementActivated': {
        const { entry, element, scope, race, compensates } = event;
        // it replaces a failed one
        if (event.again !== undefined && race !== undefined) this.decided.delete(race);
        this.active.set(entry, { element, scope, race, compensates });
        return;
      }
      case 'ElementCompleted':
        this.complete(event.entry);
        return;
      case 'ElementFailed':
      case 'ElementCancelled':
        this.end(event.entry);
        return;
      case 'ScopeClosed': {
        const left = [...this.active.values()].filter(({ scope }) => scope === event.scope).map(({ element }) => element);
        expect(left, `active in scope ${event.scope} when it closes`).to.deep.equal([]);
        return;
      }
      case 'CompensationStarted':
        this.walks.set(event.walk, { thrower: event.thrower, items: new Set(event.items) });
        return;
      case 'CompensationItemDone':
        this.walks.get(event.walk)?.items.delete(event.item);
        return;
      case 'CompensationEnded':
        this.walks.delete(event.walk);
        return;
      case 'InstanceCompleted':
      case 'InstanceCancelled':
      case 'InstanceFailed':
        this.isOver = true;
        return;
      default:
    }
  }

  private restore({ state }: InstanceRestored): void {
    for (const all of [this.active, this.walks, this.awaited, this.decided, this.compensated]) all.clear();
    this.isOver = false;
    this.isRestored = true;
    for (const { n, element, scope, race, compensates } of state.entries)
      this.active.set(n, { element, scope, race, compensates });
    for (const { ordinal, thrower, items } of state.walks ?? []) this.walks.set(ordinal, { thrower, items: new Set(items) });
  }

  private rename(renamed: Renamed): void {
    this.handlers = this.handlers.map(([activity, handler]) => [newIdOf(renamed, activity), newIdOf(renamed, handler)] as const);
    for (const [entry, of] of this.active) this.active.set(entry, { ...of, element: newIdOf(renamed, of.element) });
    for (const counts of [this.done, this.undone]) {
      const before = [...counts];
      counts.clear();
      for (const [element, count] of before) counts.set(newIdOf(renamed, element), count);
    }
  }

  private complete(ordinal: ActivityInstanceOrdinal): void {
    const { element, compensates } = this.end(ordinal);
    const counts = compensates === undefined ? this.done : this.undone;
    counts.set(element, (counts.get(element) ?? 0) + 1);
    if (compensates === undefined) return;
    expect(this.compensated.has(compensates), `${element} has undone item ${compensates} once`).to.equal(false);
    this.compensated.add(compensates);
  }

  private end(ordinal: ActivityInstanceOrdinal): Entry {
    const entry = this.active.get(ordinal) as Entry;
    this.active.delete(ordinal);
    if (entry.race !== undefined) this.decided.add(entry.race);
    return entry;
  }
}
