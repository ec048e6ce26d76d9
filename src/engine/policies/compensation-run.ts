import type { AfterCompensation } from '../events/records.ts';
import { loopOf } from '../model/model-shape.ts';
import { type EventSubProcessModel, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { CompensationLog, LoggedItem } from '../state/compensation-items.ts';
import { type ActivityInstance, activityInstanceIn, type CompensationRun, openScope } from '../state.ts';
import type { Variables } from '../values.ts';
import { closeBody } from './cancellation.ts';
import { compensationSubProcess } from './compensation-log.ts';
import { fireEventSubProcess } from './open-scope.ts';

/**
 * Starts the run of a throw or end event (docs/contributing/spec/loops-and-compensation.md#compensation-target).
 * @param next next definition of the event
 * @returns false if there is nothing to compensate
 */
export function beginCompensation(run: Run, entry: ActivityInstance, activityRef: string | null, next: number): boolean {
  const items = targets(run, entry.scope).filter((item) => activityRef === null || item.element === activityRef);
  const ordinal = run.ordinals.nextCompensationRun();
  run.emit({
    type: 'CompensationStarted',
    walk: ordinal,
    thrower: entry.ordinal,
    element: entry.element,
    activityRef,
    scope: entry.scope,
    items: items.map((item) => item.ordinal),
    after: { kind: 'throw', next },
  });
  const compensation = run.state.compensationRuns.get(ordinal) as CompensationRun;
  if (items.length > 0) {
    startNext(run, compensation);
    return true;
  }
  run.emit({
    type: 'CompensationEnded',
    walk: compensation.ordinal,
    thrower: compensation.thrower,
    element: compensation.element,
  });
  return false;
}

/** @returns false if there is nothing to compensate (docs/contributing/spec/loops-and-compensation.md#transaction-outcomes) */
export function beginTransactionCompensation(
  run: Run,
  host: ActivityInstance,
  body: ScopeOrdinal,
  after: AfterCompensation,
): boolean {
  const items = newestFirst(openScope(run.state, body).log);
  if (items.length === 0) return false;
  startNext(run, start(run, host.ordinal, host.element, body, items, after));
  return true;
}

/** Log of the scope; from an event sub-process also of the enclosing ones. Excludes items of other runs: each is compensated once. */
function targets(run: Run, from: ScopeOrdinal): LoggedItem[] {
  const found: LoggedItem[] = [];
  for (let at: ScopeOrdinal | null = from; at !== null; ) {
    const scope = openScope(run.state, at);
    for (const item of newestFirst(scope.log)) if (!run.state.compensationRunOf.has(item.ordinal)) found.push(item);
    const host = scope.host === null ? undefined : activityInstanceIn(run.state, scope.host);
    at = host !== undefined && run.behaviours[host.elementType].actsForItsScope ? scope.parent : null;
  }
  return found;
}

function newestFirst(log: CompensationLog): LoggedItem[] {
  return [...log.values()].reverse();
}

/** Iterations complete in any order, but are compensated by index. */
function highestIndexFirst(log: CompensationLog): LoggedItem[] {
  return newestFirst(log).sort((a, b) => (b.index ?? 0) - (a.index ?? 0));
}

function start(
  run: Run,
  thrower: ActivityInstanceOrdinal,
  element: string,
  scope: ScopeOrdinal,
  items: readonly LoggedItem[],
  after: AfterCompensation,
  together = false,
): CompensationRun {
  const ordinal = run.ordinals.nextCompensationRun();
  run.emit({
    type: 'CompensationStarted',
    walk: ordinal,
    thrower,
    element,
    activityRef: null,
    scope,
    items: items.map((item) => item.ordinal),
    ...(together ? { together: true as const } : {}),
    after,
  });
  return run.state.compensationRuns.get(ordinal) as CompensationRun;
}

/** Starts the next item. @returns true if it was the last item of the run */
export function endItem(run: Run, compensation: CompensationRun, item: CompensationItemOrdinal): boolean {
  run.emit({ type: 'CompensationItemDone', walk: compensation.ordinal, item });
  if (compensation.items.size > 0) {
    if (!compensation.together) startNext(run, compensation);
    return false;
  }
  run.emit({
    type: 'CompensationEnded',
    walk: compensation.ordinal,
    thrower: compensation.thrower,
    element: compensation.element,
  });
  return true;
}

/** Starts all items of a parallel loop together, highest index first. */
function startNext(run: Run, compensation: CompensationRun): void {
  const { first } = compensation.items;
  for (const ordinal of compensation.together || first === undefined ? [...compensation.items] : [first]) {
    // a catcher search comes first: it may end the run
    if (run.pending.has('findCatcher')) run.pending.add({ kind: 'beginItem', item: ordinal });
    else beginItem(run, compensation, ordinal);
  }
}

function beginItem(run: Run, compensation: CompensationRun, ordinal: CompensationItemOrdinal): void {
  const found = findItem(run, compensation.scope, ordinal);
  if (found !== undefined) compensate(run, compensation, found.item, found.scope);
}

/** Starts an item after a catcher search, if the run still exists. */
export function beginWaitingItem(run: Run, item: CompensationItemOrdinal): void {
  const compensation = compensationRunOfItem(run, item);
  if (compensation !== undefined) beginItem(run, compensation, item);
}

function findItem(
  run: Run,
  from: ScopeOrdinal,
  ordinal: CompensationItemOrdinal,
): { item: LoggedItem; scope: ScopeOrdinal } | undefined {
  for (let at: ScopeOrdinal | null = from; at !== null; at = openScope(run.state, at).parent) {
    const item = openScope(run.state, at).log.get(ordinal);
    if (item !== undefined) return { item, scope: at };
  }
  return undefined;
}

/**
 * Runs the handler, the compensation event sub-process in the restored scope, or the compensation of the activities inside
 * (docs/contributing/spec/loops-and-compensation.md#compensating-one-item).
 */
function compensate(run: Run, compensation: CompensationRun, item: LoggedItem, scope: ScopeOrdinal): void {
  if (item.handler !== null && !beginsInside(run, item)) {
    const variableScope = openHandlerVariables(run, openScope(run.state, scope).variableScope, item.seeds);
    run.agenda.add({ element: item.handler, flow: null, scope, variableScope, compensates: item.ordinal });
    return;
  }
  const restored = restore(run, compensation, item, scope);
  const element = elementOf(run.model, item.element);
  // items of `together` are single iterations; only the whole loop contains iterations
  const isLoop = loopOf(element) !== undefined && !compensation.together;
  const eventSubProcess = isLoop ? undefined : compensationSubProcess(run, element);
  if (eventSubProcess !== undefined) {
    fireEventSubProcess(
      run,
      restored,
      elementOf(run.model, eventSubProcess) as EventSubProcessModel,
      {},
      { kind: 'compensation' },
    );
    return;
  }
  if (item.inner.size === 0) {
    closeBody(run, restored);
    run.pending.add({ kind: 'advanceWalk', item: item.ordinal, outcome: 'compensated' });
    return;
  }
  const after = { kind: 'item', walk: compensation.ordinal, item: item.ordinal } as const;
  const inner = isLoop ? highestIndexFirst(item.inner) : newestFirst(item.inner);
  startNext(run, start(run, compensation.thrower, compensation.element, restored, inner, after, isLoop));
}

/** True if, as in Camunda 7 and 8, the activities inside are compensated before the handler. */
function beginsInside(run: Run, { element, inner }: LoggedItem): boolean {
  const { followsPlatform, platform } = run.model;
  if (inner.size === 0 || followsPlatform !== true || (platform !== 'Camunda 7' && platform !== 'Camunda 8')) return false;
  return compensationSubProcess(run, elementOf(run.model, element)) === undefined;
}

/** Runs after the activities inside. @returns false if there is no handler */
export function continueWithHandler(run: Run, ordinal: CompensationItemOrdinal): boolean {
  const compensation = compensationRunOfItem(run, ordinal);
  const item = compensation && findItem(run, compensation.scope, ordinal)?.item;
  if (item === undefined || item.handler === null || item.inner.size > 0) return false;
  run.pending.add({ kind: 'beginItem', item: ordinal });
  return true;
}

/** Opens a scope with the log and local variables of the completed body. */
function restore(run: Run, compensation: CompensationRun, item: LoggedItem, parent: ScopeOrdinal): ScopeOrdinal {
  const variableScope = openHandlerVariables(run, openScope(run.state, parent).variableScope, item.seeds);
  const scope = run.ordinals.nextScope();
  run.emit({
    type: 'ScopeOpened',
    scope,
    container: item.element,
    host: compensation.thrower,
    parent,
    variableScope,
    restores: { walk: compensation.ordinal, item: item.ordinal, log: item.inner.toJSON() },
  });
  return scope;
}

/** Opens them below the enclosing scope, with restored values in between. */
function openHandlerVariables(run: Run, around: VariableScopeOrdinal, seeds: Variables): VariableScopeOrdinal {
  let parent = around;
  if (Object.keys(seeds).length > 0) {
    const seedScope = run.ordinals.nextVariableScope();
    run.emit({ type: 'VariableScopeOpened', variableScope: seedScope, kind: 'handler', parent, locals: seeds });
    parent = seedScope;
  }
  const variableScope = run.ordinals.nextVariableScope();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'handler', parent });
  return variableScope;
}

/** Run that has started the item and not finished it. */
export function compensationRunOfItem(run: Run, item: CompensationItemOrdinal): CompensationRun | undefined {
  const ordinal = run.state.compensationRunOf.get(item);
  return ordinal === undefined ? undefined : run.state.compensationRuns.get(ordinal);
}
