import type { Listening } from '../events/job-events.ts';
import type { ElementMap } from '../migration/element-map.ts';
import type { MigrationFault } from '../migration/migrations.ts';
import {
  adHocShapeOf,
  catchesOf,
  isCompensationHandler,
  loopOf,
  startQuantityOf,
  throwsOf,
  workOf,
} from '../model/model-shape.ts';
import { branchVariablesIn, type ElementModel, elementOf, flowOf, type ProcessModel } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { Behaviours } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import type { LoggedItem } from '../state/compensation-items.ts';
import type { ActivityInstance, IncidentState, ScopeState } from '../state.ts';

interface Versions {
  readonly behaviours: Behaviours;
  readonly before: ProcessModel;
  readonly model: ProcessModel;
  readonly map: ElementMap;
}

function pairingConflict(of: Versions, was: ElementModel, now: ElementModel, entry: ActivityInstance): string | undefined {
  for (const { reason, isAbout, of: shape } of PAIRINGS) {
    if (isAbout(entry) && JSON.stringify(shape(was)) !== JSON.stringify(shape(now))) return reason;
  }
  return entry.race === null || hasSameTargets(of, was, now)
    ? undefined
    : 'the event-based gateway before it has other targets in the other version';
}

interface Pairing {
  readonly reason: string;
  readonly isAbout: (entry: ActivityInstance) => boolean;
  /** must be equal */
  readonly of: (element: ElementModel) => unknown;
}

const always = () => true;

const PAIRINGS: readonly Pairing[] = [
  { reason: 'its loop is of another kind in the other version', isAbout: always, of: loopShape },
  {
    reason: 'it needs another number of tokens to begin in the other version, and is waiting for them',
    isAbout: ({ held }) => held !== null,
    of: startQuantityOf,
  },
  {
    reason: 'it waits for events of other kinds in the other version',
    isAbout: ({ loop }) => loop === null,
    of: (element) => catchesOf(element).map(({ kind }) => kind),
  },
  {
    reason: 'it throws events of other kinds in the other version',
    isAbout: always,
    of: (element) => throwsOf(element).map(({ kind }) => kind),
  },
  { reason: 'its work is of another kind in the other version', isAbout: always, of: (element) => workOf(element)?.kind },
  {
    reason: 'it begins its activities in another way in the other version',
    isAbout: ({ adHoc }) => adHoc !== null,
    of: adHocShapeOf,
  },
  {
    reason: 'a compensation enters it in one version, and a token in the other',
    isAbout: always,
    of: isCompensationHandler,
  },
];

function loopShape(element: ElementModel): unknown {
  const loop = loopOf(element);
  if (loop === undefined || loop.kind === 'standardLoop') return loop?.kind;
  return [loop.kind, loop.isSequential, loop.cardinality !== undefined, loop.collection !== undefined];
}

/** The first event cancels the others. */
function hasSameTargets({ before, model, map, behaviours }: Versions, was: ElementModel, now: ElementModel): boolean {
  const expected = targetsAround(before, was, behaviours).map((id) => map.elementOf(id) ?? '');
  return JSON.stringify(expected.sort()) === JSON.stringify(targetsAround(model, now, behaviours).sort());
}

/** Targets of the event-based gateways before an element. */
function targetsAround(model: ProcessModel, { incoming }: ElementModel, behaviours: Behaviours): string[] {
  const targets = new Set<string>();
  for (const flow of incoming) {
    const gateway = elementOf(model, flowOf(model, flow).source);
    if (!behaviours[gateway.type].startsRace) continue;
    for (const next of gateway.outgoing) targets.add(flowOf(model, next).target);
  }
  return [...targets];
}

/** `run`: has the state of the instance and the other version. */
export interface Migrating {
  readonly run: Run;
  /** version of the instance */
  readonly before: ProcessModel;
  readonly map: ElementMap;
}

/** Yields all reasons against the migration (docs/contributing/spec/moving-to-a-version.md#refused). */
export function* migrationFaults(of: Migrating): Generator<MigrationFault> {
  yield* of.map.faults;
  const { state } = of.run;
  yield* ofVariables(of);
  for (const entry of state.entries.values()) yield* ofEntry(of, entry);
  for (const scope of state.scopes.values()) yield* ofScope(of, scope);
  for (const { entry, element, purpose } of state.jobs.values())
    if (purpose.kind === 'listener') yield* ofListening(of, entry, element, purpose);
  for (const incident of state.incidents.values()) yield* ofIncident(of, incident);
  for (const { element, flow } of state.paused?.steps ?? []) {
    yield* ofPlace(of, null, element, 'a token is on its way to it');
    if (flow !== null) yield* ofIncoming(of, null, element, flow);
  }
  const beginning = state.paused?.begins?.startElement ?? null;
  if (beginning !== null) yield* ofPlace(of, null, beginning, 'it begins there when it is resumed');
}

function* ofVariables({ run: { state, model, context }, before }: Migrating): Generator<MigrationFault> {
  const modes = [before, model].map((one) => branchVariablesIn(one, context.branchVariables));
  if (modes[0] === modes[1] || state.branches.size === 0) return;
  const reason = 'parallel paths share their variables in one version and not in the other, and some are under way';
  yield { entry: null, element: before.key, reason };
}

function* ofEntry(of: Migrating, entry: ActivityInstance): Generator<MigrationFault> {
  const { run, before, map } = of;
  const { ordinal, element, held, adHoc } = entry;
  const to = map.elementOf(element);
  if (to === undefined) {
    yield { entry: ordinal, element, reason: map.reasonFor(element) };
    return;
  }
  const [was, now] = [elementOf(before, element), elementOf(run.model, to)];
  const reason = pairingConflict({ before, model: run.model, map, behaviours: run.behaviours }, was, now, entry);
  if (reason !== undefined) yield { entry: ordinal, element, reason };
  for (const flow of held?.keys() ?? []) yield* ofIncoming(of, ordinal, element, flow);
  for (const activity of adHoc?.isClosed === false ? adHoc.activities.slice(adHoc.started) : [])
    yield* ofPlace(of, ordinal, activity, `'${element}' begins it later`);
}

function* ofScope(of: Migrating, { host, fired, log }: ScopeState): Generator<MigrationFault> {
  for (const [element, { delivered }] of fired) {
    yield* ofPlace(of, host, element, 'it has fired and waits for the rest of its pass');
    for (const flow of delivered) yield* ofIncoming(of, host, element, flow);
  }
  for (const item of log.values()) yield* ofLogged(of, host, item);
}

function* ofLogged(
  of: Migrating,
  host: ActivityInstanceOrdinal | null,
  { element, handler, inner }: LoggedItem,
): Generator<MigrationFault> {
  yield* ofPlace(of, host, element, 'it can be compensated');
  if (handler !== null) yield* ofPlace(of, host, handler, `it compensates '${element}'`);
  for (const item of inner.values()) yield* ofLogged(of, host, item);
}

/** Listeners are found by index, so all must be equal. */
function* ofListening(
  of: Migrating,
  entry: ActivityInstanceOrdinal | null,
  element: string,
  { flow, rest }: Listening,
): Generator<MigrationFault> {
  const { run, before, map } = of;
  const was = entry === null ? before : flow === undefined ? elementOf(before, element) : flowOf(before, flow);
  const to = entry === null ? undefined : flow === undefined ? map.elementOf(element) : map.flowOf(flow);
  const now = entry === null ? run.model : flow === undefined ? run.model.elements.get(to ?? '') : run.model.flows.get(to ?? '');
  if (JSON.stringify(was.listeners) !== JSON.stringify(now?.listeners))
    yield { entry, element, reason: 'a listener is being called, and the other version has others there' };
  else if (to !== undefined && to !== (flow ?? element))
    yield { entry, element, reason: 'a listener is being called, and its worker knows it by another id' };
  for (const chosen of rest?.flows ?? []) {
    const target = map.flowOf(chosen);
    const source = map.elementOf(element);
    if (target === undefined || flowOf(run.model, target).source !== source)
      yield {
        entry,
        element,
        reason: `the token leaves on the sequence flow '${chosen}', which the other version does not have there`,
      };
  }
  if (typeof rest?.startElement === 'string') yield* ofPlace(of, entry, rest.startElement, 'the first token goes there');
}

function* ofIncident(of: Migrating, { entry, element, repeat }: IncidentState): Generator<MigrationFault> {
  if (repeat.kind === 'listen') yield* ofListening(of, entry, element, repeat.listening);
  if (repeat.kind === 'arm') yield* ofPlace(of, entry, repeat.event, 'it has an incident');
  if (repeat.kind === 'begin' && repeat.startElement !== null)
    yield* ofPlace(of, entry, repeat.startElement, 'the first token goes there');
}

function* ofPlace(
  { map }: Migrating,
  entry: ActivityInstanceOrdinal | null,
  element: string,
  why: string,
): Generator<MigrationFault> {
  if (map.elementOf(element) === undefined) yield { entry, element, reason: `${map.reasonFor(element)}, and ${why}` };
}

function* ofIncoming(
  { run, map }: Migrating,
  entry: ActivityInstanceOrdinal | null,
  element: string,
  flow: string,
): Generator<MigrationFault> {
  const to = map.elementOf(element);
  const flowTo = map.flowOf(flow);
  if (to === undefined || flowTo === '' || (flowTo !== undefined && elementOf(run.model, to).incoming.includes(flowTo))) return;
  yield {
    entry,
    element,
    reason: `a token came on the sequence flow '${flow}', which does not lead to '${to}' in the other version`,
  };
}
