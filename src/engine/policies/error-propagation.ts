import type { Ordinal } from '../events.ts';
import { type BoundaryEventModel, type ElementModel, elementOf } from '../model.ts';
import type { Run, ThrownError } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { noVariables } from '../values.ts';
import { cancelInside, entriesWithin } from './cancellation.ts';
import { leave } from './leave.ts';
import { releaseVariableScope, writeVariables } from './variable-scope.ts';

/** Looks for the catcher of a raised error, scope by scope from the inside out, and lets it go on (bpmn.md E1–E5). */
export function propagateError(run: Run, error: ThrownError): void {
  const own = error.kind === 'failure' ? catcherOn(run, elementOf(run.model, error.element), error.code) : undefined;
  if (own !== undefined) {
    catchOnFailedActivity(run, own, error);
    return;
  }
  const outer = outerCatcher(run, error);
  if (error.kind === 'failure') {
    if (outer === undefined) failInstance(run, error.element, error.code, error.message);
    else {
      releaseVariableScope(run, error.variableScope);
      interruptHost(run, outer.boundary, outer.host, error);
    }
    return;
  }
  if (outer !== undefined) interruptHost(run, outer.boundary, outer.host, error);
}

/** Whether an error thrown in this scope would be caught on a host further out (E2 c, d). */
export function outerCatcher(
  run: Run,
  error: Pick<ThrownError, 'scope' | 'code'>,
): { boundary: BoundaryEventModel; host: EntryState } | undefined {
  for (
    let scope = openScope(run.state, error.scope);
    scope.host !== null;
    scope = openScope(run.state, scope.parent as Ordinal)
  ) {
    const host = entryIn(run.state, scope.host);
    const boundary = catcherOn(run, elementOf(run.model, host.element), error.code);
    if (boundary !== undefined) return { boundary, host };
  }
  return undefined;
}

/** E1: exact code first, then catch-all, each in document order. */
function catcherOn(run: Run, element: ElementModel, code: string): BoundaryEventModel | undefined {
  const events = element.boundaries.map((id) => elementOf(run.model, id) as BoundaryEventModel);
  return events.find((b) => b.trigger.code === code) ?? events.find((b) => b.trigger.code === undefined);
}

/** E3 on the failed activity itself: it stays failed, the boundary path takes its token over. */
function catchOnFailedActivity(run: Run, boundary: BoundaryEventModel, error: ThrownError): void {
  const entry = run.activate(boundary, { flow: null, scope: error.scope, variableScope: error.variableScope });
  goOnFrom(run, boundary, entry, error);
}

/** I1: activate the boundary event, cancel the host and its inside, then take the event's flows in the host's place. */
function interruptHost(run: Run, boundary: BoundaryEventModel, host: EntryState, error: ThrownError): void {
  const entry = run.activate(boundary, { flow: null, scope: host.scope, variableScope: host.variableScope });
  cancelInside(run, host, 'Scope cancelled by boundary event');
  run.cancel(host, `Interrupted by boundary event '${boundary.id}'`);
  goOnFrom(run, boundary, entry, error);
}

function goOnFrom(run: Run, boundary: BoundaryEventModel, entry: EntryState, error: ThrownError): void {
  const { codeVariable, messageVariable } = boundary.trigger;
  const payload = noVariables();
  if (codeVariable !== undefined) payload[codeVariable] = error.code;
  if (messageVariable !== undefined) payload[messageVariable] = error.message;
  writeVariables(run, entry.variableScope, payload);
  leave(run, boundary, entry);
}

/** L6: every other active entry is cancelled, newest first, and the instance ends as failed. Variable scopes stay readable (V4). */
export function failInstance(run: Run, element: string | null, code: string, message: string): void {
  run.forgetAllSteps();
  for (const entry of entriesWithin(run, run.state.rootScope)) run.cancel(entry, 'Instance failed');
  run.emit({ type: 'InstanceFailed', since: run.state.startedAt, element, code, message });
}
