import fc from 'fast-check';
import {
  BOUNDARIES,
  type BoundaryKind,
  LOOPS,
  type LoopKind,
  linesOfNode,
  type NodeKind,
  SUB_PROCESSES,
  sourcesOf,
} from './graph-nodes.ts';

/** A process of any shape: joins that never get their tokens, loops without end, paths that meet where they should not, events everywhere. */
export interface Graph {
  readonly notation: string;
  readonly commands: readonly Poke[];
}
/** One command to what waits at this position, modulo how much waits. */
export interface Poke {
  readonly position: number;
  /** `late`: something that was on its way before, whatever has become of what it is for */
  readonly does: 'complete' | 'fail' | 'cancel' | 'escalate' | 'late';
  readonly variable: number;
  readonly value: number;
}

interface Node {
  readonly kind: NodeKind;
  readonly number: number;
  readonly boundary: BoundaryKind;
  readonly loop: LoopKind;
  readonly hasHandler: boolean;
}
interface Flow {
  readonly from: number;
  /** how many nodes further on; a negative number goes back */
  readonly by: number;
  readonly above: number | null;
}

const nodeOf = (kinds: readonly NodeKind[]): fc.Arbitrary<Node> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    number: fc.nat({ max: 3 }),
    boundary: fc.constantFrom(...BOUNDARIES),
    loop: fc.constantFrom(...LOOPS),
    hasHandler: fc.boolean(),
  });
const flow: fc.Arbitrary<Flow> = fc.record({
  from: fc.nat({ max: 40 }),
  by: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: -4, max: 0 }) },
  ),
  above: fc.option(fc.nat({ max: 5 }), { nil: null, freq: 2 }),
});
/** Event sub-processes of a level, by what starts them; `%` is the place of the prefix of its ids. */
const TRIGGERS = [
  ...['message m0', 'beside message m1', 'beside signal s0', 'timer PT1H', 'beside cycle R2/PT1M', 'beside when v2 > 3'],
  ...['error E', 'error', 'beside escalation W', 'escalation', 'when v3 > 4', 'beside all message m1 | signal s0'],
] as const;
/** Event sub-processes whose body does several things in one step: what one of them begins, another ends. */
const FORKS_OF_ENDS: Readonly<Record<string, readonly string[]>> = {
  'undo, then stop': ['throw compensation', 'end terminate'],
  'undo, then fail': ['throw compensation', 'end error E'],
  'undo, then signal': ['throw compensation', 'throw signal s0'],
  'stop, then undo': ['end terminate', 'throw compensation'],
  'undo twice': ['throw compensation', 'end compensation'],
};
/** An event sub-process whose body is as rich as that of any other. */
const WHOLE_LEVEL = 'a whole level';
const levelOf = (kinds: readonly NodeKind[], most: number): fc.Arbitrary<Level> =>
  fc.record({
    nodes: fc.array(nodeOf(kinds), { minLength: 4, maxLength: most }),
    flows: fc.array(flow, { minLength: 6, maxLength: 2 * most + 2 }),
    triggers: fc.array(fc.constantFrom(...TRIGGERS), { maxLength: 2 }),
    inside: fc.constantFrom(
      'task',
      'user',
      'throw compensation',
      'end terminate',
      'end error E',
      'end escalation W',
      'script v0 = v0 + 1',
      ...Object.keys(FORKS_OF_ENDS),
      WHOLE_LEVEL,
      WHOLE_LEVEL,
    ),
  });
type Level = {
  readonly nodes: readonly Node[];
  readonly flows: readonly Flow[];
  readonly triggers: readonly string[];
  readonly inside: string;
};

/** Random graphs of nodes of these kinds, three levels deep; all sub-processes of a level have the same body. */
export const graphsOf = (kinds: readonly NodeKind[]): fc.Arbitrary<Graph> =>
  fc.record({
    notation: fc.tuple(levelOf(kinds, 12), levelOf(kinds, 8), levelOf(kinds, 5)).map(notationOf),
    commands: fc.array(
      fc.record({
        position: fc.nat({ max: 20 }),
        does: fc.constantFrom(
          ...(['complete', 'complete', 'complete', 'complete', 'complete', 'fail', 'cancel', 'escalate', 'late'] as const),
        ),
        variable: fc.nat({ max: 3 }),
        value: fc.nat({ max: 6 }),
      }),
      { maxLength: 25 },
    ),
  });

/** @param levels outermost first */
function notationOf([outer, ...inner]: readonly [Level, ...Level[]]): string {
  const nodes = outer.nodes.map((of) => ({ ...of, kind: of.kind === 'cancel' ? 'terminate' : of.kind }));
  return linesOf('o', { ...outer, nodes }, inner, 'start').join('\n');
}

/** Only a transaction can be cancelled, and the innermost level holds no sub-process. */
function nodesInside({ nodes }: Level, isInnermost: boolean, isInTransaction: boolean): readonly Node[] {
  return nodes.map((of) => {
    if (isInnermost && SUB_PROCESSES.has(of.kind)) return { ...of, kind: 'and' };
    return of.kind === 'cancel' && !isInTransaction ? { ...of, kind: 'terminate' } : of;
  });
}

/**
 * @param inner the levels inside this one
 * @param start its start event
 */
function linesOf(prefix: string, level: Level, [next, ...inner]: readonly Level[], start: string): string[] {
  const { nodes, flows, triggers, inside } = level;
  const bodyOf = (id: string, begins: string, isTransaction: boolean) =>
    next === undefined
      ? []
      : linesOf(id, { ...next, nodes: nodesInside(next, inner.length === 0, isTransaction) }, inner, begins);
  const lines = [`${prefix}_start: ${start}`];
  nodes.forEach((of, index) => {
    const body = SUB_PROCESSES.has(of.kind) ? bodyOf(`${prefix}s${index}`, 'start', of.kind === 'tx') : [];
    lines.push(...linesOfNode(`${prefix}_${index}`, of, body));
  });
  triggers.forEach((trigger, index) => {
    const id = `${prefix}_esp${index}`;
    const isWhole = inside === WHOLE_LEVEL && next !== undefined;
    lines.push(`${id}: esp {`);
    if (isWhole) lines.push(...bodyOf(`${prefix}e${index}`, `start ${trigger}`, false));
    else lines.push(`${id}_s: start ${trigger}`, ...linesInside(id, inside), `${id}_f: ${id}_s -> ${id}_i`);
    lines.push('}');
  });
  for (const first of [0, 1, 2]) lines.push(`${prefix}_first${first}: ${prefix}_start -> ${prefix}_${first}`);
  lines.push(...linesOfFlows(prefix, nodes, flows));
  return lines;
}

function linesInside(id: string, inside: string): string[] {
  const ends = FORKS_OF_ENDS[inside];
  if (ends === undefined) return [`${id}_i: ${inside === WHOLE_LEVEL ? 'task' : inside}`];
  return [
    `${id}_i: and`,
    ...ends.flatMap((end, index) => [`${id}_e${index}: ${end}`, `${id}_t${index}: ${id}_i -> ${id}_e${index}`]),
  ];
}

function linesOfFlows(prefix: string, nodes: readonly Node[], flows: readonly Flow[]): string[] {
  const lines: string[] = [];
  const defaults = new Set<string>();
  flows.forEach(({ from, by, above }, index) => {
    const at = from % nodes.length;
    const source = nodes[at];
    const target = at + by;
    if (source === undefined || target < 0 || target >= nodes.length) return;
    const sources = sourcesOf(`${prefix}_${at}`, source);
    const leaves = sources[index % Math.max(1, sources.length)];
    if (leaves === undefined) return;
    // the first flow is the default, so that something can always be chosen
    const isDefault = !defaults.has(leaves) && source.kind !== 'and';
    if (isDefault) defaults.add(leaves);
    const condition = above === null || isDefault ? '' : ` [v${index % 4} > ${above}]`;
    lines.push(`${prefix}_f${index}${isDefault ? '*' : ''}: ${leaves} -> ${prefix}_${target}${condition}`);
  });
  return lines;
}
