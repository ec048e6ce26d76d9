import type { SubscriptionOrdinal } from '../ordinals.ts';
import type { PausedSignals, PausedStep } from '../state/paused-runs.ts';

/**
 * Signals thrown in this run, for paths that had not finished: their catch events receive them too, when no other step is left
 * (docs/contributing/spec/waiting.md#signals-of-paths-under-way).
 *
 * Numbered from 1. Each step has the number of the last signal that its path has handled; 0: start of the run.
 */
export class OwnSignals {
  private count = 0;
  /** number of the newest signal by name */
  private readonly newest = new Map<string, number>();
  private readonly caughtUp = new WeakMap<PausedStep, number>();
  private waiting: SubscriptionOrdinal[] = [];
  /** number of the path whose step is taken */
  private current = 0;

  constructor(paused?: PausedSignals) {
    if (paused === undefined) return;
    this.count = paused.count;
    for (const { name, number } of paused.newest) this.newest.set(name, number);
    this.waiting = [...paused.waiting];
    // later than all thrown signals
    this.handleAll();
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** The throwing path and immediate receivers have handled this signal. */
  noteThrown(name: string): void {
    this.count += 1;
    this.newest.set(name, this.count);
    this.current = this.count;
  }

  /** Gives it the number of the current path. */
  noteQueued(step: PausedStep): void {
    if (this.current > 0) this.caughtUp.set(step, this.current);
  }

  /** Restores a step of a paused run. */
  restoreStep(step: PausedStep): void {
    this.caughtUp.set(step, step.caughtUp ?? 0);
  }

  /** Call it before each step: its path becomes the current one. */
  startStep(step: PausedStep): void {
    this.current = this.caughtUp.get(step) ?? 0;
  }

  /** Paths were joined, or none is left: the next step follows all thrown signals. */
  handleAll(): void {
    this.current = this.count;
  }

  /** Waits for the newest signal of this name, if its path has not handled it. */
  noteSubscribed(subscription: SubscriptionOrdinal, name: string): void {
    if ((this.newest.get(name) ?? 0) > this.current) this.waiting.push(subscription);
  }

  /** Removes those that now receive a signal, in order of creation. */
  takeWaiting(): readonly SubscriptionOrdinal[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  /** Is empty if no signal was thrown. */
  pausedMember(): { readonly signals?: PausedSignals } {
    if (this.count === 0) return {};
    const newest = [...this.newest].map(([name, number]) => ({ name, number }));
    return { signals: { count: this.count, newest, waiting: [...this.waiting] } };
  }

  /** Adds its number, for a paused run. */
  pausedStep(step: PausedStep): PausedStep {
    const { caughtUp: _before, ...rest } = step;
    const caughtUp = this.caughtUp.get(step) ?? 0;
    return caughtUp === 0 ? rest : { ...rest, caughtUp };
  }
}
