import type { Behaviours } from '../behaviour.ts';
import type { ElementMap } from '../element-map.ts';
import { type ElementModel, elementOf, flowOf, type ProcessModel } from '../model.ts';
import { adHocShapeOf, catchesOf, isCompensationHandler, loopOf, startQuantityOf, throwsOf, workOf } from '../model-shape.ts';
import type { EntryState } from '../state.ts';

/** Two versions of one process with the element mapping. */
interface Versions {
  readonly behaviours: Behaviours;
  readonly before: ProcessModel;
  readonly model: ProcessModel;
  readonly map: ElementMap;
}

/** Returns a migration conflict of an active element with its counterpart; undefined: none. */
export function pairingConflict(of: Versions, was: ElementModel, now: ElementModel, entry: EntryState): string | undefined {
  for (const { reason, isAbout, of: shape } of PAIRINGS) {
    if (isAbout(entry) && JSON.stringify(shape(was)) !== JSON.stringify(shape(now))) return reason;
  }
  return entry.race === null || hasSameTargets(of, was, now)
    ? undefined
    : 'the event-based gateway before it has other targets in the other version';
}

interface Pairing {
  readonly reason: string;
  readonly isAbout: (entry: EntryState) => boolean;
  /** properties that must be equal */
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

/** The first event cancels the others, so the alternatives must be the same. */
function hasSameTargets({ before, model, map, behaviours }: Versions, was: ElementModel, now: ElementModel): boolean {
  const expected = targetsAround(before, was, behaviours).map((id) => map.elementOf(id) ?? '');
  return JSON.stringify(expected.sort()) === JSON.stringify(targetsAround(model, now, behaviours).sort());
}

/** Returns the targets of event-based gateways before an element. */
function targetsAround(model: ProcessModel, { incoming }: ElementModel, behaviours: Behaviours): string[] {
  const targets = new Set<string>();
  for (const flow of incoming) {
    const gateway = elementOf(model, flowOf(model, flow).source);
    if (!behaviours[gateway.type].startsRace) continue;
    for (const next of gateway.outgoing) targets.add(flowOf(model, next).target);
  }
  return [...targets];
}
