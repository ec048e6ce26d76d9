import type { Repeat } from '../events/incident-events.ts';
import type { Listening } from '../events/job-events.ts';
import type { Failure } from '../failures.ts';
import { elementOf, flowOf, flowsNamed, type ListenerJobModel, type UserTaskModel } from '../model.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { followOutcome } from '../policies/begin-work.ts';
import { cancelBegun } from '../policies/cancellation.ts';
import { leave } from '../policies/leave.ts';
import {
  type ListenerOwner,
  type ListenerResult,
  processAsOwner,
  runListeners,
  runTakeListeners,
} from '../policies/listeners.ts';
import { failProcess } from '../policies/raise-incident.ts';
import { aroundInputs } from '../policies/result.ts';
import { registerUserTask, runAssignmentListeners } from '../policies/user-task.ts';
import { checkSetSize, checkWriteSize, setVariables, writeLocally, writeVariables } from '../policies/variable-scope.ts';
import { scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, type OwnJobState } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import { unreachable, type Variables } from '../values.ts';
import { beginProcess } from './start-instance.ts';

/** `entry`: null for the process itself. */
interface CompletedListener {
  readonly entry: ActivityInstance | null;
  readonly owner: ListenerOwner;
  readonly listening: Listening;
  readonly variableScope: VariableScopeOrdinal;
}

/** Stores the result, runs the remaining listeners and continues the element (docs/contributing/spec/elements.md#listener-jobs). */
export function completeListener(run: Run, job: OwnJobState, listening: Listening, result: Variables): void {
  const done = listenerOf(run, job.entry, listening);
  const { entry, owner, variableScope } = done;
  const cause = listening.rest?.cause;
  if (entry !== null && cause !== undefined) run.completedByCaller = { entry: entry.ordinal, cause };
  const does = owner.listeners?.[listening.index]?.does;
  const stores = does?.kind === 'job' ? does.stores : 'around';
  const listenerResult: ListenerResult = store(run, stores, variableScope, result) ?? runRemaining(run, done);
  if (listenerResult === undefined) continueElement(run, done);
  else if (listenerResult !== 'wait')
    failAfterListener(run, entry, listenerResult, { kind: 'listen', listening: listenerResult.listening ?? listening });
}

/** Purpose of a job without its kind. */
export function listeningOf({ kind: _, ...listening }: { readonly kind: 'listener' } & Listening): Listening {
  return listening;
}

/** Repeats or skips a listener, then runs the remaining ones. @param skipped result to use instead; null: retry */
export function retryListener(
  run: Run,
  ordinal: ActivityInstanceOrdinal | null,
  listening: Listening,
  skipped: Variables | null,
): void {
  const done = listenerOf(run, ordinal, listening);
  const { entry, variableScope } = done;
  const cause = listening.rest?.cause;
  if (entry !== null && cause !== undefined) run.completedByCaller = { entry: entry.ordinal, cause };
  const listenerResult: ListenerResult =
    skipped === null
      ? runRemaining(run, done, listening.index)
      : (store(run, 'around', variableScope, skipped) ?? runRemaining(run, done));
  if (listenerResult === undefined) continueElement(run, done);
  else if (listenerResult !== 'wait')
    failAfterListener(run, entry, listenerResult, { kind: 'listen', listening: listenerResult.listening ?? listening });
}

/** Fails the activity instance or process, including all that it has started. */
export function failAfterListener(run: Run, entry: ActivityInstance | null, failure: Failure, repeat: Repeat): void {
  if (entry === null) {
    failProcess(run, failure, repeat);
    return;
  }
  if (run.leaveAsIncident(entry, failure, repeat)) return;
  cancelBegun(run, entry, scopeEnded);
  run.fail(entry, entry.variableScope, failure);
}

function listenerOf(run: Run, ordinal: ActivityInstanceOrdinal | null, listening: Listening): CompletedListener {
  const entry = ordinal === null ? null : activityInstanceIn(run.state, ordinal);
  if (entry === null) return { entry, listening, owner: processAsOwner(run), variableScope: run.state.rootVariables };
  const { flow } = listening;
  const owner = flow === undefined ? elementOf(run.model, entry.element) : flowOf(run.model, flow);
  const { variableScope } = entry;
  return { entry, listening, owner, variableScope: flow === undefined ? variableScope : aroundInputs(run, variableScope) };
}

/** Stores the result. Local names need a scope of the element. */
function store(
  run: Run,
  stores: ListenerJobModel['stores'],
  variableScope: VariableScopeOrdinal,
  values: Variables,
): Failure | undefined {
  const isLocal = stores === 'locally' && scopeIn(run.state.variables, variableScope).kind === 'local';
  const into = isLocal ? variableScope : aroundInputs(run, variableScope);
  const tooLarge = stores === 'byName' ? checkSetSize(run, variableScope, values) : checkWriteSize(run, into, values);
  if (tooLarge !== undefined) return tooLarge;
  if (stores === 'byName') setVariables(run, variableScope, values);
  else if (isLocal) writeLocally(run, variableScope, values);
  else writeVariables(run, into, values);
  return undefined;
}

/** Runs those of the same event, then of the following flows. */
function runRemaining(
  run: Run,
  { entry, owner, listening, variableScope }: CompletedListener,
  from = listening.index + 1,
): ListenerResult {
  const { on, flow, rest } = listening;
  const at = { entry, variableScope, from, ...(rest === undefined ? {} : { rest }) };
  const listenerResult = runListeners(run, owner, on, at);
  if (listenerResult !== undefined || flow === undefined || entry === null) return listenerResult;
  const flows = flowsNamed(run.model, rest?.flows ?? []);
  const behind = flows.slice(flows.findIndex(({ id }) => id === flow) + 1);
  return runTakeListeners(run, behind, { entry, variableScope, ...(rest === undefined ? {} : { rest }) });
}

function continueElement(run: Run, { entry, listening }: CompletedListener): void {
  const { on, rest = {} } = listening;
  if (entry === null) {
    if (on === 'start') beginProcess(run, rest);
    else run.emit({ type: 'InstanceCompleted', since: run.state.startedAt });
    return;
  }
  const element = elementOf(run.model, entry.element);
  const behaviour = run.behaviours[element.type];
  switch (on) {
    case 'start':
      followOutcome(run, element, entry, behaviour.afterStartListeners(run, element, entry, rest));
      return;
    case 'create':
      followOutcome(run, element, entry, registerUserTask(run, element as UserTaskModel, entry));
      return;
    case 'update':
      // not after the removal of a claim
      if (entry.userTask?.claimedBy != null) runAssignmentListeners(run, entry, ['assignment']);
      return;
    case 'assignment':
      return;
    case 'complete':
      leave(run, element, entry);
      return;
    case 'end':
      behaviour.afterEndListeners(run, element, entry, rest);
      return;
    case 'take':
      behaviour.afterFlowListeners(run, element, entry, rest);
      return;
    case 'entry':
    case 'exit':
      return; // texts only
    default:
      unreachable(on);
  }
}
