import fc from 'fast-check';

/** Names of the variables a random process works on; all of them are whole numbers from the start. */
export const VARIABLES = ['v0', 'v1', 'v2', 'v3'] as const;

/** `name > above` */
export interface Condition {
  readonly name: string;
  readonly above: number;
}

/** `target = source + plus` */
export interface Assignment {
  readonly target: string;
  readonly source: string;
  readonly plus: number;
}

/**
 * A process as nested blocks, each with one way in and one way out. `id` is given by {@link labelled} and names the block's elements.
 * `instant` blocks hold no task that waits, so one run takes them to their end.
 */
export type Block =
  | { readonly kind: 'script'; readonly id: string; readonly does: Assignment }
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly isUserTask: boolean;
      readonly writes: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'sequence'; readonly id: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'choice' | 'inclusive'; readonly id: string; readonly cases: readonly Case[]; readonly otherwise: Block }
  | { readonly kind: 'parallel'; readonly id: string; readonly branches: readonly Block[] }
  | { readonly kind: 'loop'; readonly id: string; readonly rounds: number; readonly body: Block }
  | { readonly kind: 'sub'; readonly id: string; readonly body: Block }
  /** a sub-process of two paths: one runs to a task that is never completed, the other waits, does the body and ends the scope */
  | { readonly kind: 'terminated'; readonly id: string; readonly stuck: Block; readonly body: Block }
  | ({
      readonly kind: 'rescued';
      readonly id: string;
      readonly stuck: Block;
      readonly body: Block;
      readonly rescue: Block;
    } & Throwing)
  /** a sub-process that throws only when the condition holds */
  | ({
      readonly kind: 'risky';
      readonly id: string;
      readonly when: Condition;
      readonly body: Block;
      readonly rescue: Block;
    } & Throwing)
  | EventBlock;

/** Blocks of the events, loops, calls and compensation. */
export type EventBlock =
  /** waits for something outside; `writes` come with it, but not with a timer or a job */
  | { readonly kind: 'wait'; readonly id: string; readonly by: WaitKind; readonly writes: Writes }
  /** an event-based gateway whose winner is decided beforehand */
  | { readonly kind: 'race'; readonly id: string; readonly winner: 0 | 1; readonly blocks: readonly [Block, Block] }
  /** a multi-instance sub-process; without `output` it is sequential and lets its writes out */
  | {
      readonly kind: 'multi';
      readonly id: string;
      readonly isSequential: boolean;
      readonly items: readonly number[];
      readonly output: string | null;
      readonly body: Block;
    }
  /** a standard loop */
  | { readonly kind: 'repeat'; readonly id: string; readonly rounds: number; readonly body: Block }
  /** steps with handlers, and what compensates all of them */
  | {
      readonly kind: 'compensated';
      readonly id: string;
      readonly by: 'throw' | 'end' | 'cancel';
      readonly steps: readonly Block[];
    }
  /** a task with a boundary event next to it that fires some times before the task is completed */
  | { readonly kind: 'beside'; readonly id: string; readonly fires: number; readonly does: Assignment; readonly writes: Writes }
  /** a sub-process that never ends automatically, interrupted on its boundary or by an event sub-process */
  | {
      readonly kind: 'interrupted';
      readonly id: string;
      readonly by: 'message' | 'signal' | 'timer' | 'esp';
      readonly stuck: Block;
      readonly rescue: Block;
      readonly writes: Writes;
    }
  | { readonly kind: 'adhoc'; readonly id: string; readonly isSequential: boolean; readonly does: readonly Assignment[] }
  /** a sub-process that escalates at its end to a boundary event next to it */
  | { readonly kind: 'escalated'; readonly id: string; readonly body: Block };
export type WaitKind = 'message' | 'signal' | 'timer' | 'receive' | 'job' | 'call';
type Writes = Readonly<Record<string, number>>;

interface Case {
  readonly when: Condition;
  readonly block: Block;
}
interface Throwing {
  readonly by: 'errorEnd' | 'script' | 'userTask';
  /** how the boundary event that matters names the code; a decoy with another code is always before it */
  readonly caught: 'byCode' | 'byAll';
}

/** Everything one property run needs: the process, its start, and which of the waiting tasks continues next. */
export interface Sample {
  readonly block: Block;
  readonly start: Readonly<Record<string, number>>;
  /** the n-th command goes to the waiting task at this position, modulo how many wait */
  readonly picks: readonly number[];
}

const name = fc.constantFrom(...VARIABLES);
const condition: fc.Arbitrary<Condition> = fc.record({ name, above: fc.integer({ min: -1, max: 9 }) });
const assignment: fc.Arbitrary<Assignment> = fc.record({ target: name, source: name, plus: fc.integer({ min: -3, max: 5 }) });
const throwing = {
  by: fc.constantFrom('errorEnd', 'script', 'userTask'),
  caught: fc.constantFrom('byCode', 'byAll'),
} as const;
const id = fc.constant('');
const script = fc.record({ kind: fc.constant('script'), id, does: assignment }) as fc.Arbitrary<Block>;
const writes = fc.dictionary(name, fc.integer({ min: 0, max: 9 }), { maxKeys: 2, noNullPrototype: true });
const task = fc.record({
  kind: fc.constant('task'),
  id,
  isUserTask: fc.boolean(),
  writes,
}) as fc.Arbitrary<Block>;

/** A random block; `depth` bounds the nesting. */
function blockOf(depth: number, canWait: boolean): fc.Arbitrary<Block> {
  const leaf = canWait ? fc.oneof({ weight: 2, arbitrary: script }, { weight: 3, arbitrary: task }) : script;
  if (depth === 0) return leaf;
  const inner = blockOf(depth - 1, canWait);
  const instant = blockOf(depth - 1, false);
  const cases = fc.array(fc.record({ when: condition, block: inner }), { minLength: 1, maxLength: 3 });
  const common: { weight: number; arbitrary: fc.Arbitrary<unknown> }[] = [
    { weight: 3, arbitrary: leaf },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('sequence'), id, blocks: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('choice'), id, cases, otherwise: inner }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('inclusive'), id, cases, otherwise: inner }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('parallel'), id, branches: fc.array(inner, { minLength: 2, maxLength: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('loop'), id, rounds: fc.integer({ min: 1, max: 3 }), body: inner }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sub'), id, body: inner }) },
    ...eventBlocks(inner),
  ];
  const waiting: typeof common = [
    ...waitingBlocks(inner, instant),
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('terminated'), id, stuck: instant, body: inner }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('rescued'), id, stuck: instant, body: inner, rescue: inner, ...throwing }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('risky'), id, when: condition, body: inner, rescue: inner, ...throwing }),
    },
  ];
  return fc.oneof(...(canWait ? [...common, ...waiting] : common)) as fc.Arbitrary<Block>;
}

type Weighted = { weight: number; arbitrary: fc.Arbitrary<unknown> };

/** Loops, compensation, ad-hoc bodies and escalations around other blocks. */
function eventBlocks(inner: fc.Arbitrary<Block>): Weighted[] {
  return [
    {
      weight: 3,
      arbitrary: fc
        .record({
          kind: fc.constant('multi'),
          id,
          isSequential: fc.boolean(),
          items: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
          output: fc.option(name),
          body: inner,
        })
        .map((block) => (block.output === null ? { ...block, isSequential: true } : block)),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat'), id, rounds: fc.integer({ min: 1, max: 3 }), body: inner }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('compensated'),
        id,
        by: fc.constantFrom('throw', 'end', 'cancel'),
        steps: fc.array(inner, { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('adhoc'),
        id,
        isSequential: fc.boolean(),
        does: fc.array(assignment, { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('escalated'), id, body: inner }) },
  ];
}

/** Blocks that wait for events. */
function waitingBlocks(inner: fc.Arbitrary<Block>, instant: fc.Arbitrary<Block>): Weighted[] {
  const by = fc.constantFrom('message', 'signal', 'timer', 'receive', 'job', 'call');
  const blocks = fc.tuple(inner, inner);
  return [
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), id, by, writes }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('race'), id, winner: fc.constantFrom(0, 1), blocks }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('beside'), id, fires: fc.nat({ max: 2 }), does: assignment, writes }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('interrupted'),
        id,
        by: fc.constantFrom('message', 'signal', 'timer', 'esp'),
        stuck: instant,
        rescue: inner,
        writes,
      }),
    },
  ];
}

/** Random samples, labelled and ready to run. */
export const samples: fc.Arbitrary<Sample> = fc.record({
  block: blockOf(3, true).map((block) => labelled(block)),
  start: fc.record({ v0: startValue(), v1: startValue(), v2: startValue(), v3: startValue() }),
  picks: fc.array(fc.nat({ max: 11 }), { minLength: 8, maxLength: 8 }),
});

function startValue(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 9 });
}

/** Gives every block its id: `b1`, `b2` … in document order. */
function labelled(block: Block): Block {
  let count = 0;
  const label = (of: Block): Block => {
    count += 1;
    const withId = { ...of, id: `b${count}` };
    switch (withId.kind) {
      case 'script':
      case 'task':
      case 'wait':
      case 'beside':
      case 'adhoc':
        return withId;
      case 'race':
        return { ...withId, blocks: [label(withId.blocks[0]), label(withId.blocks[1])] };
      case 'compensated':
        return { ...withId, steps: withId.steps.map(label) };
      case 'interrupted':
        return { ...withId, stuck: label(withId.stuck), rescue: label(withId.rescue) };
      case 'sequence':
        return { ...withId, blocks: withId.blocks.map(label) };
      case 'choice':
      case 'inclusive':
        return {
          ...withId,
          cases: withId.cases.map((c) => ({ ...c, block: label(c.block) })),
          otherwise: label(withId.otherwise),
        };
      case 'parallel':
        return { ...withId, branches: withId.branches.map(label) };
      case 'loop':
      case 'sub':
      case 'multi':
      case 'repeat':
      case 'escalated':
        return { ...withId, body: label(withId.body) };
      case 'terminated':
        return { ...withId, stuck: label(withId.stuck), body: label(withId.body) };
      case 'rescued':
        return { ...withId, stuck: label(withId.stuck), body: label(withId.body), rescue: label(withId.rescue) };
      case 'risky':
        return { ...withId, body: label(withId.body), rescue: label(withId.rescue) };
    }
  };
  return label(block);
}
