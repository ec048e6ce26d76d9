import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  CompensationRunOrdinal,
  Ordinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from '../../../src/engine/ordinals.ts';

/**
 * What is true of every history, whatever the process does: things are opened before they are closed and closed at most once, flows leave completed
 * entries, an item is compensated at most once, in its turn and by one compensation run at a time, a loop has at most its number of iterations. Throws on the first
 * fact that is not so.
 */
export function checkHistory(model: ProcessModel, history: readonly EngineEvent[]): void {
  const facts = new Facts(model);
  for (const event of history) facts.take(event);
}

class Facts {
  private readonly model: ProcessModel;
  private readonly active = new Map<ActivityInstanceOrdinal, string>();
  private readonly completed = new Map<ActivityInstanceOrdinal, string>();
  private readonly subscriptions = new Set<SubscriptionOrdinal>();
  private readonly scopes = new Set<ScopeOrdinal>();
  private readonly variableScopes = new Set<VariableScopeOrdinal>();
  private readonly logged = new Set<CompensationItemOrdinal>();
  /** items that the open walks have not compensated yet, in their order */
  private readonly walks = new Map<
    CompensationRunOrdinal,
    { readonly items: CompensationItemOrdinal[]; readonly together: boolean }
  >();
  private readonly children = new Set<ActivityInstanceOrdinal>();
  private readonly loops = new Map<ActivityInstanceOrdinal, { total: number; ended: Set<number> }>();
  private readonly given = new Set<Ordinal>();

  constructor(model: ProcessModel) {
    this.model = model;
  }

  take(event: EngineEvent): void {
    switch (event.type) {
      case 'InstanceStarted':
        this.scopes.add(event.rootScope);
        this.variableScopes.add(event.rootVariables);
        this.isNew(event.rootScope);
        this.isNew(event.rootVariables);
        return;
      case 'ElementActivated':
        this.isNew(event.entry);
        expect(this.scopes.has(event.scope), `${event.element} is activated in an open scope`).to.equal(true);
        expect(this.variableScopes.has(event.variableScope), `${event.element} has variables`).to.equal(true);
        this.active.set(event.entry, event.element);
        if (event.compensates !== undefined) this.expectTurn(event.compensates, `handler ${event.element}`);
        return;
      case 'ElementCompleted':
        this.completed.set(event.entry, event.element);
        this.end(event.entry, event.element);
        return;
      case 'ElementFailed':
      case 'ElementCancelled':
        this.end(event.entry, event.element);
        return;
      case 'FlowTaken':
        expect(this.completed.get(event.entry), `${event.flow} leaves an entry that has completed`).to.equal(
          this.model.flows.get(event.flow)?.source,
        );
        return;
      case 'LoopOpened':
        this.loops.set(event.entry, { total: event.total, ended: new Set() });
        return;
      default:
        this.takeScopes(event);
        this.takeCompensation(event);
        this.takeOthers(event);
    }
  }

  private takeScopes(event: EngineEvent): void {
    switch (event.type) {
      case 'ScopeOpened':
        this.isNew(event.scope);
        this.scopes.add(event.scope);
        return;
      case 'ScopeClosed':
        expect(this.scopes.delete(event.scope), `scope ${event.scope} closes once`).to.equal(true);
        return;
      case 'VariableScopeOpened':
        this.isNew(event.variableScope);
        expect(this.variableScopes.has(event.parent), `variable scope ${event.variableScope} has a parent`).to.equal(true);
        this.variableScopes.add(event.variableScope);
        return;
      case 'VariableScopeClosed':
        expect(this.variableScopes.delete(event.variableScope), `variable scope ${event.variableScope} closes once`).to.equal(
          true,
        );
        if (event.into !== null) expect(this.variableScopes.has(event.into), 'merged into an open scope').to.equal(true);
        return;
      case 'VariablesWritten':
      case 'ItemsAdded':
        expect(this.variableScopes.has(event.variableScope), 'written into an open scope').to.equal(true);
        return;
      default:
    }
  }

  private takeCompensation(event: EngineEvent): void {
    switch (event.type) {
      case 'CompensationLogged':
        this.isNew(event.item);
        this.logged.add(event.item);
        return;
      case 'CompensationStarted':
        this.isNew(event.walk);
        for (const item of event.items) {
          expect(this.logged.has(item), `item ${item} of walk ${event.walk} is logged`).to.equal(true);
          expect(this.walkOf(item), `item ${item} is in no other walk`).to.equal(undefined);
        }
        this.walks.set(event.walk, { items: [...event.items], together: event.together === true });
        return;
      case 'CompensationItemDone':
        this.expectTurn(event.item, `walk ${event.walk}`);
        this.walks.get(event.walk)?.items.splice(this.walks.get(event.walk)?.items.indexOf(event.item) ?? 0, 1);
        expect(this.logged.delete(event.item), `item ${event.item} is compensated once`).to.equal(true);
        return;
      case 'CompensationEnded':
        expect(this.walks.delete(event.walk), `walk ${event.walk} ends once`).to.equal(true);
        return;
      default:
    }
  }

  private walkOf(item: CompensationItemOrdinal) {
    return [...this.walks.values()].find(({ items }) => items.includes(item));
  }

  /** Items come one after the other, but for iterations of one loop. */
  private expectTurn(item: CompensationItemOrdinal, what: string): void {
    const walk = this.walkOf(item);
    expect(walk, `${what} has item ${item} to compensate`).to.not.equal(undefined);
    if (walk?.together === false) expect(walk.items[0], `${what} takes the items in order`).to.equal(item);
  }

  private takeOthers(event: EngineEvent): void {
    switch (event.type) {
      case 'SubscriptionOpened':
        this.isNew(event.subscription);
        this.subscriptions.add(event.subscription);
        return;
      case 'SubscriptionClosed':
        expect(this.subscriptions.delete(event.subscription), `subscription ${event.subscription} closes once`).to.equal(true);
        return;
      case 'IterationEnded': {
        const loop = this.loops.get(event.loop);
        expect(loop?.ended.has(event.index), `iteration ${event.index} ends once`).to.equal(false);
        loop?.ended.add(event.index);
        if (loop !== undefined && loop.total > 0) expect(event.index, 'iterations of a loop').to.be.lessThan(loop.total);
        return;
      }
      case 'ChildStarted':
        this.children.add(event.entry);
        return;
      case 'ChildCancelRequested':
        expect(this.children.delete(event.entry), 'a child is cancelled once').to.equal(true);
        return;
      case 'InstanceCompleted':
      case 'InstanceCancelled':
      case 'InstanceFailed':
        expect([...this.active.values()], 'active entries at the end').to.deep.equal([]);
        expect(this.subscriptions.size, 'open subscriptions at the end').to.equal(0);
        return;
      default:
    }
  }

  private end(entry: ActivityInstanceOrdinal, element: string): void {
    expect(this.active.get(entry), `entry ${entry} ends once`).to.equal(element);
    this.active.delete(entry);
  }

  /** No ordinal is given twice. */
  private isNew(ordinal: Ordinal): void {
    expect(this.given.has(ordinal), `ordinal ${ordinal} is given once`).to.equal(false);
    this.given.add(ordinal);
  }
}
