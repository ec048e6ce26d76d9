import type { Repeat } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { FailedPart, FailurePoint, Unfinished } from '../state/paused-runs.ts';
import type { Run } from './run.ts';

/** States just before failures, from which a retry continues (docs/contributing/spec/forks.md#revive). */
export class FailurePoints {
  private readonly points = new Map<ActivityInstanceOrdinal | null, FailurePoint>();

  /** Call it before the consequences. Only the first failure of an activity instance counts. */
  note(
    run: Run,
    at: Pick<FailedPart, 'entry' | 'element' | 'joined'>,
    { code, message, cause }: Failure,
    repeat: Repeat,
    stepsBefore: Unfinished['steps'] = [],
  ): void {
    if (this.points.has(at.entry)) return;
    const { agenda, ownSignals, pending, events } = run;
    const steps = [...stepsBefore, ...agenda.steps.map((step) => ownSignals.pausedStep(step))];
    const unsettled = pending.all().filter(({ kind }) => kind !== 'findCatcher');
    this.points.set(at.entry, {
      at: events.length,
      failed: [{ ...at, code, message, cause, repeat }],
      ...(steps.length === 0 ? {} : { steps }),
      ...ownSignals.pausedMember(),
      ...(unsettled.length === 0 ? {} : { pending: unsettled }),
    });
  }

  /** Moves the failure to the loop: a retry repeats the failed iteration. */
  inherit(from: ActivityInstanceOrdinal, to: ActivityInstanceOrdinal): void {
    const point = this.points.get(from);
    if (point !== undefined && !this.points.has(to)) this.points.set(to, point);
  }

  /** Point before the failure that ends the instance, and other failures still without a catcher. Undefined if none was recorded. */
  before(entry: ActivityInstanceOrdinal | null, { pending }: Run): FailurePoint | undefined {
    const others = pending.all().flatMap((item) => (item.kind === 'findCatcher' ? [item.error.entry] : []));
    const points = [entry, ...others].map((of) => this.points.get(of)).filter((point) => point !== undefined);
    const [first, ...later] = [...new Set(points)].sort((a, b) => a.at - b.at);
    if (first === undefined || this.points.get(entry) === undefined) return undefined;
    return later.length === 0 ? first : { ...first, failed: [...first.failed, ...later.flatMap(({ failed }) => failed)] };
  }
}
