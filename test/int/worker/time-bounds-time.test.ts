// tier nightly: measures how soon a process is disabled, and ends transactions after parts of a second
// runs alone: scripts take most of what the database waits

import { expect } from 'chai';
import { openPool } from '../../../src/db/pool.ts';
import type { Evaluator } from '../../../src/engine/evaluator.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy } from '../../support/http/steps.ts';
import { onSignal, processOf, signal, startedBy } from '../../support/models/event-elements.ts';
import { script, task } from '../../support/models/models.ts';
import { BACKENDS, startService } from '../../support/service.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const alarm = `<intermediateThrowEvent id="ID">${onSignal('alarm')}</intermediateThrowEvent>`;

describe('bounds of the time of one transaction', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  it('parks a command at the third attempt that the database ends because it is decided for too long', async function () {
    this.timeout(120_000);
    await side.deploy(processOf('slow', '', [script('work', 'n = 1')]));
    await side.deploy(processOf('fast', '', [task('work')]));
    const pool = openPool(side.url, { max: 4, applicationName: 'impatient', isPipelined: true, idleInTransactionMs: 300 });
    pool.on('error', () => {});
    const tools = side.worker({ pool, idleInTransactionMs: 300, maxSharedRunMs: 50 });
    let runs = 0;
    const evaluator: Evaluator = {
      evaluate: tools.evaluator.evaluate,
      decide: tools.evaluator.decide,
      run(...given) {
        runs += 1;
        const until = performance.now() + 700;
        while (performance.now() < until);
        return tools.evaluator.run(...given);
      },
    };
    const [slow, fast] = [startOf('slow'), startOf('fast')];
    const impatient = { ...tools, evaluator: evaluator as typeof tools.evaluator };
    const { announced, added } = await deliverTo(impatient, [slow, fast]);
    expect(announced.map(({ commandId, reply }) => [commandId, reply?.ok])).to.deep.equal([[fast.id, true]]);
    expect(added.filter(({ replyTo }) => replyTo !== null).map(({ commands }) => commands)).to.deep.equal([[slow]]);
    const alone = await deliverTo(impatient, [slow]);
    expect(alone.announced.map(({ reply }) => reply)).to.deep.equal([{ ok: false, rejection: { code: 'INTERNAL_ERROR' } }]);
    expect(runs).to.equal(4); // once together, three times alone
    const [parked] = await side.sql<{ error: string }>('select error from dead_letter');
    expect(parked?.error).to.match(
      /given up at attempt 3: deciding took \d+\.\d s, and the database ended the waiting transaction/,
    );
  });
});

for (const backend of BACKENDS) {
  describe(`a storm of follow-ups, queue in ${backend}`, () => {
    it('does not keep disable waiting, which ends it', async function () {
      this.timeout(120_000);
      const service = await startService({ backend });
      try {
        const three = ['one', 'two', 'three'].map((id) => alarm.replace('ID', id));
        await deploy(service.url, startedBy('storm', signal('alarm'), onSignal('alarm'), three));
        await post(service.url, '/Execution/signal', { SignalName: 'alarm' });
        await new Promise((resolve) => setTimeout(resolve, 3000));
        const began = performance.now();
        const answer = await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'storm' });
        expect(answer.status).to.equal(200);
        expect(performance.now() - began).to.be.below(2000);
        await eventually(
          'the storm is over',
          async () => (await post(service.url, '/Execution/signal', { SignalName: 'alarm' })).status === 404,
        );
      } finally {
        await service.stop();
      }
    });
  });
}
