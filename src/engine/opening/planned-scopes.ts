import type { Instruction, InstructionFault, StartInstruction } from '../migration/modifications.ts';
import { isCompensationHandler, loopOf } from '../model/model-shape.ts';
import { type AdHocSubProcessModel, type ElementModel, elementOf, type ProcessModel } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import type { Behaviours } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import {
  type ActivityInstance,
  activityInstanceIn,
  compensationRunsOf,
  type InstanceState,
  openScope,
  type ScopeState,
} from '../state.ts';

/** Activity instances and scopes that a modification ends. */
export interface Affected {
  /** newest first, without those inside another one */
  readonly targets: readonly ActivityInstance[];
  /** `targets`, and all that end with them */
  readonly entries: ReadonlySet<ActivityInstanceOrdinal>;
  readonly scopes: ReadonlySet<ScopeOrdinal>;
}

/** Activity instances to cancel, without loop iterations if the instruction names an element. Undefined for a start instruction. */
export function namedBy(
  model: ProcessModel,
  state: InstanceState,
  instruction: Instruction,
): readonly ActivityInstance[] | InstructionFault | undefined {
  switch (instruction.kind) {
    case 'cancelEntry': {
      const entry = state.entries.get(instruction.entry);
      return entry === undefined ? { why: 'entryNotActive' } : [entry];
    }
    case 'cancelElement': {
      const { element } = instruction;
      if (!model.elements.has(element)) return { why: 'elementUnknown', element };
      const entries = [...(state.byElement.get(element) ?? [])].map((ordinal) => activityInstanceIn(state, ordinal));
      const whole = entries.filter(({ index }) => index === null);
      return whole.length === 0 ? { why: 'elementNotActive', element } : whole;
    }
    default:
      return undefined;
  }
}

/** Adds all that ends with them. Targets of one event-based gateway share one token and end together. */
export function affectedBy(state: InstanceState, named: readonly ActivityInstance[]): Affected {
  const chosen = new Map<ActivityInstanceOrdinal, ActivityInstance>();
  for (const entry of named) {
    chosen.set(entry.ordinal, entry);
    if (entry.race === null) continue;
    for (const rival of state.races.get(entry.race) ?? []) chosen.set(rival, activityInstanceIn(state, rival));
  }
  const entries = new Set<ActivityInstanceOrdinal>();
  const scopes = new Set<ScopeOrdinal>();
  const pending = [...chosen.values()];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (entries.has(at.ordinal)) continue;
    entries.add(at.ordinal);
    for (const body of state.bodies.get(at.ordinal) ?? []) {
      scopes.add(body);
      for (const inner of openScope(state, body).entries) pending.push(activityInstanceIn(state, inner));
    }
    pending.push(...handlersOf(state, at.ordinal));
  }
  const targets = [...chosen.values()].filter((entry) => !scopes.has(entry.scope));
  return { targets: targets.sort((a, b) => b.ordinal - a.ordinal), entries, scopes };
}

/** Handlers of its compensation runs in any scope, which end with it. */
function handlersOf(state: InstanceState, thrower: ActivityInstanceOrdinal): ActivityInstance[] {
  const items = compensationRunsOf(state, thrower).flatMap((compensation) => [...compensation.items]);
  return items.flatMap((item) => {
    const handler = state.handlers.get(item);
    return handler === undefined ? [] : [activityInstanceIn(state, handler)];
  });
}

/** Target of a start instruction: an open scope, or a body to open. */
export type PlannedScope = { readonly kind: 'open'; readonly scope: ScopeOrdinal } | PlannedHost;
/** `around`: scope or body in which its sub-process starts. */
export interface PlannedHost {
  readonly kind: 'host';
  readonly element: string;
  readonly around: PlannedScope;
}

export type Planned = Pick<Run, 'model' | 'state' | 'behaviours'>;

/** Finds target scopes of start instructions and the bodies to open (ADR 0068). */
export class PlannedScopes {
  private readonly model: ProcessModel;
  private readonly behaviours: Behaviours;
  private readonly state: InstanceState;
  private readonly affected: Affected;
  /** bodies that stay open, by container; with iterations, without loop bodies */
  private readonly open = new Map<string, ScopeOrdinal[]>();
  /** bodies to open, shared by later instructions without scope */
  private readonly hosts = new Map<string, PlannedHost>();
  private readonly started = new Map<ScopeOrdinal, number>();

  constructor({ model, state, behaviours }: Planned, affected: Affected) {
    this.model = model;
    this.behaviours = behaviours;
    this.state = state;
    this.affected = affected;
    for (const scope of state.scopes.values()) {
      if (affected.scopes.has(scope.ordinal) || !isBody(state, scope)) continue;
      const bodies = this.open.get(scope.container);
      if (bodies === undefined) this.open.set(scope.container, [scope.ordinal]);
      else bodies.push(scope.ordinal);
    }
  }

  /** Counts also starts in bodies to open below it. */
  private startsIn(scope: ScopeOrdinal): number {
    return this.started.get(scope) ?? 0;
  }

  /** Records the start: call it once per instruction, in their order. */
  find({ scope }: StartInstruction, element: ElementModel): PlannedScope | InstructionFault {
    const found = scope === null ? this.nearest(element) : this.within(element, scope);
    if ('why' in found) return found;
    const outermost = outermostOf(found);
    const fault = this.faultOf(outermost, element);
    if (fault !== undefined) return fault;
    this.started.set(outermost, this.startsIn(outermost) + 1);
    return found;
  }

  /** The only open body of the container, or bodies to open below the nearest enclosing container with an open one. */
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
    // only if the root scope is closed too: the instance is about to end
    return { why: 'scopeNotOpen', element: element.id };
  }

  /** Opens bodies between the named sub-process and the element, even if others are open. */
  private within(element: ElementModel, named: ActivityInstanceOrdinal): PlannedScope | InstructionFault {
    const host = this.state.entries.get(named);
    if (host === undefined) return { why: 'scopeNotActive', element: element.id };
    if (this.affected.entries.has(named)) return { why: 'scopeCancelled', element: element.id };
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

  private containersAround(element: ElementModel): string[] {
    const path = [element.container];
    for (let at = element.container; at !== this.model.key; ) {
      at = elementOf(this.model, at).container;
      path.push(at);
    }
    return path;
  }

  /** Reason against starts in an open scope. */
  private faultOf(ordinal: ScopeOrdinal, element: ElementModel): InstructionFault | undefined {
    const { host, isInterrupted, entries } = openScope(this.state, ordinal);
    if (isInterrupted) return { why: 'scopeInterrupted', element: element.id };
    if (host === null) return undefined;
    const { adHoc, element: container } = activityInstanceIn(this.state, host);
    if (adHoc === null) return undefined;
    if (adHoc.isClosed) return { why: 'adHocIsClosed', container };
    const { isSequential } = elementOf(this.model, container) as AdHocSubProcessModel;
    const isBusy = this.startsIn(ordinal) > 0 || [...entries].some((entry) => !this.affected.entries.has(entry));
    return isSequential && isBusy ? { why: 'adHocIsSequential', container } : undefined;
  }
}

/** Open scope below which bodies are opened. */
export function outermostOf(planned: PlannedScope): ScopeOrdinal {
  let at = planned;
  while (at.kind === 'host') at = at.around;
  return at.scope;
}

/** Bodies to open, outermost first. */
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
