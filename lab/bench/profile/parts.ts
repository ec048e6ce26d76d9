import type { CpuProfile, Frame, Stretch } from './areas.ts';

/** The parts of a budget, in the order in which a request passes them. */
export const PARTS = [
  'HTTP',
  'validation',
  'queue',
  'engine',
  'expressions',
  'database',
  'projection',
  'other work',
  'garbage collection',
  'system calls and V8',
] as const;
export type Part = (typeof PARTS)[number];

/**
 * Work belongs to the nearest of these on the stack: a function of the language or of a shared package belongs to its caller. The
 * order counts: what checks a request lies inside of what serves it.
 */
const RULES: readonly (readonly [RegExp, Part])[] = [
  [
    /\/dist\/api\/(?:body|schemas)\/|\/dist\/api\/(?:middleware\/(?:body|headers|target|unknown-names|rights)|target|min-position|paths)\.js$/,
    'validation',
  ],
  [/\/dist\/requests\/|\/dist\/queries\/(?:filter|paging|sorts|list-query)[\w-]*\.js$|\/node_modules\/zod\//, 'validation'],
  [/\/dist\/queue\/|\/node_modules\/(?:bullmq|ioredis|msgpackr)\//, 'queue'],
  [/\/dist\/engine\//, 'engine'],
  [/\/dist\/(?:expressions|bpmn)\//, 'expressions'],
  [/\/dist\/projector\//, 'projection'],
  [/\/dist\/(?:db|store|queries)\/|\/node_modules\/(?:pg|pg-[\w-]+|kysely|postgres-[\w-]+)\//, 'database'],
  [/\/dist\/(?:api|ui)\/|\/node_modules\/(?:express|router|send)\/|^node:(?:_http|internal\/http|http)/, 'HTTP'],
  [/\/dist\//, 'other work'],
];
const ALONE: Readonly<Record<string, Part | undefined>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'system calls and V8',
};

/** How the processor time of a stretch is divided between the parts: parts of 1. */
export function partsOf({ nodes, samples, timeDeltas, startTime }: CpuProfile, within: Stretch): ReadonlyMap<Part, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const found = new Map<number, Part | undefined>();
  const sums = new Map<Part, number>();
  let at = startTime;
  for (const [index, node] of samples.entries()) {
    const took = timeDeltas[index] ?? 0;
    at += took;
    if (at < within.from || at > within.to) continue;
    if (!found.has(node)) found.set(node, partOf(node, frames, callers));
    const part = found.get(node);
    if (part !== undefined) sums.set(part, (sums.get(part) ?? 0) + took);
  }
  const total = [...sums.values()].reduce((sum, some) => sum + some, 0);
  return new Map(PARTS.map((part) => [part, (sums.get(part) ?? 0) / total]));
}

/** Undefined: waiting. */
function partOf(node: number, frames: ReadonlyMap<number, Frame>, callers: ReadonlyMap<number, number>): Part | undefined {
  const { functionName = '' } = frames.get(node) ?? {};
  if (functionName === '(idle)' || functionName === '(root)') return undefined;
  if (Object.hasOwn(ALONE, functionName)) return ALONE[functionName];
  for (let at: number | undefined = node; at !== undefined; at = callers.get(at)) {
    const url = frames.get(at)?.url ?? '';
    const rule = RULES.find(([pattern]) => pattern.test(url));
    if (rule !== undefined) return rule[1];
  }
  return 'other work';
}
