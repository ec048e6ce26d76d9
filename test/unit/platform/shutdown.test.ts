import { expect } from 'chai';
import { silentLog } from '../../../src/platform/log.ts';
import { openShutdown, SHUTDOWN_STAGES, type SignalSource, stopOnSignals } from '../../../src/platform/shutdown.ts';

describe('an orderly stop', () => {
  it('stops stage by stage, whatever the order of registration, and only once when it is asked twice', async () => {
    const stopped: string[] = [];
    const shutdown = openShutdown(silentLog, 1000);
    for (const stage of [...SHUTDOWN_STAGES].reverse()) shutdown.register(stage, stage, () => void stopped.push(stage));
    const codes = await Promise.all([shutdown.stop('test'), shutdown.stop('again')]);
    expect([codes, stopped]).to.deep.equal([[0, 0], [...SHUTDOWN_STAGES]]);
  });

  it('continues and ends with 1 when something does not stop', async () => {
    const stopped: string[] = [];
    const shutdown = openShutdown(silentLog, 20);
    shutdown.register('api', 'hanging', () => new Promise(() => {}));
    shutdown.register('worker', 'failing', () => Promise.reject(new Error('no')));
    shutdown.register('database', 'database', () => void stopped.push('database'));
    expect([await shutdown.stop('test'), stopped]).to.deep.equal([1, ['database']]);
  });

  it('waits for the start-up when it comes while that is running', async () => {
    const shutdown = openShutdown(silentLog, 1000);
    let endStartUp: () => void = () => {};
    const order: string[] = [];
    const startUp = new Promise<void>((resolve) => (endStartUp = resolve)).then(() => {
      shutdown.register('api', 'api', () => void order.push('api stopped'));
      order.push('started');
    });
    shutdown.during(startUp);
    const stopping = shutdown.stop('early');
    expect(shutdown.signal.aborted).to.equal(true);
    endStartUp();
    await stopping;
    expect(order).to.deep.equal(['started', 'api stopped']);
  });
});

describe('signals', () => {
  function harness() {
    const listeners: ((signal: NodeJS.Signals) => void)[] = [];
    const exits: number[] = [];
    let nowMs = 0;
    let endStop: () => void = () => {};
    const shutdown = openShutdown(silentLog, 10_000);
    shutdown.register('api', 'api', () => new Promise<void>((resolve) => (endStop = resolve)));
    let exited: () => void = () => {};
    const exit = new Promise<void>((resolve) => (exited = resolve));
    const source: SignalSource = {
      on: (_signal, listener) => listeners.push(listener),
      exit(code) {
        exits.push(code);
        exited();
      },
    };
    stopOnSignals(shutdown, source, () => nowMs);
    const send = (signal: NodeJS.Signals, atMs: number) => {
      nowMs = atMs;
      listeners[0]?.(signal);
    };
    return { send, exits, exit, endStop: () => setImmediate(() => endStop()) };
  }

  it('stop in order and exit with 0 when one comes', async () => {
    const { send, exits, exit, endStop } = harness();
    send('SIGTERM', 0);
    endStop();
    await exit;
    expect(exits).to.deep.equal([0]);
  });

  it('count as one when the terminal and npm both pass it on', async () => {
    const { send, exits, exit, endStop } = harness();
    send('SIGINT', 0);
    send('SIGINT', 40);
    endStop();
    await exit;
    expect(exits).to.deep.equal([0]);
  });

  it('exit immediately when a second one comes clearly later', () => {
    const { send, exits, endStop } = harness();
    send('SIGINT', 0);
    send('SIGINT', 2000);
    expect(exits).to.deep.equal([130]);
    endStop();
  });
});
