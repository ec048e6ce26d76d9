import type { Behaviours } from '../behaviour.ts';
import { type AdHocSubProcessModel, type ElementModel, elementOf, type ProcessModel } from '../model.ts';
import { isCompensationHandler, loopOf } from '../model-shape.ts';
import type { InstructionFault, StartInstruction } from '../modifications.ts';
import type { EntryOrdinal, ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { entryIn, type InstanceState, openScope, type ScopeState } from '../state.ts';
import type { Doomed } from './doomed.ts';

/** A scope that a modification starts something in: one that is open, or a body that it opens. */
export type PlannedScope = { readonly kind: 'open'; readonly scope: ScopeOrdinal } | PlannedHost;
export interface PlannedHost {
  readonly kind: 'host';
  readonly element: string;
  readonly around: PlannedScope;
}

/** What a modification is planned for. */
export type Planned = Pick<Run, 'model' | 'state' | 'behaviours'>;

/** Finds the scope of every element that a modification starts, and what has to be opened on the way (ADR 0068). */
export class PlannedScopes {
  private readonly model: ProcessModel;
  private readonly behaviours: Behaviours;
  private readonly state: InstanceState;
  private readonly doomed: Doomed;
  /** open bodies that stay open, by container; the iterations of a loop are bodies, the loop itself is none */
  private readonly open = new Map<string, ScopeOrdinal[]>();
  /** bodies that are opened for an instruction without a scope: the next one is for the same */
  private readonly hosts = new Map<string, PlannedHost>();
  /** what is started in open scopes */
  private readonly started = new Map<ScopeOrdinal, number>();

  constructor({ model, state, behaviours }: Planned, doomed: Doomed) {
    this.model = model;
    this.behaviours = behaviours;
    this.state = state;
    this.doomed = doomed;
    for (const scope of state.scopes.values()) {
      if (doomed.scopes.has(scope.ordinal) || !isBody(state, scope)) continue;
      const bodies = this.open.get(scope.container);
      if (bodies === undefined) this.open.set(scope.container, [scope.ordinal]);
      else bodies.push(scope.ordinal);
    }
  }

  /** How many elements are started in an open scope. */
  startsIn(scope: ScopeOrdinal): number {
    return this.started.get(scope) ?? 0;
  }

  /** Where an element is started. */
  find({ scope }: StartInstruction, element: ElementModel): PlannedScope | InstructionFault {
    const found = scope === null ? this.nearest(element) : this.within(element, scope);
    if ('why' in found) return found;
    const outermost = outermostOf(found);
    const fault = this.faultOf(outermost, element);
    if (fault !== undefined) return fault;
    this.started.set(outermost, this.startsIn(outermost) + 1);
    return found;
  }

  /** The one body that is open, else the nearest around it that is. */
  private nearest(element: ElementModel): PlannedScope | InstructionFault {
    const missing: string[] = [];
    const path = this.containersAround(element);
    const loop = path.find((container) => container !== this.model.key && loopOf(elementOf(this.model, container)) !== undefined);
    if (loop !== undefined) return { why: 'loopNeedsScope', element: element.id, container: loop };
    for (const container of path) {
      const bodies = this.open.get(container) ?? [];
      if (bodies.length > 1) return { why: 'scopeAmbiguous', element: element.id, container, count: bodies.length };
      const planned = this.hosts.get(container);
      const [body] = bodies;
      const around: PlannedScope | undefined = body === undefined ? planned : { kind: 'open', scope: body };
      if (around !== undefined) return this.openWithin(around, missing, true);
      missing.unshift(container);
    }
    // The root scope is open as long as the instance runs, unless nothing is left of it.
    return { why: 'scopeNotOpen', element: element.id };
  }

  /** Directly within the host that is named: bodies between it and the element are opened, even where others of them are open. */
  private within(element: ElementModel, named: EntryOrdinal): PlannedScope | InstructionFault {
    const host = this.state.entries.get(named);
    if (host === undefined) return { why: 'scopeNotActive', element: element.id };
    if (this.doomed.entries.has(named)) return { why: 'scopeCancelled', element: element.id };
    const path = this.containersAround(element);
    const at = path.indexOf(host.element);
    if (at === -1) return { why: 'scopeNotAround', element: element.id };
    if (host.loop !== null) return { why: 'scopeIsLoop', element: element.id };
    const body = [...(this.state.bodies.get(named) ?? [])].find((scope) => openScope(this.state, scope).restores === null);
    if (body === undefined) return { why: 'scopeNotOpen', element: element.id };
    const missing = path.slice(0, at).reverse();
    const loop = missing.find((container) => loopOf(elementOf(this.model, container)) !== undefined);
    if (loop !== undefined) return { why: 'loopNeedsScope', element: element.id, container: loop };
    return this.openWithin({ kind: 'open', scope: body }, missing, false);
  }

  private openWithin(around: PlannedScope, missing: readonly string[], isShared: boolean): PlannedScope | InstructionFault {
    let at = around;
    for (const container of missing) {
      const because = whyNotOpened(this.behaviours, elementOf(this.model, container));
      if (because !== undefined) return { why: 'containerNotOpened', container, because };
      at = { kind: 'host', element: container, around: at };
      if (isShared) this.hosts.set(container, at);
    }
    return at;
  }

  /** Containers from the element's own outward; the process is the last. */
  private containersAround(element: ElementModel): string[] {
    const path = [element.container];
    for (let at = element.container; at !== this.model.key; ) {
      at = elementOf(this.model, at).container;
      path.push(at);
    }
    return path;
  }

  /** What keeps anything from being started in an open scope. */
  private faultOf(ordinal: ScopeOrdinal, element: ElementModel): InstructionFault | undefined {
    const { host, isInterrupted, entries } = openScope(this.state, ordinal);
    if (isInterrupted) return { why: 'scopeInterrupted', element: element.id };
    if (host === null) return undefined;
    const { adHoc, element: container } = entryIn(this.state, host);
    if (adHoc === null) return undefined;
    if (adHoc.isClosed) return { why: 'adHocIsClosed', container };
    const { isSequential } = elementOf(this.model, container) as AdHocSubProcessModel;
    const isBusy = this.startsIn(ordinal) > 0 || [...entries].some((entry) => !this.doomed.entries.has(entry));
    return isSequential && isBusy ? { why: 'adHocIsSequential', container } : undefined;
  }
}

/** The open scope that everything is opened below. */
export function outermostOf(planned: PlannedScope): ScopeOrdinal {
  let at = planned;
  while (at.kind === 'host') at = at.around;
  return at.scope;
}

/** Bodies that are opened on the way, outermost first. */
export function hostsOf(where: PlannedScope): PlannedHost[] {
  const hosts: PlannedHost[] = [];
  for (let at = where; at.kind === 'host'; at = at.around) hosts.unshift(at);
  return hosts;
}

function isBody({ entries }: InstanceState, { host, restores }: ScopeState): boolean {
  if (host === null) return true;
  return restores === null && entries.get(host)?.loop === null;
}

function whyNotOpened(behaviours: Behaviours, element: ElementModel) {
  if (isCompensationHandler(element)) return 'compensation';
  const waits = element.listeners?.some(({ on, does }) => on === 'start' && does.kind === 'job') ?? false;
  return behaviours[element.type].notOpenedByHand ?? (waits ? 'listener' : undefined);
}
