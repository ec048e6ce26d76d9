import { getOrAdd } from './collections.ts';
import type { CompensationItemOrdinal, EntryOrdinal, ScopeOrdinal, VariableScopeOrdinal } from './ordinals.ts';
import type { PausedStep } from './paused-runs.ts';

/** A token on its way into an element. */
export type Step = PausedStep;

/** The steps of a run that are still to be taken, first in, first out (docs/contributing/spec/execution.md#runs-and-steps). */
export class Agenda {
  /** in order; those before `head` have been taken, those that `queuedIn` does not have any more were removed */
  private queue: Step[] = [];
  private head = 0;
  private count = 0;
  /** by the scope that a step leads into, oldest first */
  private readonly queuedIn = new Map<ScopeOrdinal, Set<Step>>();
  /** handlers on their way, by the compensation item they are for */
  private readonly handlers = new Map<CompensationItemOrdinal, Step>();
  /** steps whose entry exists already, by it */
  private readonly begun = new Map<EntryOrdinal, Step>();
  /** how many steps and held tokens use a variable scope */
  private readonly queuedOn = new Map<VariableScopeOrdinal, number>();

  private readonly onRemoved: (step: Step) => void;
  private readonly onAdded: (step: Step) => void;

  /** @param onRemoved told of every step that is taken or dropped @param onAdded told of every step that is queued */
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

  /** Takes the oldest step off the agenda; undefined when it is empty. */
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

  /** How many steps are still to be taken. */
  get size(): number {
    return this.count;
  }

  /** What is still to be taken, oldest first. */
  get steps(): readonly Step[] {
    return this.queue.slice(this.head).filter((step) => this.stepsInto(step.scope).has(step));
  }

  /** Steps queued into a scope, oldest first. */
  stepsInto(scope: ScopeOrdinal): ReadonlySet<Step> {
    return this.queuedIn.get(scope) ?? NO_STEPS;
  }

  /** Takes a step off the agenda, whether it is taken or dropped. */
  remove(step: Step): void {
    const inScope = this.queuedIn.get(step.scope);
    if (inScope?.delete(step) === true) this.count -= 1;
    if (inScope?.size === 0) this.queuedIn.delete(step.scope);
    if (step.compensates !== undefined && this.handlers.get(step.compensates) === step) this.handlers.delete(step.compensates);
    if (step.entry !== undefined) this.begun.delete(step.entry);
    this.letGo(step.variableScope);
    this.onRemoved(step);
  }

  /** The step with which an entry that exists already begins; undefined when it has begun. */
  stepOf(entry: EntryOrdinal): Step | undefined {
    return this.begun.get(entry);
  }

  /** Handlers of these compensation items that are still on their way, wherever the items are logged; in the order of the items, which is theirs too. */
  handlersOf(items: Iterable<CompensationItemOrdinal>): Step[] {
    return [...items].map((item) => this.handlers.get(item)).filter((step) => step !== undefined);
  }

  /** Drops every step and every hold. */
  clear(): void {
    this.clearSteps();
    this.count = 0;
    this.queuedIn.clear();
    this.queuedOn.clear();
    this.handlers.clear();
    this.begun.clear();
  }

  /** Keeps a variable scope alive while a token is between an entry and its flows. */
  hold(variableScope: VariableScopeOrdinal): void {
    this.queuedOn.set(variableScope, (this.queuedOn.get(variableScope) ?? 0) + 1);
  }

  /** Takes back one {@link hold}. */
  letGo(variableScope: VariableScopeOrdinal): void {
    const uses = (this.queuedOn.get(variableScope) ?? 1) - 1;
    if (uses > 0) this.queuedOn.set(variableScope, uses);
    else this.queuedOn.delete(variableScope);
  }

  /** Queued steps and held tokens that use a variable scope. */
  usesOf(variableScope: VariableScopeOrdinal): number {
    return this.queuedOn.get(variableScope) ?? 0;
  }

  private clearSteps(): void {
    this.queue = [];
    this.head = 0;
  }
}

const NO_STEPS: ReadonlySet<Step> = new Set();
