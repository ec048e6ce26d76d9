import type { SubscriptionOwner, SubscriptionSubject } from '../events/records.ts';
import type { MigrationFault, MigrationOrder } from '../migration/migrations.ts';
import { catchesOf, isParallelMultiple, startOf } from '../model/model-shape.ts';
import {
  containerOf,
  type ElementModel,
  type EventSubProcessModel,
  elementOf,
  isSubscribing,
  type SubscribingCatch,
} from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { hasListenerJobs } from '../policies/listeners.ts';
import { subjectOf } from '../policies/subscriptions.ts';
import {
  type ActivityInstance,
  activityInstanceIn,
  type InstanceState,
  incidentsOf,
  openScope,
  type ScopeState,
  type SubscriptionState,
} from '../state.ts';
import type { Migrating } from './migration-faults.ts';

/**
 * `kept` unchanged, `disarmed` without counterpart, `renewed` with a new subject, `armed`: new. `isEvaluated`: a changed condition is evaluated
 * immediately.
 */
export type MovedSubscription =
  | { readonly becomes: 'kept'; readonly subscription: SubscriptionState; readonly isEvaluated: boolean }
  | { readonly becomes: 'disarmed'; readonly subscription: SubscriptionState }
  | { readonly becomes: 'renewed'; readonly subscription: SubscriptionState; readonly subject: SubscriptionSubject }
  | { readonly becomes: 'armed'; readonly owner: SubscriptionOwner; readonly subject: SubscriptionSubject };

type Moved = MovedSubscription | MigrationFault;

const HALF_OCCURRED = 'some of its events have occurred, and the other version does not wait for the rest there';

/** Open subscriptions in order of creation, then new ones (docs/contributing/spec/moving-to-a-version.md#moved-waits). */
export function* movedWaits(of: Migrating, order: MigrationOrder): Generator<Moved> {
  const { state } = of.run;
  for (const subscription of state.subscriptions.values()) yield movedOne(of, order, subscription);
  for (const entry of state.entries.values()) yield* newBoundaries(of, entry);
  for (const scope of state.scopes.values()) yield* newEventSubProcesses(of, scope);
}

function movedOne(of: Migrating, order: MigrationOrder, subscription: SubscriptionState): Moved {
  const { run, before, map } = of;
  const { element, subject, definition, entry, scope } = subscription;
  const to = map.elementOf(element);
  const caught = to === undefined ? undefined : placeOf(elementOf(run.model, to), subscription);
  if (to === undefined || caught === undefined)
    return to !== undefined && wouldNeverFire(of, subscription, elementOf(run.model, to))
      ? { entry, element, reason: HALF_OCCURRED }
      : { becomes: 'disarmed', subscription };
  if (caught.kind === 'conditional') {
    const isEvaluated = JSON.stringify(caught) !== JSON.stringify(catchesOf(elementOf(before, element))[definition]);
    return { becomes: 'kept', subscription, isEvaluated };
  }
  const how = caught.kind === 'timer' ? order.timers : order.subscriptions;
  if (how === 'keep') return { becomes: 'kept', subscription, isEvaluated: false };
  const renewed = subjectOf(
    run,
    caught,
    to,
    entry === null ? variablesOf(run.state, scope) : activityInstanceIn(run.state, entry).variableScope,
  );
  if ('message' in renewed) return { entry, element, reason: renewed.message };
  const isSame = caught.kind !== 'timer' && JSON.stringify(renewed) === JSON.stringify(subject);
  return isSame ? { becomes: 'kept', subscription, isEvaluated: false } : { becomes: 'renewed', subscription, subject: renewed };
}

/** Definition in the other version. */
function placeOf(event: ElementModel, { definition, subject }: SubscriptionState): SubscribingCatch | undefined {
  const caught = catchesOf(event)[definition];
  return caught !== undefined && caught.kind === subject.kind && isSubscribing(caught) ? caught : undefined;
}

/** True if some definitions of a parallel multiple event have occurred and no other remains. */
function wouldNeverFire({ run, before }: Migrating, { element, entry, scope }: SubscriptionState, event: ElementModel): boolean {
  const was = elementOf(before, element);
  const open = [...run.state.subscriptions.values()].filter(
    (other) => other.element === element && other.entry === entry && other.scope === scope,
  );
  const isHalf = isParallelMultiple(was) && open.length < catchesOf(was).length;
  return isHalf && newCatches(event, was).length === 0 && open.every((other) => placeOf(event, other) === undefined);
}

/** Skips events that have fired before. */
function* newBoundaries(of: Migrating, entry: ActivityInstance): Generator<Moved> {
  const { run, before, map } = of;
  const { state, model, behaviours } = run;
  const to = map.elementOf(entry.element);
  if (to === undefined || !isSubscribed(state, entry)) return;
  const element = elementOf(model, to);
  if (element.boundaries.length === 0) return;
  const known = knownBy(of, elementOf(before, entry.element).boundaries);
  const onlyConditions = behaviours[element.type].endsInStep(run, element) && !hasListenerJobs(element) && entry.loop === null;
  for (const id of element.boundaries) {
    const owner = { owner: 'boundary', entry: entry.ordinal, scope: entry.scope, element: id } as const;
    for (const [definition, caught] of newCatches(elementOf(model, id), known.get(id)))
      if (!onlyConditions || caught.kind === 'conditional')
        yield newWait(of, { ...owner, definition }, caught, entry.variableScope);
  }
}

/** Returns false for iterations, which have no boundary events, and instances not started or to be re-entered. */
function isSubscribed(state: InstanceState, { ordinal, index, held }: ActivityInstance): boolean {
  return index === null && held === null && !incidentsOf(state, ordinal).some(({ repeat }) => repeat.kind === 'enter');
}

function* newEventSubProcesses(of: Migrating, scope: ScopeState): Generator<Moved> {
  const { run, before, map } = of;
  const to = map.containerOf(scope.container);
  if (to === undefined || !mayWait(run.state, scope)) return;
  const starts = containerOf(before, scope.container).eventSubProcesses.map(
    (id) => (elementOf(before, id) as EventSubProcessModel).start,
  );
  const known = knownBy(of, starts);
  for (const id of containerOf(run.model, to).eventSubProcesses) {
    const start = startOf(run.model, elementOf(run.model, id) as EventSubProcessModel);
    const owner = { owner: 'eventSubProcess', entry: null, scope: scope.ordinal, element: start.id } as const;
    for (const [definition, caught] of newCatches(start, known.get(start.id)))
      yield newWait(of, { ...owner, definition }, caught, scope.variableScope);
  }
}

/** True if event sub-processes can wait: not in scopes of a loop or compensation, nor after an interruption. */
function mayWait(state: InstanceState, { host, isInterrupted, restores }: ScopeState): boolean {
  if (isInterrupted || restores !== null) return false;
  if (host !== null) return activityInstanceIn(state, host).loop === null;
  // a process that has not started subscribes later
  if (state.jobOf.has(null) || state.paused?.begins !== undefined) return false;
  return !incidentsOf(state, null).some(({ repeat: { kind } }) => kind === 'begin' || kind === 'listen' || kind === 'end');
}

/** Events by id in the other version. */
function knownBy({ before, map }: Migrating, ids: readonly string[]): ReadonlyMap<string, ElementModel> {
  return new Map(
    ids.flatMap((id) => (map.elementOf(id) === undefined ? [] : [[map.elementOf(id) as string, elementOf(before, id)]])),
  );
}

/** Definitions that the current version does not have at this index. */
function newCatches(event: ElementModel, was: ElementModel | undefined): (readonly [number, SubscribingCatch])[] {
  const before = was === undefined ? [] : catchesOf(was);
  return [...catchesOf(event).entries()].flatMap(([at, caught]) =>
    isSubscribing(caught) && before[at]?.kind !== caught.kind ? [[at, caught] as const] : [],
  );
}

function newWait({ run }: Migrating, owner: SubscriptionOwner, caught: SubscribingCatch, variables: VariableScopeOrdinal): Moved {
  const subject = subjectOf(run, caught, owner.element, variables);
  return 'message' in subject
    ? { entry: owner.entry, element: owner.element, reason: subject.message }
    : { becomes: 'armed', owner, subject };
}

function variablesOf(state: InstanceState, scope: number): VariableScopeOrdinal {
  return openScope(state, scope).variableScope;
}
