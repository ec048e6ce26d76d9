import fc from 'fast-check';

/** A process of any shape: joins that never get their tokens, loops without end, paths that meet where they should not. */
export interface Graph {
  readonly notation: string;
  readonly commands: readonly Poke[];
}
/** One command to the waiting task at this position, modulo how many wait. */
export interface Poke {
  readonly position: number;
  readonly does: 'complete' | 'fail' | 'cancel';
  readonly variable: number;
  readonly value: number;
}

const KINDS = [
  'task',
  'task',
  'task',
  'user',
  'user',
  'and',
  'and',
  'and',
  'or',
  'or',
  'xor',
  'script',
  'sub',
  'sub',
  'end',
  'terminate',
  'error',
  'throw',
] as const;
type Kind = (typeof KINDS)[number];
interface Node {
  readonly kind: Kind;
  readonly number: number;
  readonly hasBoundary: boolean;
}
interface Flow {
  readonly from: number;
  /** how many nodes further on; a negative number goes back */
  readonly by: number;
  readonly above: number | null;
}

const node: fc.Arbitrary<Node> = fc.record({
  kind: fc.constantFrom(...KINDS),
  number: fc.nat({ max: 3 }),
  hasBoundary: fc.boolean(),
});
const flow: fc.Arbitrary<Flow> = fc.record({
  from: fc.nat({ max: 40 }),
  by: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: -4, max: 0 }) },
  ),
  above: fc.option(fc.nat({ max: 5 }), { nil: null, freq: 2 }),
});
const level = fc.record({
  nodes: fc.array(node, { minLength: 4, maxLength: 12 }),
  flows: fc.array(flow, { minLength: 6, maxLength: 26 }),
});

/** Random graphs; every sub-process has the same body, which holds no sub-process. */
export const graphs: fc.Arbitrary<Graph> = fc.record({
  notation: fc.tuple(level, level).map(([outer, inner]) => notationOf(outer, inner)),
  commands: fc.array(
    fc.record({
      position: fc.nat({ max: 20 }),
      does: fc.constantFrom('complete', 'complete', 'complete', 'complete', 'complete', 'fail', 'cancel'),
      variable: fc.nat({ max: 3 }),
      value: fc.nat({ max: 6 }),
    }),
    { maxLength: 25 },
  ),
});

interface Level {
  readonly nodes: readonly Node[];
  readonly flows: readonly Flow[];
}

function notationOf(outer: Level, inner: Level): string {
  const bodies = outer.nodes.map(({ kind }, index) =>
    kind === 'sub' ? linesOf(`s${index}`, { ...inner, nodes: inner.nodes.map(flat) }) : [],
  );
  return linesOf('o', outer, bodies).join('\n');
}

function flat(of: Node): Node {
  return of.kind === 'sub' ? { ...of, kind: 'and' } : of;
}

function linesOf(prefix: string, { nodes, flows }: Level, bodies: readonly (readonly string[])[] = []): string[] {
  const lines = [`${prefix}_start: start`];
  nodes.forEach((of, index) => {
    const id = `${prefix}_${index}`;
    lines.push(...elementOf(id, of, bodies[index] ?? []));
    if (of.hasBoundary && ['sub', 'user', 'throw'].includes(of.kind)) lines.push(`${id}_b: boundary on ${id}`);
  });
  for (const first of [0, 1, 2]) lines.push(`${prefix}_first${first}: ${prefix}_start -> ${prefix}_${first}`);
  const defaults = new Set<string>();
  flows.forEach(({ from, by, above }, index) => {
    const at = from % nodes.length;
    const source = nodes[at];
    const target = at + by;
    if (source === undefined || target < 0 || target >= nodes.length || ['end', 'terminate', 'error'].includes(source.kind))
      return;
    const id = `${prefix}_${at}`;
    const hasBoundary = lines.some((line) => line.startsWith(`${id}_b:`));
    // every third flow of an element with a boundary event leaves the event
    const leaves = hasBoundary && index % 3 === 0 ? `${id}_b` : id;
    // the first flow is the default, so that something can always be chosen
    const isDefault = !defaults.has(leaves) && source.kind !== 'and';
    if (isDefault) defaults.add(leaves);
    const condition = above === null || isDefault ? '' : ` [v${index % 4} > ${above}]`;
    lines.push(`${prefix}_f${index}${isDefault ? '*' : ''}: ${leaves} -> ${prefix}_${target}${condition}`);
  });
  return lines;
}

function elementOf(id: string, { kind, number }: Node, body: readonly string[]): string[] {
  switch (kind) {
    case 'terminate':
      return [`${id}: end terminate`];
    case 'error':
      return [`${id}: end error E`];
    case 'script':
      return [`${id}: script v${number} = v${(number + 1) % 4} + 1`];
    case 'throw':
      return [`${id}: script if (v${number} > 2) { throw new BpmnError("E") }`];
    case 'sub':
      return [`${id}: sub {`, ...body, '}'];
    default:
      return [`${id}: ${kind}`];
  }
}
