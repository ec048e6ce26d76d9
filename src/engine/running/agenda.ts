import { getOrAdd } from '../collections.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { PausedStep } from '../state/paused-runs.ts';

/** A token that is about to enter an element. */
export type Step = PausedStep;

/** Work list of a run: remaining steps, first in, first out (docs/contributing/spec/execution.md#runs-and-steps). */
export class Agenda {
  /** in order; steps before `head` are taken, steps missing in `queuedIn` were removed */
  private queue: Step[] = [];
  private head = 0;
  private count = 0;
  /** by target scope, oldest first */
  private readonly queuedIn = new Map<ScopeOrdinal, Set<Step>>();
  /** compensation handlers in the queue, by compensation item */
  private readonly handlers = new Map<CompensationItemOrdinal, Step>();
  /** steps of existing activity instances */
  private readonly begun = new Map<ActivityInstanceOrdinal, Step>();
  private readonly queuedOn = new Map<VariableScopeOrdinal, number>();

  private readonly onRemoved: (step: Step) => void;
  private readonly onAdded: (step: Step) => void;

  /** @param onRemoved called for each step that is taken or discarded @param onAdded called for each queued step */
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

  /** Removes and returns the oldest step; undefined if empty. */
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

  /** Removes a step that is taken or discarded. */
  remove(step: Step): void {
    const inScope = this.queuedIn.get(step.scope);
    if (inScope?.delete(step) === true) this.count -= 1;
    if (inScope?.size === 0) this.queuedIn.delete(step.scope);
    if (step.compensates !== undefined && this.handlers.get(step.compensates) === step) this.handlers.delete(step.compensates);
    if (step.entry !== undefined) this.begun.delete(step.entry);
    this.release(step.variableScope);
    this.onRemoved(step);
  }

  /** Returns the step that starts an existing activity instance; undefined if it has started. */
  stepOf(entry: ActivityInstanceOrdinal): Step | undefined {
    return this.begun.get(entry);
  }

  /** Returns queued handlers of these compensation items in any scope, in the order of the items, which is also the queue order. */
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

  /** Keeps a variable scope open while its token is between an activity instance and the outgoing flows. */
  hold(variableScope: VariableScopeOrdinal): void {
    this.queuedOn.set(variableScope, (this.queuedOn.get(variableScope) ?? 0) + 1);
  }

  /** Releases one {@link hold}. */
  release(variableScope: VariableScopeOrdinal): void {
    const uses = (this.queuedOn.get(variableScope) ?? 1) - 1;
    if (uses > 0) this.queuedOn.set(variableScope, uses);
    else this.queuedOn.delete(variableScope);
  }

  /** Number of queued steps and held tokens of a variable scope. */
  usesOf(variableScope: VariableScopeOrdinal): number {
    return this.queuedOn.get(variableScope) ?? 0;
  }

  private clearSteps(): void {
    this.queue = [];
    this.head = 0;
  }
}

const NO_STEPS: ReadonlySet<Step> = new Set();
