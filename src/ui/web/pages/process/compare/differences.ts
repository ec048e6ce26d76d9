import type { ComparedElement, DrawnPlace } from './describe-model.ts';
import { formerIdsOf, withNewIds } from './match-elements.ts';

/** `before`, `after` undefined: absent in that version. */
export interface AttributeChange {
  readonly attribute: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** `kind` is `changed` if attributes have changed, even if the element was moved. */
export interface ElementDifference {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** in the later version, if it is there */
  readonly id: string;
  /** absent: both versions have `id` */
  readonly formerId?: string;
  readonly type: string;
  readonly name: string | undefined;
  /** of a flow; in the later version, if it is there */
  readonly ends?: FlowEnds;
  readonly changes: readonly AttributeChange[];
  /** position or size has changed */
  readonly isMoved: boolean;
  /** absent: not a consequence */
  readonly consequence?: Consequence;
}

/** A flow that only follows an added or removed element at its end, or one with another id. */
export interface Consequence {
  /** id of that element */
  readonly of: string;
  readonly before: FlowEnds | undefined;
  readonly after: FlowEnds | undefined;
}

/** Names, otherwise ids. */
export interface FlowEnds {
  readonly source: string;
  readonly target: string;
}

type Model = ReadonlyMap<string, ComparedElement>;

const ORDER = ['changed', 'added', 'removed', 'moved'] as const;

/** Changed, added, removed, then only moved elements. */
export function differencesOf(first: Model, after: Model): readonly ElementDifference[] {
  const former = formerIdsOf(first, after);
  const before = withNewIds(first, former);
  const shift = commonShift(before, after);
  const moved = new Set<string>();
  for (const [id, was] of before) if (isElsewhere(was, after.get(id), shift)) moved.add(id);
  const differences: ElementDifference[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    const shown = is ?? was;
    if (shown === undefined) continue;
    const formerId = former.get(id);
    const changes = [
      ...(formerId === undefined || !is || isRenumbered(is, formerId, first, after)
        ? []
        : [{ attribute: 'id', before: formerId, after: id }]),
      ...changesOf(was?.attributes, is?.attributes).map((change) => withNames(change, before, after)),
    ];
    const isMoved = moved.has(id) && !follows(shown, before, after, moved);
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : changes.length > 0 ? 'changed' : 'moved';
    const consequence = kind === 'moved' ? undefined : consequenceOf(id, { before, after, former }, changes);
    if (kind === 'moved' && !isMoved) continue;
    const { type, name } = shown;
    const ends = shown.ends.length === 2 ? endsOf(shown, is === undefined ? before : after) : undefined;
    differences.push({
      kind,
      id,
      type,
      name,
      changes,
      isMoved,
      ...(ends && { ends }),
      ...(formerId && { formerId }),
      ...(consequence && { consequence }),
    });
  }
  return differences.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** A flow with the same ends, when flows use ids of others: only the numbers have changed. */
function isRenumbered({ id, type }: ComparedElement, formerId: string, first: Model, after: Model): boolean {
  return type === 'sequenceFlow' && (first.has(id) || after.has(formerId));
}

function changesOf(
  before: ReadonlyMap<string, string> = new Map(),
  after: ReadonlyMap<string, string> = new Map(),
): readonly AttributeChange[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].flatMap((attribute) => {
    const [was, is] = [before.get(attribute), after.get(attribute)];
    return was === is ? [] : [{ attribute, before: was, after: is }];
  });
}

const ENDS = ['sourceRef', 'targetRef'];
/** Attributes that a flow without a name and a condition has. */
const OF_PLAIN_FLOW = ['type', 'container', ...ENDS];

interface Compared {
  readonly before: Model;
  readonly after: Model;
  readonly former: ReadonlyMap<string, string>;
}

/** Undefined: not a flow, also another change, or no end was added, removed or got another id. */
function consequenceOf(
  id: string,
  { before, after, former }: Compared,
  changes: readonly AttributeChange[],
): Consequence | undefined {
  const [was, is] = [before.get(id), after.get(id)];
  const plain = was === undefined || is === undefined ? OF_PLAIN_FLOW : ['id', ...ENDS];
  const isFlow = (is ?? was)?.type.endsWith('Flow') === true;
  if (!isFlow || !changes.every(({ attribute }) => plain.includes(attribute))) return undefined;
  const added = is?.ends.find((end) => !before.has(end) && after.has(end));
  const removed = was?.ends.find((end) => before.has(end) && !after.has(end));
  const of = added ?? removed ?? (former.has(id) ? is?.ends.find((end) => former.has(end)) : undefined);
  return of === undefined ? undefined : { of, before: endsOf(was, before), after: endsOf(is, after) };
}

function endsOf(flow: ComparedElement | undefined, model: Model): FlowEnds | undefined {
  const [source = '', target = ''] = flow?.ends.map((id) => model.get(id)?.name ?? id) ?? [];
  return flow && { source, target };
}

/** An end of the line was moved, added or removed, so the line has changed with it. */
function follows({ ends }: ComparedElement, before: Model, after: Model, moved: ReadonlySet<string>): boolean {
  return ends.some((id) => moved.has(id) || !before.has(id) || !after.has(id));
}

/** Attributes whose values are ids of elements. */
const REFERENCES = new Set(['sourceRef', 'targetRef', 'attachedToRef', 'default', 'flowNodeRef', 'container']);

/** Ids of elements become their names. */
function withNames(change: AttributeChange, before: Model, after: Model): AttributeChange {
  if (!REFERENCES.has(change.attribute)) return change;
  const named = (ids: string | undefined, model: Model) =>
    ids
      ?.split(', ')
      .map((id) => model.get(id)?.name ?? id)
      .join(', ');
  const [was, is] = [named(change.before, before), named(change.after, after)];
  // two elements with one name: the ids show the difference
  return was === is ? change : { ...change, before: was, after: is };
}

interface Shift {
  readonly x: number;
  readonly y: number;
}

function isElsewhere(was: ComparedElement, is: ComparedElement | undefined, { x, y }: Shift): boolean {
  if (was.place === undefined || is?.place === undefined) return false;
  const isLine = was.ends.length > 0;
  const expected = was.place.map((number, index) => (isLine || index < 2 ? number + (index % 2 === 0 ? x : y) : number));
  return expected.length !== is.place.length || expected.some((number, index) => Math.abs(number - (is.place?.[index] ?? 0)) > 1);
}

/** Shift of most shapes, which do not count as moved. */
function commonShift(before: Model, after: Model): Shift {
  const counts = new Map<string, { readonly shift: Shift; count: number }>();
  let shapes = 0;
  for (const [id, { place: was, ends }] of before) {
    const is = after.get(id)?.place;
    if (was === undefined || is === undefined || ends.length > 0) continue;
    const shift = shiftOf(was, is);
    const name = `${shift.x},${shift.y}`;
    const known = counts.get(name) ?? { shift, count: 0 };
    known.count += 1;
    counts.set(name, known);
    shapes += 1;
  }
  const most = [...counts.values()].toSorted((a, b) => b.count - a.count)[0];
  return most !== undefined && most.count > shapes / 2 ? most.shift : { x: 0, y: 0 };
}

function shiftOf(was: DrawnPlace, is: DrawnPlace): Shift {
  return { x: (is[0] ?? 0) - (was[0] ?? 0), y: (is[1] ?? 0) - (was[1] ?? 0) };
}
