import { loopOf, startOf } from '../model/model-shape.ts';
import { type ElementModel, type EventSubProcessModel, elementOf, isActivity } from '../model.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import type { Cancellation } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, compensationRunsIn, openScope } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import { copyVariables, noVariables, type Variables } from '../values.ts';
import { cancelOtherTokens, closeBody, endCompensationRun, keepLogged } from './cancellation.ts';

/** Logs an activity that has a handler, or something inside to compensate (docs/contributing/spec/loops-and-compensation.md#compensation-log). */
export function logForCompensation(run: Run, element: ElementModel, entry: ActivityInstance): void {
  if (!run.behaviours[element.type].isCompensable) return;
  const handler = handlerOf(element, entry);
  // the loop is compensated as a whole
  if (entry.index !== null && handler === null && isCompensatedOnce(element)) return;
  if (handler === null && entry.innerLog.size === 0 && (entry.loop !== null || !hasCompensationSubProcess(run, element))) return;
  run.emit({
    type: 'CompensationLogged',
    item: run.ordinals.nextCompensationItem(),
    scope: entry.scope,
    entry: entry.ordinal,
    element: element.id,
    handler,
    seeds: seedsOf(run, entry),
    ...(entry.index === null ? {} : { index: entry.index }),
  });
}

/** Handler, which in a loop either the iterations have, or only the loop. */
function handlerOf(element: ElementModel, { loop, index }: ActivityInstance): string | null {
  const isItsOwner = isCompensatedOnce(element) ? index === null : loop === null;
  return isActivity(element) && isItsOwner ? (element.compensationHandler ?? null) : null;
}

function isCompensatedOnce(element: ElementModel): boolean {
  const loop = loopOf(element);
  return loop?.kind === 'multiInstance' && loop.isCompensatedOnce === true;
}

/** Event sub-process that compensates a body (docs/contributing/spec/loops-and-compensation.md#compensating-one-item). */
export function compensationSubProcess(run: Run, element: ElementModel): string | undefined {
  const body = run.model.containers.get(element.id);
  return body?.eventSubProcesses.find((id) => {
    const { triggers } = startOf(run.model, elementOf(run.model, id) as EventSubProcessModel);
    return triggers.some(({ kind }) => kind === 'compensation');
  });
}

function hasCompensationSubProcess(run: Run, element: ElementModel): boolean {
  return compensationSubProcess(run, element) !== undefined;
}

/** Local variables of the activity and its iteration (docs/contributing/spec/loops-and-compensation.md#handler-variables). */
function seedsOf(run: Run, entry: ActivityInstance): Variables {
  const scope = scopeIn(run.state.variables, entry.variableScope);
  if (scope.kind === 'iteration') return copyVariables(scope.values);
  const around = entry.index === null || scope.parent === null ? undefined : scopeIn(run.state.variables, scope.parent);
  const seeds = copyVariables(around?.kind === 'iteration' ? around.values : noVariables());
  for (const name of scope.locals ?? []) seeds[name] = scope.values[name] ?? null;
  return seeds;
}

/**
 * Ends runs in a restored scope that an event sub-process interrupts. Their item ends with that scope
 * (docs/contributing/spec/loops-and-compensation.md#aborted-walk).
 */
export function abortCompensationRunsIn(run: Run, scope: ScopeOrdinal, why: Cancellation): void {
  for (const compensation of compensationRunsIn(run.state, scope)) {
    const { ordinal, thrower, after } = compensation;
    if (after.kind !== 'item') continue;
    endCompensationRun(run, compensation);
    for (const body of [...(run.state.bodies.get(thrower) ?? [])].reverse()) {
      const restored = openScope(run.state, body);
      if (restored.restores?.walk !== ordinal) continue;
      abortCompensationRunsIn(run, restored.ordinal, why);
      cancelOtherTokens(run, restored.ordinal, null, why);
      closeBody(run, restored.ordinal);
    }
    keepLogged(run, compensation);
  }
}
