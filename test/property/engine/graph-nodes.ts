/** Kinds of nodes of a random graph; those that wait occur more often. */
export const NODES = [
  ...([
    'task',
    'task',
    'task',
    'user',
    'user',
    'and',
    'and',
    'or',
    'or',
    'xor',
    'script',
    'end',
    'terminate',
    'error',
    'throwing',
  ] as const),
  ...(['sub', 'sub', 'tx', 'adhoc', 'call', 'service', 'receive', 'catch', 'complex', 'race', 'gathering'] as const),
  ...(['signal', 'message', 'escalation', 'compensation', 'undoEnd', 'link', 'condition', 'timer', 'cancel'] as const),
] as const;
export type NodeKind = (typeof NODES)[number];

/** Kinds of nodes of a graph in which much is done and undone again. */
export const UNDOING_NODES: readonly NodeKind[] = [
  ...(['task', 'user', 'script', 'script', 'and', 'sub', 'tx', 'adhoc', 'call', 'throwing', 'gathering'] as const),
  ...(['compensation', 'compensation', 'compensation', 'undoEnd', 'cancel'] as const),
];

export const SUB_PROCESSES: ReadonlySet<NodeKind> = new Set(['sub', 'tx']);

/** Boundary events, and nothing as often as all of them together. */
export const BOUNDARIES = [
  ...(['', '', '', '', '', '', 'any', 'code', 'message', 'beside message', 'beside signal', 'timer', 'cycle'] as const),
  ...(['condition', 'beside condition', 'escalation', 'beside escalation', 'cancel', 'all'] as const),
] as const;
export type BoundaryKind = (typeof BOUNDARIES)[number];

export const LOOPS = ['', '', '', '', 'parallel', 'sequential', 'until', 'collected', 'standard', 'empty'] as const;
export type LoopKind = (typeof LOOPS)[number];

interface Node {
  readonly kind: NodeKind;
  readonly number: number;
  readonly boundary: BoundaryKind;
  readonly loop: LoopKind;
  readonly hasHandler: boolean;
}

const ACTIVITIES: ReadonlySet<NodeKind> = new Set<NodeKind>([
  ...(['task', 'user', 'script', 'throwing', 'sub', 'tx', 'adhoc', 'call', 'service', 'receive', 'gathering'] as const),
]);
const CATCHING: ReadonlySet<NodeKind> = new Set<NodeKind>(['catch', 'condition', 'timer', 'race']);
const ENDS: ReadonlySet<NodeKind> = new Set<NodeKind>(['end', 'terminate', 'error', 'undoEnd', 'cancel']);
const ESCALATING: ReadonlySet<NodeKind> = new Set<NodeKind>(['sub', 'tx', 'adhoc', 'call']);

/** The lines of a node: itself, its boundary event, its loop, its compensation handler. */
export function linesOfNode(id: string, node: Node, body: readonly string[]): string[] {
  const lines = elementOf(id, node, body);
  const boundary = boundaryOf(node);
  if (boundary !== undefined) lines.push(`${id}_b: boundary on ${node.kind === 'race' ? `${id}_c0` : id} ${boundary}`);
  const loop = ACTIVITIES.has(node.kind) && node.kind !== 'tx' ? LOOP_TEXTS[node.loop] : '';
  if (loop !== '') lines.push(`@${id} ${loop}`);
  if (node.hasHandler && ACTIVITIES.has(node.kind)) lines.push(...handlerOf(id, node.number), `@${id} handler ${id}_h`);
  return lines;
}

/** Elements that flows out of a node leave. */
export function sourcesOf(id: string, node: Node): string[] {
  if (ENDS.has(node.kind)) return [];
  const own = node.kind === 'race' ? [`${id}_c0`, `${id}_c1`] : node.kind === 'link' ? [`${id}_l`] : [id, id];
  return boundaryOf(node) === undefined ? own : [...own, `${id}_b`];
}

function boundaryOf({ kind, boundary }: Node): string | undefined {
  if (boundary === '' || !(ACTIVITIES.has(kind) || CATCHING.has(kind))) return undefined;
  if (boundary === 'any' || boundary === 'code') return ACTIVITIES.has(kind) ? BOUNDARY_TEXTS[boundary] : undefined;
  if (boundary === 'cancel') return kind === 'tx' ? 'cancel' : undefined;
  if (boundary === 'escalation' || boundary === 'beside escalation')
    return ESCALATING.has(kind) ? BOUNDARY_TEXTS[boundary] : undefined;
  return BOUNDARY_TEXTS[boundary];
}

const BOUNDARY_TEXTS: Readonly<Record<Exclude<BoundaryKind, '' | 'cancel'>, string>> = {
  any: '',
  code: 'catch E',
  message: 'message m0',
  'beside message': 'beside message m1',
  'beside signal': 'beside signal s0',
  timer: 'timer PT1M',
  cycle: 'beside cycle R3/PT1M',
  condition: 'when v0 > 3',
  'beside condition': 'beside when v1 > 3',
  escalation: 'escalation W',
  'beside escalation': 'beside escalation',
  all: 'beside all message m0 | signal s0',
};

const LOOP_TEXTS: Readonly<Record<LoopKind, string>> = {
  '': '',
  parallel: 'multi times 2',
  sequential: 'multi sequential times 3',
  until: 'multi times 3 until nrOfCompletedInstances > 1',
  collected: 'multi times v1 into list from v0 + loopCounter',
  standard: 'loop max 2 while v0 < 5',
  empty: 'multi times 0',
};

function handlerOf(id: string, number: number): string[] {
  if (number === 0) return [`${id}_h: task`];
  if (number === 1) return [`${id}_h: user`, `${id}_hb: boundary on ${id}_h`];
  if (number === 2) return [`${id}_h: script v0 = v0 + 1`];
  return [`${id}_h: sub {`, `${id}_hx: user`, `${id}_hy: script v1 = v1 + 1`, `${id}_hf: ${id}_hx -> ${id}_hy`, '}'];
}

function elementOf(id: string, { kind, number }: Node, body: readonly string[]): string[] {
  switch (kind) {
    case 'script':
      return [`${id}: script v${number} = v${(number + 1) % 4} + 1`];
    case 'throwing':
      return [`${id}: script if (v${number} > 2) { throw new BpmnError("E") }`];
    case 'sub':
    case 'tx':
      return [`${id}: ${kind} {`, ...body, '}'];
    case 'adhoc':
      return [
        `${id}: adhoc {`,
        `${id}_x: task`,
        `${id}_y: user`,
        `${id}_z: script v0 = v0 + 1`,
        `${id}_g: ${id}_x -> ${id}_z`,
        '}',
        ...adHocOf(id, number),
      ];
    case 'race':
      return [
        `${id}: race`,
        `${id}_c0: catch message m0`,
        `${id}_c1: catch timer PT1H`,
        `${id}_r0: ${id} -> ${id}_c0`,
        `${id}_r1: ${id} -> ${id}_c1`,
      ];
    case 'link':
      return [`${id}_l: catch link`, `${id}: throw link ${id}_l`];
    case 'gathering':
      return [`${id}: task`, `@${id} quantity 2 ${number + 1}`];
    default:
      return [`${id}: ${TEXTS[kind] ?? kind}`];
  }
}

function adHocOf(id: string, number: number): string[] {
  return [[], [`@${id} sequential`], [`@${id} until v0 > 2`], [`@${id} until v0 > 2`, `@${id} keep`]][number] ?? [];
}

const TEXTS: Readonly<Partial<Record<NodeKind, string>>> = {
  terminate: 'end terminate',
  error: 'end error E',
  undoEnd: 'end compensation',
  cancel: 'end cancel',
  call: 'call child',
  service: 'service type mail',
  receive: 'receive message m0',
  catch: 'catch message m1 | signal s0',
  condition: 'catch when v1 > 2',
  timer: 'catch timer PT1M',
  complex: 'complex activationCount >= 2',
  signal: 'throw signal s0',
  message: 'throw message m0',
  escalation: 'throw escalation W',
  compensation: 'throw compensation',
};
