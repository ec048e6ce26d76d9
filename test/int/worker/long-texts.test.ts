import { expect } from 'chai';
import { createEvaluator, type TextEvaluator } from '../../../src/expressions/evaluator.ts';
import { type EvaluationCaller, UnfinishedText } from '../../../src/expressions/unfinished-text.ts';
import type { Announcement, CommandBatch } from '../../../src/messages/command-batch.ts';
import type { Command } from '../../../src/messages/commands.ts';
import { deliver } from '../../../src/worker/delivery/deliver.ts';
import type { DeliveryTools } from '../../../src/worker/delivery/delivery-tools.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { processOf } from '../../support/models/event-elements.ts';
import { sequence, userTask } from '../../support/models/models.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { itFull } from '../../support/tier.ts';
import { keepBackend, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const javascript = (id: string, source: string) =>
  `<scriptTask id="${id}" scriptFormat="javascript"><script><![CDATA[${source}]]></script></scriptTask>`;
const LONG = 'let n = 0; while (n < 3e5) n++;';

/** Delivers one command batch. @returns what is announced, and the command batches that are handed over */
async function deliverOne(tools: DeliveryTools, commandBatch: CommandBatch) {
  const kept = keepBackend(tools.backend);
  const added: { commandBatch: CommandBatch; delayMs: number | undefined }[] = [];
  const add = async (handed: CommandBatch, delayMs?: number) => void added.push({ commandBatch: handed, delayMs });
  await deliver({ ...tools, backend: { ...kept, add } }, { commandBatch, attempt: 1, keep: async () => {} });
  const replies = kept.announced.map(({ commandId, reply }: Announcement) => [commandId, reply?.ok]);
  return { replies, added };
}

/** Each text is over immediately in a thread, and its result is not found. */
function neverTheSame(evaluator: TextEvaluator): TextEvaluator {
  const unfinished = (asker: EvaluationCaller) => (): never => {
    throw new UnfinishedText(asker, Promise.resolve());
  };
  return {
    ...evaluator,
    within: (asker) => ({ evaluate: unfinished(asker), run: unfinished(asker), decide: unfinished(asker) }),
  };
}

describe('commands with long texts (docs/contributing/spec/expressions.md#long-texts)', () => {
  let side: WriteSide;
  let evaluator: TextEvaluator;
  beforeEach(async () => {
    side = await openWriteSide();
    evaluator = createEvaluator({ timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1_048_576, threads: 2 });
    await side.deploy(processOf('endless', '', [javascript('work', 'for (;;) {}')]));
    await side.deploy(
      sequence(
        'long',
        javascript('one', `${LONG} _context.a = 1`),
        javascript('two', `${LONG} _context.b = a + 1`),
        userTask('u'),
      ),
    );
    await side.deploy(sequence('short', userTask('u')));
  });
  afterEach(async () => {
    await evaluator.close();
    await side.close();
  });

  const together = (...commands: readonly Command[]) => commandBatchOf(commands, { replyTo: 'test' });

  it('leave their command batch and their priority class, with the turn of their process, and the others are answered', async () => {
    const tools = side.worker({ evaluator });
    const [endless, short] = [startOf('endless'), startOf('short')];
    const { replies, added } = await deliverOne(tools, together(endless, short));
    expect(replies).to.deep.equal([[short.id, true]]);
    const [handed] = added.filter(({ commandBatch }) => commandBatch.replyTo !== null);
    expect(handed?.commandBatch).to.deep.include({
      commands: [endless],
      waitsForTexts: true,
      source: { root: endless.id, key: 'endless' },
    });
    expect(handed?.commandBatch.turn).to.be.a('number');
  });

  it('hold no transaction while they wait', async () => {
    const stopping = new AbortController();
    const tools = side.worker({ evaluator, stopping: stopping.signal });
    const endless = startOf('endless');
    const handed = { ...together(endless), source: { root: endless.id, key: 'endless' }, turn: 1, waitsForTexts: true } as const;
    const delivered = deliverOne(tools, handed);
    await eventually('a thread is busy', async () => evaluator.threads().busy === 1);
    const open = `select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
    await eventually('no transaction is open', () => side.value<number>(open).then((count) => count === 0));
    expect(evaluator.threads().busy).to.equal(1);
    stopping.abort();
    await delivered;
  });

  it('are answered with what their texts have done, also when one has met its time limit', async () => {
    const impatient = createEvaluator({ timeoutMs: 300, memoryMb: 64, maxOutputBytes: 1_048_576, threads: 2 });
    const endless = startOf('endless');
    const handed = { ...together(endless), source: { root: endless.id, key: 'endless' }, turn: 1, waitsForTexts: true } as const;
    try {
      expect((await deliverOne(side.worker({ evaluator: impatient }), handed)).replies).to.deep.equal([[endless.id, true]]);
    } finally {
      await impatient.close();
    }
    expect(await side.value<string>(`select events::text from journal where command_id = '${endless.id}'`)).to.contain(
      'time limit of 300 ms exceeded',
    );
  });

  itFull('are parked when what a text reads is another each time it is evaluated', async () => {
    const tools = side.worker({ evaluator: neverTheSame(evaluator), maxScriptMs: 1 });
    const start = startOf('long');
    const handed = { ...together(start), source: { root: start.id, key: 'long' }, turn: 1, waitsForTexts: true } as const;
    expect((await deliverOne(tools, handed)).replies).to.deep.equal([[start.id, false]]);
    expect(await side.value<string>('select error from dead_letter')).to.contain('waited for texts 101 times');
  });

  // slow: repeats a command with many long texts
  it('are decided again after each of their texts, and write what they write anywhere', async () => {
    const commands = [startOf('long'), startOf('long')];
    const [here, elsewhere] = commands as [Command, Command];
    const handed = { ...together(elsewhere), source: { root: elsewhere.id, key: 'long' }, turn: 1, waitsForTexts: true } as const;
    await deliverOne(side.worker(), together(here));
    await deliverOne(side.worker({ evaluator }), handed);
    const told = ({ id }: Command) => side.value<string>(`select events::text from journal where command_id = '${id}'`);
    const [one, other] = [await told(here), await told(elsewhere)];
    expect(one).to.contain('"b":2');
    const bare = (text: string) => text.replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"').replace(/"at":\d+|"since":\d+/g, '');
    expect(bare(other)).to.equal(bare(one));
  });

  it('come back later when half of the slots have others of their process', async () => {
    const tools = side.worker({ evaluator });
    const source = { root: 'r', key: 'endless' };
    for (let slot = 1; slot <= 2; slot += 1) tools.shares.beginLong(source);
    const handed = { ...together(startOf('endless')), source, turn: 3, waitsForTexts: true } as const;
    const { replies, added } = await deliverOne(tools, handed);
    expect(replies).to.deep.equal([]);
    expect(added).to.deep.equal([{ commandBatch: handed, delayMs: 1000 }]);
  });

  it('are handed over again when the worker stops while they wait', async () => {
    const stopping = new AbortController();
    const tools = side.worker({ evaluator, stopping: stopping.signal });
    const endless = startOf('endless');
    const handed = { ...together(endless), source: { root: endless.id, key: 'endless' }, turn: 1, waitsForTexts: true } as const;
    const delivered = deliverOne(tools, handed);
    await eventually('a thread is busy', async () => evaluator.threads().busy === 1);
    stopping.abort();
    const { replies, added } = await delivered;
    expect([replies, added.map(({ commandBatch }) => commandBatch.commands)]).to.deep.equal([[], [[endless]]]);
    expect(await side.value('select count(*)::int from dead_letter')).to.equal(0);
  });
});
