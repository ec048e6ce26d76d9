import type { Repeat } from '../events/incident-events.ts';
import type { AfterListeners, Listening } from '../events/job-events.ts';
import { type InstanceMigrated, newIdOf, type Renamed, renamedBy, type TaskDescription } from '../migration/migrations.ts';
import {
  type ActivityInstance,
  activityInstanceIn,
  type InstanceState,
  type OwnJobState,
  type PausedRun,
  type ScopeState,
} from '../state.ts';
import { indexElements } from './state-index.ts';

/** Renames all element and flow ids (docs/contributing/spec/moving-to-a-version.md). */
export function applyMigration(state: InstanceState, event: InstanceMigrated): void {
  state.definitionId = event.definitionId;
  state.version = event.version;
  const [elements, flows] = [renamedBy(event.elements), renamedBy(event.flows)];
  if (elements.size > 0 || flows.size > 0) rename(state, elements, flows);
  for (const task of event.userTasks ?? []) describe(activityInstanceIn(state, task.entry), task);
}

function rename(state: InstanceState, elements: Renamed, flows: Renamed): void {
  for (const entry of state.entries.values()) renameEntry(entry, elements, flows);
  for (const scope of state.scopes.values()) renameScope(scope, elements, flows);
  for (const subscription of state.subscriptions.values()) subscription.element = newIdOf(elements, subscription.element);
  for (const job of state.jobs.values()) Object.assign(job, renamedJob(job, elements, flows));
  for (const incident of state.incidents.values()) {
    if (incident.entry !== null || incident.element !== state.key) incident.element = newIdOf(elements, incident.element);
    incident.repeat = renamedRepeat(incident.repeat, elements, flows);
  }
  for (const compensation of state.compensationRuns.values()) compensation.element = newIdOf(elements, compensation.element);
  if (state.paused !== null) state.paused = renamedRun(state.paused, elements, flows);
  indexElements(state);
}

function renameEntry(entry: ActivityInstance, elements: Renamed, flows: Renamed): void {
  entry.element = newIdOf(elements, entry.element);
  if (entry.held !== null) entry.held = new Map([...entry.held].map(([flow, tokens]) => [newIdOf(flows, flow), tokens]));
  if (entry.adHoc !== null)
    entry.adHoc = { ...entry.adHoc, activities: entry.adHoc.activities.map((id) => newIdOf(elements, id)) };
  entry.innerLog.rename((id) => newIdOf(elements, id));
}

function renameScope(scope: ScopeState, elements: Renamed, flows: Renamed): void {
  if (scope.host !== null) scope.container = newIdOf(elements, scope.container);
  const [joins, fired] = [[...scope.joins], [...scope.fired]];
  scope.joins.clear();
  for (const [element, entry] of joins) scope.joins.set(newIdOf(elements, element), entry);
  scope.fired.clear();
  for (const [element, { delivered }] of fired)
    scope.fired.set(newIdOf(elements, element), { delivered: new Set([...delivered].map((flow) => newIdOf(flows, flow))) });
  scope.log.rename((id) => newIdOf(elements, id));
}

function renamedRun(paused: PausedRun, elements: Renamed, flows: Renamed): PausedRun {
  const steps = paused.steps.map((step) => ({
    ...step,
    element: newIdOf(elements, step.element),
    flow: step.flow === null ? null : newIdOf(flows, step.flow),
  }));
  const { begins, failed } = paused;
  return {
    ...paused,
    steps,
    ...(begins === undefined || begins.startElement === null
      ? {}
      : { begins: { ...begins, startElement: newIdOf(elements, begins.startElement) } }),
    ...(failed === undefined
      ? {}
      : { failed: failed.map((part) => ({ ...part, repeat: renamedRepeat(part.repeat, elements, flows) })) }),
  };
}

/** Renames the ids of a listener or ad-hoc job. */
export function renamedJob(
  { entry, element, purpose }: Pick<OwnJobState, 'entry' | 'element' | 'purpose'>,
  elements: Renamed,
  flows: Renamed,
): Pick<OwnJobState, 'element' | 'purpose'> {
  const moved = purpose.kind === 'listener' ? { ...renamedListening(purpose, elements, flows), kind: purpose.kind } : purpose;
  return { element: entry === null ? element : newIdOf(elements, element), purpose: moved };
}

function renamedListening<L extends Listening>({ flow, rest, ...listening }: L, elements: Renamed, flows: Renamed): Listening {
  return {
    ...listening,
    ...(flow === undefined ? {} : { flow: newIdOf(flows, flow) }),
    ...(rest === undefined ? {} : { rest: renamedRest(rest, elements, flows) }),
  };
}

function renamedRest(rest: AfterListeners, elements: Renamed, flows: Renamed): AfterListeners {
  const { startElement, flows: chosen } = rest;
  return {
    ...rest,
    ...(chosen === undefined ? {} : { flows: chosen.map((flow) => newIdOf(flows, flow)) }),
    ...(typeof startElement === 'string' ? { startElement: newIdOf(elements, startElement) } : {}),
  };
}

function renamedRepeat(repeat: Repeat, elements: Renamed, flows: Renamed): Repeat {
  switch (repeat.kind) {
    case 'listen':
      return { ...repeat, listening: renamedListening(repeat.listening, elements, flows) };
    case 'arm':
      return { ...repeat, event: newIdOf(elements, repeat.event) };
    case 'begin':
      return { ...repeat, startElement: repeat.startElement === null ? null : newIdOf(elements, repeat.startElement) };
    default:
      return repeat;
  }
}

/** Keeps the claim. */
function describe(
  { userTask }: ActivityInstance,
  { assignee, candidateUsers, candidateGroups, expectedOutputs }: TaskDescription,
): void {
  if (userTask !== null) Object.assign(userTask, { assignee, candidateUsers, candidateGroups, expectedOutputs });
}
