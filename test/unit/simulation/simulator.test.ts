import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import type { SimulationAct } from '../../../src/simulation/protocol.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { eventually } from '../../support/eventually.ts';
import { itFull } from '../../support/tier.ts';
import { around, ENDLESS, flow, model, ORDER } from './models.ts';

const config = readConfig({}, 'api');
const START: SimulationAct = { kind: 'start', variables: {} };
const ask = (bpmnXml: string, acts: readonly SimulationAct[] = [START]) => ({
  bpmnXml,
  resources: [],
  scripts: [],
  startedAt: Date.parse('2026-01-01T00:00:00Z'),
  acts,
});

describe('the threads of simulations', function () {
  this.timeout(120_000);
  const opened: Simulator[] = [];
  const open = (bounds: ConstructorParameters<typeof Simulator>[1] = {}) => {
    const simulator = new Simulator(config, { timeMs: 60_000, ...bounds });
    opened.push(simulator);
    return simulator;
  };
  afterEach(() => Promise.all(opened.splice(0).map((simulator) => simulator.close())));

  itFull('run a model and give its state', async () => {
    const outcome = await open().simulate('me', ask(ORDER));
    expect(outcome.ok && outcome.state.waitCount).to.equal(2);
  });

  itFull('end what takes too long, and the next one runs', async () => {
    const simulator = open({ timeMs: 500 });
    const endless = around('t', '<scriptTask id="t" scriptFormat="javascript"><script>for(;;){}</script></scriptTask>');
    expect(await simulator.simulate('me', ask(endless))).to.deep.equal({
      ok: false,
      why: 'limit',
      text: 'it takes more than 0.5 seconds',
    });
    const next = await simulator.simulate('me', ask(ORDER, []));
    expect(next.ok || next.why === 'limit').to.equal(true);
  });

  itFull('end an endless loop when it has taken too many steps', async () => {
    const outcome = await open().simulate('me', ask(ENDLESS));
    const text = 'more than 10000 steps follow from one act, as of a loop without an end';
    expect(outcome).to.deep.equal({ ok: false, why: 'limit', text });
  });

  itFull('end what takes too much memory, and the process lives on', async () => {
    const simulator = open({ memoryMb: 64 });
    const grows = model(
      `<startEvent id="s"/>${flow('f1', 's', 't')}<scriptTask id="t" scriptFormat="javascript"><script>execution.setVariable('n', (execution.getVariable('n') || 0) + 1); execution.setVariable('x', String(execution.getVariable('n')) + 'a'.repeat(900000))</script></scriptTask>
      ${flow('f2', 't', 'g')}<exclusiveGateway id="g" default="out"/>${flow('again', 'g', 't', '=n &lt; 200')}${flow('out', 'g', 'e')}<endEvent id="e"/>`,
    );
    const outcome = await simulator.simulate('me', ask(grows));
    expect(outcome).to.deep.equal({ ok: false, why: 'limit', text: 'it takes more than 64 MB of memory' });
    expect((await simulator.simulate('me', ask(ORDER))).ok).to.equal(true);
  });

  itFull('leave the event loop to others while a model runs', async () => {
    const simulator = open();
    await simulator.simulate('me', ask(ORDER, []));
    // the turns of the event loop during one simulation: none if the loop is blocked, few if this process gets no time
    const turns = async () => {
      let count = 0;
      let isDone = false;
      const turn = () => {
        count += 1;
        if (!isDone) setImmediate(turn);
      };
      setImmediate(turn);
      await simulator.simulate('me', ask(ENDLESS));
      isDone = true;
      return count;
    };
    await eventually('turns of the event loop', async () => (await turns()) > 5);
  });

  itFull('take no more than their places, and no user gets all of them', async () => {
    const simulator = open({ running: 2, runningOfOne: 1, waiting: 3, waitingOfOne: 2 });
    const first = [
      simulator.simulate('one', ask(ENDLESS)),
      simulator.simulate('one', ask(ORDER)),
      simulator.simulate('one', ask(ORDER)),
    ];
    expect([simulator.hasPlaceFor('one'), simulator.hasPlaceFor('other')]).to.deep.equal([false, true]);
    const other = simulator.simulate('other', ask(ORDER));
    expect((await other).ok).to.equal(true);
    await Promise.all(first);
    expect(simulator.hasPlaceFor('one')).to.equal(true);
  });

  itFull('give nothing of one simulation to the next', async () => {
    const simulator = open();
    const script = (text: string) =>
      around('t', `<scriptTask id="t" scriptFormat="javascript"><script>${text}</script></scriptTask>`);
    await simulator.simulate('me', ask(script('secret = 1; execution.setVariable("kept", 1)')));
    const next = await simulator.simulate('other', ask(script('execution.setVariable("found", typeof secret)')));
    expect(next.ok && { ...next.state.instances[0]?.variables.values }, JSON.stringify(next)).to.deep.equal({
      found: 'undefined',
    });
  });

  it('refuse what comes after they are closed', async () => {
    const simulator = open();
    await simulator.close();
    const refused = await simulator.simulate('me', ask(ORDER)).catch((error: Error) => error.message);
    expect(refused).to.equal('the simulator is closed');
  });
});
