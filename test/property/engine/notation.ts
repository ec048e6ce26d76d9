import type { Assignment, Block, Condition } from './blocks.ts';
import { writeEvents } from './notation-of-events.ts';

/**
 * Writes a block as notation of the process builder. Names of the elements of block `b7`: `b7` a script, task or sub-process, `b7_split`, `b7_join`,
 * `b7_wait` (the task that lets an interrupting path continue), `b7_never` (the task that is never completed), `b7_throw`, `b7_end`.
 */
export function notationOf(block: Block): string {
  const lines = ['start: start', 'end: end'];
  const pen = new Pen(lines);
  pen.flow('f_first', 'start', entryOf(block));
  pen.write(block);
  pen.flow('f_last', exitOf(block), 'end');
  return lines.join('\n');
}

export function conditionText({ name, above }: Condition): string {
  return `${name} > ${above}`;
}

export function assignmentText({ target, source, plus }: Assignment): string {
  return `${target} = ${source} + ${plus}`;
}

/** First element of a block. */
function entryOf(block: Block): string {
  switch (block.kind) {
    case 'sequence':
      return block.blocks[0] === undefined ? '' : entryOf(block.blocks[0]);
    case 'choice':
    case 'inclusive':
    case 'parallel':
      return `${block.id}_split`;
    case 'loop':
      return `${block.id}_reset`;
    case 'race':
      return `${block.id}_race`;
    default:
      return block.id;
  }
}

/** Last element of a block. */
function exitOf(block: Block): string {
  switch (block.kind) {
    case 'script':
    case 'task':
    case 'sub':
    case 'terminated':
    case 'wait':
    case 'multi':
    case 'repeat':
    case 'beside':
    case 'adhoc':
    case 'escalated':
      return block.id;
    case 'compensated':
      return block.by === 'cancel' ? `${block.id}_join` : block.id;
    case 'interrupted':
      return block.by === 'esp' ? block.id : `${block.id}_join`;
    case 'sequence': {
      const last = block.blocks.at(-1);
      return last === undefined ? '' : exitOf(last);
    }
    case 'loop':
      return `${block.id}_done`;
    default:
      return `${block.id}_join`;
  }
}

/** Elements are declared before the flows that name them; the builder asks for that only with default flows. */
class Pen {
  readonly entryOf = entryOf;
  readonly exitOf = exitOf;
  readonly assignmentText = assignmentText;
  private readonly lines: string[];

  constructor(lines: string[]) {
    this.lines = lines;
  }

  add(...lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  flow(id: string, source: string, target: string, condition = ''): void {
    this.add(`${id}: ${source} -> ${target}${condition === '' ? '' : ` [${condition}]`}`);
  }

  write(block: Block): void {
    const { id } = block;
    switch (block.kind) {
      case 'script':
        this.add(`${id}: script ${assignmentText(block.does)}`);
        return;
      case 'task':
        this.add(`${id}: ${block.isUserTask ? 'user' : 'task'}`);
        return;
      case 'sequence':
        this.writeSequence(block.blocks);
        return;
      case 'choice':
      case 'inclusive':
        this.writeCases(block);
        return;
      case 'parallel':
        this.writeParallel(id, block.branches);
        return;
      case 'loop':
        this.writeLoop(block);
        return;
      case 'sub':
        this.add(`${id}: sub {`, `${id}_start: start`);
        this.flow(`${id}_f1`, `${id}_start`, entryOf(block.body));
        this.write(block.body);
        this.add('}');
        return;
      case 'terminated':
        this.writeStuck(block, 'end terminate');
        this.add('}');
        return;
      case 'rescued':
        this.writeStuck(block, throwerOf(block));
        this.writeRescue(block);
        return;
      case 'risky':
        this.writeRisky(block);
        this.writeRescue(block);
        return;
      default:
        writeEvents(this, block);
    }
  }

  private writeSequence(blocks: readonly Block[]): void {
    blocks.forEach((block, index) => {
      this.write(block);
      const next = blocks[index + 1];
      if (next !== undefined) this.flow(`f_after_${block.id}`, exitOf(block), entryOf(next));
    });
  }

  private writeCases(block: Extract<Block, { kind: 'choice' | 'inclusive' }>): void {
    const { id, cases, otherwise } = block;
    const gateway = block.kind === 'choice' ? 'xor' : 'or';
    this.add(`${id}_split, ${id}_join: ${gateway}`);
    for (const { block: inner } of [...cases, { block: otherwise }]) {
      this.write(inner);
      this.flow(`f_join_${inner.id}`, exitOf(inner), `${id}_join`);
    }
    for (const { when, block: inner } of cases) this.flow(`f_to_${inner.id}`, `${id}_split`, entryOf(inner), conditionText(when));
    this.add(`f_to_${otherwise.id}*: ${id}_split -> ${entryOf(otherwise)}`);
  }

  private writeParallel(id: string, branches: readonly Block[]): void {
    this.add(`${id}_split, ${id}_join: and`);
    for (const branch of branches) {
      this.write(branch);
      this.flow(`f_to_${branch.id}`, `${id}_split`, entryOf(branch));
      this.flow(`f_join_${branch.id}`, exitOf(branch), `${id}_join`);
    }
  }

  private writeLoop({ id, rounds, body }: Extract<Block, { kind: 'loop' }>): void {
    this.add(
      `${id}_reset: script n_${id} = 0`,
      `${id}_m, ${id}_gw, ${id}_done: xor`,
      `${id}_count: script n_${id} = n_${id} + 1`,
    );
    this.write(body);
    this.flow(`${id}_f1`, `${id}_reset`, `${id}_m`);
    this.flow(`${id}_f2`, `${id}_m`, entryOf(body));
    this.flow(`${id}_f3`, exitOf(body), `${id}_count`);
    this.flow(`${id}_f4`, `${id}_count`, `${id}_gw`);
    this.flow(`${id}_back`, `${id}_gw`, `${id}_m`, `n_${id} < ${rounds}`);
    this.add(`${id}_f5*: ${id}_gw -> ${id}_done`);
  }

  /** The sub-process with a stuck path and one that ends the scope; left open for the caller to close. */
  private writeStuck({ id, stuck, body }: Extract<Block, { kind: 'terminated' | 'rescued' }>, end: string): void {
    this.add(`${id}: sub {`, `${id}_split: and`, `${id}_wait, ${id}_never: task`, `${id}_throw: ${end}`);
    this.write(stuck);
    this.write(body);
    this.flow(`${id}_f1`, `${id}_split`, entryOf(stuck));
    this.flow(`${id}_f2`, `${id}_split`, `${id}_wait`);
    this.flow(`${id}_f3`, exitOf(stuck), `${id}_never`);
    this.flow(`${id}_f4`, `${id}_wait`, entryOf(body));
    this.flow(`${id}_f5`, exitOf(body), `${id}_throw`);
  }

  private writeRisky(block: Extract<Block, { kind: 'risky' }>): void {
    const { id, when, body } = block;
    this.add(`${id}: sub {`, `${id}_gw: xor`, `${id}_throw: ${throwerOf(block)}`, `${id}_end: end`, `${id}_start: start`);
    this.write(body);
    this.flow(`${id}_f1`, `${id}_start`, entryOf(body));
    this.flow(`${id}_f2`, exitOf(body), `${id}_gw`);
    this.flow(`${id}_f3`, `${id}_gw`, `${id}_throw`, conditionText(when));
    this.add(`${id}_f4*: ${id}_gw -> ${id}_end`);
  }

  private writeRescue({ id, caught, rescue }: Extract<Block, { kind: 'rescued' | 'risky' }>): void {
    this.add('}', `${id}_decoy: boundary on ${id} catch OTHER`);
    this.add(`${id}_catch: boundary on ${id}${caught === 'byCode' ? ` catch ${id}` : ''}`, `${id}_join: xor`);
    this.write(rescue);
    this.flow(`${id}_g1`, `${id}_catch`, entryOf(rescue));
    this.flow(`${id}_g2`, exitOf(rescue), `${id}_join`);
    this.flow(`${id}_g3`, id, `${id}_join`);
    this.flow(`${id}_g4`, `${id}_decoy`, `${id}_join`);
  }
}

/** What throws the code, which is the id of its block. */
function throwerOf({ id, by }: Extract<Block, { kind: 'rescued' | 'risky' }>): string {
  if (by === 'errorEnd') return `end error ${id}`;
  return by === 'script' ? `script throw new BpmnError("${id}")` : 'user';
}
