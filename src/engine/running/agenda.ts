import { getOrAdd } from '../collections.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { PausedStep } from '../state/paused-runs.ts';

/** Token that is about to enter an element. */
export type Step = PausedStep;

/** Remaining steps, first in, first out (docs/contributing/spec/execution.md#runs-and-steps). */
export class Agenda {
  /** steps before `head` are taken; those missing in `queuedIn` were removed */
  private queue: Step[] = [];
  private head = 0;
  private count = 0;
  /** key: target scope; oldest first */
  private readonly queuedIn = new Map<ScopeOrdinal, Set<Step>>();
  /** compensation handlers by item */
  private readonly handlers = new Map<CompensationItemOrdinal, Step>();
  /** steps of existing activity instances */
  private readonly begun = new Map<ActivityInstanceOrdinal, Step>();
  private readonly queuedOn = new Map<VariableScopeOrdinal, number>();

  private readonly onRemoved: (step: Step) => void;
  private readonly onAdded: (step: Step) => void;

  /** @param onRemoved for each step taken or discarded */
  constructor(onRemoved: (step: Step) => void = () => {}, onAdded: (step: Step) => void = () => {}) {
    this.onRemoved = onRemoved;
    this.onAdded = onAdded;
  }

  add(step: Step): void {
    this.queue.push(step);
    this.count += 1;
    getOrAdd(this.queuedIn, step.scope, () => new Set<Step>()).add(step);
    if (step.compensates !== undefined) this.handlers.set(step.compensates, step);
    if (step.entry !== undefined) this.begun.set(step.entry, step);
    this.hold(step.variableScope);
    this.onAdded(step);
  }

  /** Removes the oldest. */
  next(): Step | undefined {
    while (this.head < this.queue.length) {
      const step = this.queue[this.head] as Step;
      this.head += 1;
      if (this.head === this.queue.length) this.clearSteps();
      if (!this.stepsInto(step.scope).has(step)) continue;
      this.remove(step);
      return step;
    }
    return undefined;
  }

  get isEmpty(): boolean {
    return this.queuedIn.size === 0;
  }

  get size(): number {
    return this.count;
  }

  /** Remaining steps, oldest first. */
  get steps(): readonly Step[] {
    return this.queue.slice(this.head).filter((step) => this.stepsInto(step.scope).has(step));
  }

  /** Steps queued into a scope, oldest first. */
  stepsInto(scope: ScopeOrdinal): ReadonlySet<Step> {
    return this.queuedIn.get(scope) ?? NO_STEPS;
  }

  remove(step: Step): void {
    const inScope = this.queuedIn.get(step.scope);
    if (inScope?.delete(step) === true) this.count -= 1;
    if (inScope?.size === 0) this.queuedIn.delete(step.scope);
    if (step.compensates !== undefined && this.handlers.get(step.compensates) === step) this.handlers.delete(step.compensates);
    if (step.entry !== undefined) this.begun.delete(step.entry);
    this.release(step.variableScope);
    this.onRemoved(step);
  }

  /** Step that starts it; undefined if started. */
  stepOf(entry: ActivityInstanceOrdinal): Step | undefined {
    return this.begun.get(entry);
  }

  /** Queued handlers in any scope, in order of the items, which is also queue order. */
  handlersOf(items: Iterable<CompensationItemOrdinal>): Step[] {
    return [...items].map((item) => this.handlers.get(item)).filter((step) => step !== undefined);
  }

  clear(): void {
    this.clearSteps();
    this.count = 0;
    this.queuedIn.clear();
    this.queuedOn.clear();
    this.handlers.clear();
    this.begun.clear();
  }

  /** Keeps it open while its token is between an activity instance and the flows. */
  hold(variableScope: VariableScopeOrdinal): void {
    this.queuedOn.set(variableScope, (this.queuedOn.get(variableScope) ?? 0) + 1);
  }

  release(variableScope: VariableScopeOrdinal): void {
    const uses = (this.queuedOn.get(variableScope) ?? 1) - 1;
    if (uses > 0) this.queuedOn.set(variableScope, uses);
    else this.queuedOn.delete(variableScope);
  }

  /** Number of queued steps and held tokens. */
  usesOf(variableScope: VariableScopeOrdinal): number {
    return this.queuedOn.get(variableScope) ?? 0;
  }

  private clearSteps(): void {
    this.queue = [];
    this.head = 0;
  }
}

const NO_STEPS: ReadonlySet<Step> = new Set();
