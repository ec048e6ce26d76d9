import { catchesOf, startOf } from '../model/model-shape.ts';
import { type BoundaryEventModel, type CatchOf, type ElementModel, type EventSubProcessModel, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { boundariesOf } from './boundary.ts';

type Coded = 'error' | 'escalation';

/** `host`: has the boundary event. */
export interface BoundaryCatcher<K extends Coded> {
  readonly kind: 'boundary';
  readonly host: ActivityInstance;
  readonly boundary: BoundaryEventModel;
  readonly trigger: CatchOf<K>;
}

/** `scope`: in which it starts. */
export interface SubProcessCatcher<K extends Coded> {
  readonly kind: 'eventSubProcess';
  readonly scope: ScopeOrdinal;
  readonly eventSubProcess: EventSubProcessModel;
  readonly trigger: CatchOf<K>;
}

export type CodeCatcher<K extends Coded> = BoundaryCatcher<K> | SubProcessCatcher<K>;

/** Does not depend on the state of the instance. */
export function boundaryFor<K extends Coded>(
  run: Run,
  element: ElementModel,
  kind: K,
  code: string,
): { event: BoundaryEventModel; trigger: CatchOf<K> } | undefined {
  return bestMatch(
    boundariesOf(run, element).flatMap((event) => candidatesOf(event, event, kind)),
    code,
  );
}

/** `host` is the whole loop for an iteration. */
export function boundaryCatcher<K extends Coded>(
  run: Run,
  entry: ActivityInstance,
  kind: K,
  code: string,
): BoundaryCatcher<K> | undefined {
  const found = boundaryFor(run, elementOf(run.model, entry.element), kind, code);
  if (found === undefined) return undefined;
  const host =
    entry.index === null
      ? entry
      : activityInstanceIn(run.state, openScope(run.state, entry.scope).host as ActivityInstanceOrdinal);
  return { kind: 'boundary', host, boundary: found.event, trigger: found.trigger };
}

export function subProcessCatcher<K extends Coded>(
  run: Run,
  scope: ScopeOrdinal,
  eventSubProcesses: readonly EventSubProcessModel[],
  kind: K,
  code: string,
): SubProcessCatcher<K> | undefined {
  const candidates = eventSubProcesses.flatMap((one) => candidatesOf(one, startOf(run.model, one), kind));
  const found = bestMatch(candidates, code);
  return found && { kind: 'eventSubProcess', scope, eventSubProcess: found.event, trigger: found.trigger };
}

interface Candidate<E, K extends Coded> {
  readonly event: E;
  readonly trigger: CatchOf<K>;
}

function candidatesOf<E, K extends Coded>(event: E, catching: ElementModel, kind: K): Candidate<E, K>[] {
  return catchesOf(catching).flatMap((trigger) => (trigger.kind === kind ? [{ event, trigger: trigger as CatchOf<K> }] : []));
}

/** Prefers the exact code over catch-all, each in document order (docs/contributing/spec/events-and-errors.md#code-matching). */
function bestMatch<E, K extends Coded>(candidates: readonly Candidate<E, K>[], code: string): Candidate<E, K> | undefined {
  return candidates.find((c) => codeOf(c.trigger) === code) ?? candidates.find((c) => codeOf(c.trigger) === undefined);
}

function codeOf(trigger: CatchOf<Coded>): string | undefined {
  return trigger.code;
}
