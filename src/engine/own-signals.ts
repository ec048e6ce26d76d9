import type { SubscriptionOrdinal } from './ordinals.ts';
import type { PausedSignals, PausedStep } from './paused-runs.ts';

/**
 * The signals that an instance has thrown in this run, and the catches that were armed too late for them: paths that were under way when a signal was
 * thrown hear it too, once nothing else is left to do (docs/contributing/spec/waiting.md#signals-of-paths-under-way).
 *
 * Signals are counted. Every step knows up to which one its path has caught up; zero is the beginning of the run.
 */
export class OwnSignals {
  private count = 0;
  /** the number of the newest signal of each name */
  private readonly newest = new Map<string, number>();
  private readonly caughtUp = new WeakMap<PausedStep, number>();
  private waiting: SubscriptionOrdinal[] = [];
  /** of the path whose step is being taken */
  private current = 0;

  constructor(paused?: PausedSignals) {
    if (paused === undefined) return;
    this.count = paused.count;
    for (const { name, number } of paused.newest) this.newest.set(name, number);
    this.waiting = [...paused.waiting];
    // What the next command sets going comes after everything that was thrown.
    this.pathsMeet();
  }

  get areAwaited(): boolean {
    return this.waiting.length > 0;
  }

  /** The thrower and all that hear it at once have caught up. */
  thrown(name: string): void {
    this.count += 1;
    this.newest.set(name, this.count);
    this.current = this.count;
  }

  /** The path of the step that is being taken queues another one. */
  queued(step: PausedStep): void {
    if (this.current > 0) this.caughtUp.set(step, this.current);
  }

  /** A paused run goes on: the step knows what it knew. */
  queuedAgain(step: PausedStep): void {
    this.caughtUp.set(step, step.caughtUp ?? 0);
  }

  begins(step: PausedStep): void {
    this.current = this.caughtUp.get(step) ?? 0;
  }

  /** Several paths go on as one, or none is left: what begins now comes after everything that was thrown. */
  pathsMeet(): void {
    this.current = this.count;
  }

  /** A signal catch was armed. */
  armed(subscription: SubscriptionOrdinal, name: string): void {
    if ((this.newest.get(name) ?? 0) > this.current) this.waiting.push(subscription);
  }

  /** The catches that hear a signal now, in the order of arming; they are not given again. */
  takeWaiting(): readonly SubscriptionOrdinal[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  /** What has to be known when a paused run goes on; nothing when no signal was thrown. */
  pausedMember(): { readonly signals?: PausedSignals } {
    if (this.count === 0) return {};
    const newest = [...this.newest].map(([name, number]) => ({ name, number }));
    return { signals: { count: this.count, newest, waiting: [...this.waiting] } };
  }

  /** The step as a paused run holds it. */
  pausedStep(step: PausedStep): PausedStep {
    const { caughtUp: _before, ...rest } = step;
    const caughtUp = this.caughtUp.get(step) ?? 0;
    return caughtUp === 0 ? rest : { ...rest, caughtUp };
  }
}
