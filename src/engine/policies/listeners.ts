import type { AfterListeners, Listening } from '../events/job-events.ts';
import { type Failure, textFailed } from '../failures.ts';
import type { ElementModel, FlowModel, ListenerEvent, ListenerJobModel, ListenerModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { noVariables, type Variables } from '../values.ts';
import { evaluateText, storeResults } from './evaluate-text.ts';
import { evaluateMappings } from './mapping.ts';
import { openOwnJob } from './own-jobs.ts';

/** `id`: element or flow id, or process key. */
export interface ListenerOwner {
  readonly id: string;
  readonly listeners?: readonly ListenerModel[];
}

/** The first failure, `wait` for a listener job, or undefined: all completed. */
export type ListenerResult = FailedListener | 'wait' | undefined;
/** `listening`: absent if the failure is not from a listener. */
interface FailedListener extends Failure {
  readonly listening?: Listening;
}

/** `entry`: null for the process. */
export interface ListenerContext {
  readonly variableScope: VariableScopeOrdinal;
  readonly entry: ActivityInstance | null;
  /** index of the first listener to run */
  readonly from?: number;
  /** data for the continuation after a listener job */
  readonly rest?: AfterListeners;
}

/** Job input that identifies the listener. */
const LISTENER = '__listener';

/**
 * Runs listeners in document order. Texts run now; a job makes the element wait, and opening/listener-job.ts continues. The first failure fails the
 * element; earlier writes remain (docs/contributing/spec/elements.md#listeners).
 */
export function runListeners(run: Run, owner: ListenerOwner, on: ListenerEvent, at: ListenerContext): ListenerResult {
  const { id, listeners = [] } = owner;
  for (let index = at.from ?? 0; index < listeners.length; index += 1) {
    const listener = listeners[index] as ListenerModel;
    if (listener.on !== on) continue;
    run.stepsTaken += 1;
    const { does } = listener;
    const listenerResult =
      does.kind === 'job' ? openListener(run, owner, { on, index, does }, at) : runText(run, does, id, at.variableScope);
    if (typeof listenerResult === 'object')
      return { ...listenerResult, listening: listeningOf(owner, on, index, restOf(run, at)) };
    if (listenerResult !== undefined) return listenerResult;
  }
  return undefined;
}

function listeningOf({ id }: ListenerOwner, on: ListenerEvent, index: number, rest: AfterListeners): Listening {
  return {
    on,
    index,
    ...(on === 'take' ? { flow: id } : {}),
    ...(Object.keys(rest).length === 0 ? {} : { rest }),
  };
}

function restOf(run: Run, { entry, rest }: ListenerContext): AfterListeners {
  return { ...rest, ...causeOf(run, entry) };
}

export function processAsOwner({ model: { key, listeners } }: Run): ListenerOwner {
  return { id: key, ...(listeners === undefined ? {} : { listeners }) };
}

/** True if a worker runs one. */
export function hasListenerJobs({ listeners }: Pick<ListenerOwner, 'listeners'>): boolean {
  return listeners?.some(({ does }) => does.kind === 'job') ?? false;
}

/** Discards the value; stores assigned variables and those set through `execution`. */
function runText(
  run: Run,
  does: Exclude<ListenerModel['does'], ListenerJobModel>,
  element: string,
  variableScope: VariableScopeOrdinal,
): Failure | undefined {
  if (does.kind === 'expression') {
    const result = evaluateText(run, does, element, variableScope);
    return result.ok ? undefined : textFailed(result);
  }
  const result = run.context.evaluator.run(
    does,
    run.texts.readerOf(variableScope, undefined, element),
    run.texts.executionOf(element),
  );
  return result.ok ? storeResults(run, variableScope, result) : textFailed(result);
}

interface ListenerJob {
  readonly on: ListenerEvent;
  readonly index: number;
  readonly does: ListenerJobModel;
}

/** Creates a listener job. For a flow, its source element waits. Fails if the parameters cannot be evaluated. */
function openListener(run: Run, owner: ListenerOwner, { on, index, does }: ListenerJob, at: ListenerContext): Failure | 'wait' {
  const { id } = owner;
  const { entry, variableScope } = at;
  const element = entry?.element ?? id;
  const mapped = evaluateMappings(run, does.parameters ?? [], { element, variableScope });
  if ('failure' in mapped) return mapped.failure;
  const purpose = { kind: 'listener', ...listeningOf(owner, on, index, restOf(run, at)) } as const;
  const given = { ...mapped.values, [LISTENER]: { event: on, element: id, index, ...assigneeOf(entry) } };
  return openOwnJob(run, { entry: entry?.ordinal ?? null, element, variableScope }, does, purpose, given);
}

/** Kept until the activity instance completes. Empty if no request completed it. */
function causeOf({ completedByCaller }: Run, entry: ActivityInstance | null): Pick<AfterListeners, 'cause'> {
  return completedByCaller !== null && completedByCaller.entry === entry?.ordinal ? { cause: completedByCaller.cause } : {};
}

function assigneeOf(entry: ActivityInstance | null): Variables {
  const task = entry?.userTask ?? null;
  return task === null ? noVariables() : { assignee: task.claimedBy ?? task.assignee };
}

/** Skips a loop body: its iterations run them. */
export function runStartListeners(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  rest?: AfterListeners,
): ListenerResult {
  return entry.loop === null ? runListeners(run, element, 'start', placeOf(entry, entry.variableScope, rest)) : undefined;
}

/** Runs for a join also the start listeners: it waited without being entered. */
export function runEndListeners(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
  rest?: AfterListeners,
): ListenerResult {
  if (entry.loop !== null || element.listeners === undefined) return undefined;
  const at = placeOf(entry, variableScope, rest);
  const started = entry.held === null ? undefined : runListeners(run, element, 'start', at);
  return started ?? runListeners(run, element, 'end', at);
}

/**
 * Runs end listeners of an interrupted or failed activity instance, only in files of Camunda 7. Nothing delays its end: jobs are not opened, and a
 * failed text writes nothing (docs/contributing/spec/elements.md#listeners-of-an-interruption).
 * @param entry absent: failed, no longer active
 */
export function runInterruptedListeners(
  run: Run,
  { id, listeners = [] }: ListenerOwner,
  variableScope: VariableScopeOrdinal,
  entry?: ActivityInstance,
): void {
  const { model, state } = run;
  if (listeners.length === 0 || model.platform !== 'Camunda 7' || model.followsScopes !== true) return;
  // a loop has none, a waiting join or gateway target has not begun, and an open job may be that of the end
  const hasNone = entry !== undefined && (entry.loop ?? entry.held ?? entry.race ?? state.jobOf.get(entry.ordinal)) != null;
  if (hasNone) return;
  for (const { on, does } of listeners) {
    if (on !== 'end' || does.kind === 'job') continue;
    run.stepsTaken += 1;
    runText(run, does, id, variableScope);
  }
}

/** Runs scripts, never jobs. @param around variable scope around the inputs */
export function runScriptsAround(
  run: Run,
  element: ElementModel,
  on: 'entry' | 'exit',
  around: VariableScopeOrdinal,
): Failure | undefined {
  const listenerResult = runListeners(run, element, on, { entry: null, variableScope: around });
  return listenerResult === 'wait' ? undefined : listenerResult;
}

/** Runs after outputs are stored, and cannot read the inputs. @param around variable scope around the inputs */
export function runExitListeners(
  run: Run,
  element: ElementModel,
  { loop }: ActivityInstance,
  around: VariableScopeOrdinal,
): Failure | undefined {
  return loop === null ? runScriptsAround(run, element, 'exit', around) : undefined;
}

/** Runs flow by flow. At a job the activity instance waits, and the continuation gets the flows. */
export function runTakeListeners(
  run: Run,
  flows: readonly FlowModel[],
  at: ListenerContext & { readonly entry: ActivityInstance },
): ListenerResult {
  if (flows.every(({ listeners }) => listeners === undefined)) return undefined;
  const rest = { flows: flows.map(({ id }) => id), ...at.rest };
  for (const flow of flows) {
    const listenerResult = runListeners(run, flow, 'take', { ...at, rest });
    if (listenerResult !== undefined) return listenerResult;
  }
  return undefined;
}

function placeOf(
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
  rest: AfterListeners | undefined,
): ListenerContext {
  return { entry, variableScope, ...(rest === undefined ? {} : { rest }) };
}
