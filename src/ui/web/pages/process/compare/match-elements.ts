import type { ComparedElement } from './describe-model.ts';

type Model = ReadonlyMap<string, ComparedElement>;

/**
 * Former ids by new id, of elements that have another id in the later version. An element without its id in the other version has the
 * same type and name there, or the same type, container and neighbours. Several candidates on a side: no match. A sequence flow is first
 * matched by its ends, also if the other version has its id. An element whose id thereby belongs to another one gets a key that differs from all ids.
 */
export function formerIdsOf(before: Model, after: Model): ReadonlyMap<string, string> {
  const former = new Map<string, string>();
  const match = (keyOf: KeyOf) => matchUnique(before, after, former, keyOf);
  match(({ type, name, ends }) => (name === undefined || ends.length > 0 ? undefined : JSON.stringify([type, name])));
  // each match can determine the neighbours of another element
  while (match(keyOfNeighbours)) {}
  matchUnique(before, after, former, keyOfFlow, { isByIdFirst: false });
  const renewed = new Set(former.values());
  for (const id of [...former.keys()]) if (before.has(id) && !renewed.has(id)) former.set(`before ${id}`, id);
  match(({ type, name, ends }, { sideId }) => (ends.length === 0 ? undefined : JSON.stringify([type, name, ends.map(sideId)])));
  match(({ type, ends }, { sideId }) => (ends.length === 0 ? undefined : JSON.stringify([type, ends.map(sideId)])));
  return former;
}

/** The earlier version with the new ids, also in references. */
export function withNewIds(before: Model, former: ReadonlyMap<string, string>): Model {
  const renewed = new Map([...former].map(([id, was]) => [was, id]));
  const renew = (id: string) => renewed.get(id) ?? id;
  if (renewed.size === 0) return before;
  return new Map(
    [...before].map(([id, element]) => {
      const attributes = new Map(
        [...element.attributes].map(([path, value]) => [path, isReference(path) ? renewList(value, renew) : value] as const),
      );
      return [renew(id), { ...element, id: renew(id), ends: element.ends.map(renew), attributes }] as const;
    }),
  );
}

/** Identity of an element among those without a counterpart; undefined: none. */
type KeyOf = (element: ComparedElement, side: Side) => string | undefined;

interface Side {
  /** id that both versions have for a matched element; ids of others contain the version */
  sideId(id: string): string;
  readonly neighbours: ReadonlyMap<string, Neighbours>;
}

interface Neighbours {
  readonly sources: string[];
  readonly targets: string[];
}

const keyOfFlow: KeyOf = ({ type, ends }, { sideId }) => (type === 'sequenceFlow' ? JSON.stringify(ends.map(sideId)) : undefined);

/** Returns if there is a new match. `isByIdFirst`: elements whose id both versions have are already matched. */
function matchUnique(
  before: Model,
  after: Model,
  former: Map<string, string>,
  keyOf: KeyOf,
  { isByIdFirst = true } = {},
): boolean {
  const renewed = new Map([...former].map(([id, was]) => [was, id]));
  const was = uniqueByKey(before, keyOf, (id) => (isByIdFirst && after.has(id)) || renewed.has(id), {
    sideId: (id) => renewed.get(id) ?? (after.has(id) ? id : `before ${id}`),
    neighbours: neighboursOf(before),
  });
  const is = uniqueByKey(after, keyOf, (id) => (isByIdFirst && before.has(id)) || former.has(id), {
    sideId: (id) => (former.has(id) || before.has(id) ? id : `after ${id}`),
    neighbours: neighboursOf(after),
  });
  const known = former.size;
  for (const [key, id] of is) {
    const other = was.get(key);
    if (id !== undefined && other !== undefined && id !== other) former.set(id, other);
  }
  return former.size > known;
}

/** Undefined: several elements have the key. */
function uniqueByKey(
  model: Model,
  keyOf: KeyOf,
  isMatched: (id: string) => boolean,
  side: Side,
): Map<string, string | undefined> {
  const unique = new Map<string, string | undefined>();
  for (const [id, element] of model) {
    const key = isMatched(id) ? undefined : keyOf(element, side);
    if (key !== undefined) unique.set(key, unique.has(key) ? undefined : id);
  }
  return unique;
}

/** Only if all neighbours are in both versions. Events with other definitions differ. */
function keyOfNeighbours({ id, type, attributes, ends }: ComparedElement, { sideId, neighbours }: Side): string | undefined {
  const near = neighbours.get(id);
  if (ends.length > 0 || near === undefined) return undefined;
  const [sources, targets] = [near.sources, near.targets].map((ids) => ids.map(sideId).toSorted());
  const definitions = [...attributes.keys()].flatMap((path) => /^\w+EventDefinition/.exec(path) ?? []);
  return JSON.stringify([
    type,
    sideId(attributes.get('container') ?? ''),
    sources,
    targets,
    [...new Set(definitions)].toSorted(),
  ]);
}

/** By the flows of the model; a boundary event follows its activity. */
function neighboursOf(model: Model): ReadonlyMap<string, Neighbours> {
  const neighbours = new Map<string, Neighbours>();
  const of = (id: string) => {
    const known = neighbours.get(id) ?? { sources: [], targets: [] };
    neighbours.set(id, known);
    return known;
  };
  for (const [id, { ends, attributes }] of model) {
    const [source, target] = ends;
    const attachedTo = attributes.get('attachedToRef');
    if (source !== undefined && target !== undefined) {
      of(source).targets.push(target);
      of(target).sources.push(source);
    }
    if (attachedTo !== undefined) of(id).sources.push(attachedTo);
  }
  return neighbours;
}

/** Attributes whose values are ids of elements. */
const REFERENCE = /^(?:container|default|\w+Refs?)$/;

function isReference(path: string): boolean {
  return REFERENCE.test(path.split(' › ').at(-1) ?? '');
}

function renewList(value: string, renew: (id: string) => string): string {
  const ids = value.split(', ');
  const renewed = ids.map(renew);
  // the order of the elements of a lane is that of their ids
  return ids.every((id, index) => id === renewed[index]) ? value : renewed.toSorted().join(', ');
}
