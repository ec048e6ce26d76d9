import type { SubscriptionOrdinal } from '../ordinals.ts';
import type { PausedSignals, PausedStep } from '../state/paused-runs.ts';

/**
 * Signals that an instance has thrown in this run, and catch events that subscribed too late for them. Paths that had not
 * finished when a signal was thrown receive it too, once no other step is left
 * (docs/contributing/spec/waiting.md#signals-of-paths-under-way).
 *
 * Signals are numbered from 1. Each step has the number of the last signal that its path has handled; 0 is the start of the run.
 */
export class OwnSignals {
  private count = 0;
  /** number of the newest signal by name */
  private readonly newest = new Map<string, number>();
  private readonly caughtUp = new WeakMap<PausedStep, number>();
  private waiting: SubscriptionOrdinal[] = [];
  /** number of the path whose step is being taken */
  private current = 0;

  constructor(paused?: PausedSignals) {
    if (paused === undefined) return;
    this.count = paused.count;
    for (const { name, number } of paused.newest) this.newest.set(name, number);
    this.waiting = [...paused.waiting];
    // steps of the next command come after all thrown signals
    this.handleAll();
  }

  /** True if a subscription waits for a signal of this run. */
  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** The throwing path and immediate receivers have handled this signal. */
  noteThrown(name: string): void {
    this.count += 1;
    this.newest.set(name, this.count);
    this.current = this.count;
  }

  /** A queued step inherits the number of the current path. */
  noteQueued(step: PausedStep): void {
    if (this.current > 0) this.caughtUp.set(step, this.current);
  }

  /** Restores the number of a step of a paused run. */
  restoreStep(step: PausedStep): void {
    this.caughtUp.set(step, step.caughtUp ?? 0);
  }

  /** Must be called before a step is taken: its path becomes the current one. */
  startStep(step: PausedStep): void {
    this.current = this.caughtUp.get(step) ?? 0;
  }

  /** Paths were joined, or none is left: the next step comes after all thrown signals. */
  handleAll(): void {
    this.current = this.count;
  }

  /** The subscription waits for the newest signal of this name, if its path has not handled that signal. */
  noteSubscribed(subscription: SubscriptionOrdinal, name: string): void {
    if ((this.newest.get(name) ?? 0) > this.current) this.waiting.push(subscription);
  }

  /** Returns and removes the subscriptions that now receive a signal, in order of creation. */
  takeWaiting(): readonly SubscriptionOrdinal[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  /** Fields for the event of a paused run; empty if no signal was thrown. */
  pausedMember(): { readonly signals?: PausedSignals } {
    if (this.count === 0) return {};
    const newest = [...this.newest].map(([name, number]) => ({ name, number }));
    return { signals: { count: this.count, newest, waiting: [...this.waiting] } };
  }

  /** Returns the step with its number, for a paused run. */
  pausedStep(step: PausedStep): PausedStep {
    const { caughtUp: _before, ...rest } = step;
    const caughtUp = this.caughtUp.get(step) ?? 0;
    return caughtUp === 0 ? rest : { ...rest, caughtUp };
  }
}
