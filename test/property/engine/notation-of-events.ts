import type { Assignment, Block, EventBlock } from './blocks.ts';

/** What writes lines; the pen of notation.ts, which writes the blocks inside. */
interface Pen {
  add(...lines: readonly string[]): void;
  flow(id: string, source: string, target: string, condition?: string): void;
  write(block: Block): void;
  entryOf(block: Block): string;
  exitOf(block: Block): string;
  assignmentText(assignment: Assignment): string;
}

/** Writes the blocks of events, loops, calls and compensation. Names of their elements: those of the oracle (interpreter.ts). */
export function writeEvents(pen: Pen, block: EventBlock): void {
  const { id } = block;
  switch (block.kind) {
    case 'wait':
      pen.add(`${id}: ${WAITS[block.by].replace('%', id)}`);
      return;
    case 'race':
      writeRace(pen, block);
      return;
    case 'multi': {
      writeBody(pen, id, 'sub', block.body);
      const outputs = block.output === null ? '' : ` into out_${id} from ${block.output} + item_${id}`;
      pen.add(`@${id} multi ${block.isSequential ? 'sequential ' : ''}over [${block.items}] as item_${id}${outputs}`);
      return;
    }
    case 'repeat':
      writeBody(pen, id, 'sub', block.body);
      pen.add(`@${id} loop max ${block.rounds}`);
      return;
    case 'compensated':
      writeCompensated(pen, block);
      return;
    case 'beside':
      pen.add(`${id}: task`, `${id}_catch: boundary on ${id} beside message m_${id}`);
      pen.add(`${id}_do: script ${pen.assignmentText(block.does)}`);
      pen.flow(`${id}_f`, `${id}_catch`, `${id}_do`);
      return;
    case 'interrupted':
      writeInterrupted(pen, block);
      return;
    case 'adhoc':
      pen.add(`${id}: adhoc {`);
      block.does.forEach((does, index) => {
        pen.add(`${id}_a${index}: script ${pen.assignmentText(does)}`);
      });
      pen.add('}', ...(block.isSequential ? [`@${id} sequential`] : []));
      return;
    case 'escalated':
      pen.add(`${id}: sub {`, `${id}_throw: throw escalation W_${id}`);
      writeInside(pen, id, block.body);
      pen.flow(`${id}_f2`, pen.exitOf(block.body), `${id}_throw`);
      pen.add('}', `${id}_catch: boundary on ${id} beside escalation W_${id}`, `${id}_do: script e_${id} = 1`);
      pen.flow(`${id}_f3`, `${id}_catch`, `${id}_do`);
      return;
  }
}

const WAITS = {
  message: 'catch message m_%',
  signal: 'catch signal s_%',
  timer: 'catch timer PT1H',
  receive: 'receive message m_%',
  job: 'service type work',
  call: 'call child',
} as const;

/** A sub-process with a start event and one block. */
function writeBody(pen: Pen, id: string, kind: string, body: Block): void {
  pen.add(`${id}: ${kind} {`);
  writeInside(pen, id, body);
  pen.add('}');
}

function writeInside(pen: Pen, id: string, body: Block): void {
  pen.add(`${id}_start: start`);
  pen.flow(`${id}_f1`, `${id}_start`, pen.entryOf(body));
  pen.write(body);
}

function writeRace(pen: Pen, { id, blocks }: Extract<Block, { kind: 'race' }>): void {
  pen.add(`${id}_race: race`, `${id}_c0: catch message m_${id}`, `${id}_c1: catch timer PT1H`, `${id}_join: xor`);
  blocks.forEach((inner, index) => {
    pen.write(inner);
    pen.flow(`${id}_r${index}`, `${id}_race`, `${id}_c${index}`);
    pen.flow(`${id}_g${index}`, `${id}_c${index}`, pen.entryOf(inner));
    pen.flow(`${id}_j${index}`, pen.exitOf(inner), `${id}_join`);
  });
}

/** Steps one after the other, each a sub-process with a handler that adds its digit to the log. */
function writeCompensated(pen: Pen, { id, by, steps }: Extract<Block, { kind: 'compensated' }>): void {
  pen.add(`${id}: ${by === 'cancel' ? 'tx' : 'sub'} {`, `${id}_reset: script log_${id} = 0`);
  let before = `${id}_reset`;
  steps.forEach((step, index) => {
    const own = `${id}_s${index}`;
    writeBody(pen, own, 'sub', step);
    pen.add(`${id}_h${index}: script log_${id} = log_${id} * 10 + ${index + 1}`, `@${own} handler ${id}_h${index}`);
    pen.flow(`${own}_f`, before, own);
    before = own;
  });
  pen.add(`${id}_throw: ${by === 'throw' ? 'throw compensation' : by === 'end' ? 'end compensation' : 'end cancel'}`);
  pen.flow(`${id}_f2`, before, `${id}_throw`);
  pen.add('}');
  if (by !== 'cancel') return;
  pen.add(`${id}_catch: boundary on ${id} cancel`, `${id}_join: xor`);
  pen.flow(`${id}_f3`, id, `${id}_join`);
  pen.flow(`${id}_f4`, `${id}_catch`, `${id}_join`);
}

function writeInterrupted(pen: Pen, { id, by, stuck, rescue }: Extract<Block, { kind: 'interrupted' }>): void {
  pen.add(`${id}: sub {`, `${id}_never: task`);
  writeInside(pen, id, stuck);
  pen.flow(`${id}_f2`, pen.exitOf(stuck), `${id}_never`);
  if (by === 'esp') {
    pen.add(`${id}_esp: esp {`, `${id}_catch: start message m_${id}`);
    pen.write(rescue);
    pen.flow(`${id}_f3`, `${id}_catch`, pen.entryOf(rescue));
    pen.add('}', '}');
    return;
  }
  const trigger = { message: `message m_${id}`, signal: `signal s_${id}`, timer: 'timer PT1H' }[by];
  pen.add('}', `${id}_catch: boundary on ${id} ${trigger}`, `${id}_join: xor`);
  pen.write(rescue);
  pen.flow(`${id}_g1`, `${id}_catch`, pen.entryOf(rescue));
  pen.flow(`${id}_g2`, pen.exitOf(rescue), `${id}_join`);
  pen.flow(`${id}_g3`, id, `${id}_join`);
}
