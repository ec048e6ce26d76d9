import { expect } from 'chai';
import type { Evaluator } from '../../../src/engine/evaluator.ts';
import { newId } from '../../../src/platform/ids.ts';
import { startOf } from '../../support/commands.ts';
import { flow, model, task } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

/** Runs a script repeatedly, until `n` has reached `rounds`; then waits at a task. */
const looping = (key: string, rounds: number, script: string) =>
  model(
    key,
    [
      '<startEvent id="start"/><exclusiveGateway id="again"/><exclusiveGateway id="enough" default="back"/>',
      `<scriptTask id="work" scriptFormat="javascript"><script>${script}; _context.n = n + 1</script></scriptTask>`,
      task('after'),
      flow('f1', 'start', 'again'),
      flow('f2', 'again', 'work'),
      flow('f3', 'work', 'enough'),
      flow('back', 'enough', 'again'),
      flow('out', 'enough', 'after', `n >= ${rounds}`),
    ].join(''),
  );
const MIB = 1024 * 1024;

describe('a run that takes long (docs/contributing/spec/execution.md#paused-runs)', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  const mail = () => side.sql<{ target_id: string; type: string }>(`select target_id, command->>'type' as type from outbox`);
  const drain = (instanceId: string) => deliverTo(side.worker(), [{ kind: 'DrainMailbox', id: newId(), instanceId }], 1, null);
  const eventTypes = async (instanceId: string) =>
    (
      await side.sql<{ types: string[] }>(
        `select array(select e->>'type' from json_array_elements(events) e) as types from journal where subject_id = $1 order by seq`,
        [instanceId],
      )
    ).map(({ types }) => types);

  /** A start whose run writes 20 texts of 900,000 characters. */
  async function startedLong() {
    await side.deploy(looping('long', 20, `_context.text = 'x'.repeat(900000)`));
    const start = { ...startOf('long'), variables: { n: 0 } };
    const [reply] = await side.run(start);
    expect(reply).to.deep.equal({ ok: true, result: { instanceId: start.instanceId }, ...positionOf(reply) });
    return start.instanceId;
  }

  itFull('is answered when it pauses, and continues in rows of bounded size', async () => {
    const instanceId = await startedLong();
    expect(await mail()).to.deep.equal([{ target_id: instanceId, type: 'ContinueRun' }]);
    let rounds = 0;
    for (; (await mail()).length > 0 && rounds < 20; rounds += 1) await drain(instanceId);
    const rows = await eventTypes(instanceId);
    expect(rows.length).to.equal(rounds + 1);
    expect(rows.length).to.be.within(4, 6);
    for (const row of rows.slice(0, -1)) expect(row.at(-1)).to.equal('RunPaused');
    for (const row of rows.slice(1)) expect(row[0]).to.equal('RunResumed');
    expect(rows.at(-1)?.slice(-2)).to.deep.equal(['FlowTaken', 'ElementActivated']);
    expect(await side.value('select max(length(events::text))::int from journal')).to.be.below(6 * MIB);
  });

  itFull('takes other commands while it is paused, each of which continues with it', async () => {
    const instanceId = await startedLong();
    const refused = await side.run({ kind: 'CompleteActivity', id: newId(), instanceId, activityId: 'after', variables: {} });
    expect(refused[0]).to.deep.include({ ok: false });
    expect(await eventTypes(instanceId)).to.have.length(1);
    await side.run({ kind: 'CancelInstance', id: newId(), instanceId, reason: 'enough' });
    expect(await side.value('select is_terminal from instance where id = $1', [instanceId])).to.equal(true);
    await drain(instanceId);
    expect(await mail()).to.deep.equal([]);
    expect(await eventTypes(instanceId)).to.have.length(2);
  });

  itFull('leaves its turn to the other work of its process', async () => {
    await side.deploy(looping('busy', 5000, ''));
    const worker = side.worker();
    let turn = 0;
    let isOver = false;
    const countTurns = () => {
      turn += 1;
      if (!isOver) setImmediate(countTurns);
    };
    const turns = new Set<number>();
    const run: Evaluator['run'] = (...given) => {
      turns.add(turn);
      return worker.evaluator.run(...given);
    };
    const evaluator = { ...worker.evaluator, within: () => ({ ...worker.evaluator, run }) };
    countTurns();
    const { announced } = await deliverTo(side.worker({ evaluator }), [{ ...startOf('busy'), variables: { n: 0 } }]);
    isOver = true;
    expect(announced.map(({ reply }) => reply?.ok)).to.deep.equal([true]);
    expect(turns.size, 'turns of the event loop in which scripts ran').to.be.greaterThan(2);
  });

  itFull('does not keep those waiting whose commands came in the same command batch', async () => {
    await side.deploy(looping('busy', 30_000, ''));
    await side.deploy(model('short', `<startEvent id="s"/>${task('t')}${flow('f', 's', 't')}`));
    const [first, long, last] = ['short', 'busy', 'short'].map((key) => ({ ...startOf(key), variables: { n: 0 } }));
    if (first === undefined || long === undefined || last === undefined) throw new Error('three starts');
    const { announced, added } = await deliverTo(side.worker({ maxSharedRunMs: 200 }), [first, long, last]);
    expect(announced.map(({ commandId, reply }) => [commandId, reply?.ok])).to.deep.equal([
      [first.id, true],
      [last.id, true],
    ]);
    expect(added.map(({ commands, replyTo }) => [commands.map(({ id }) => id), replyTo])).to.deep.equal([[[long.id], 'test']]);
    const alone = await deliverTo(side.worker(), [long]);
    expect(alone.announced.map(({ reply }) => reply?.ok)).to.deep.equal([true]);
    expect(alone.added.filter(({ replyTo }) => replyTo !== null)).to.deep.equal([]);
  });
});

/** Fields of the reply in addition to its result. */
function positionOf(reply: unknown): object {
  const { position } = reply as { position?: string };
  return position === undefined ? {} : { position };
}
