import { expect } from 'chai';
import { restCall } from '../../../../src/plugins/builtin/rest-call/rest-call.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { contextOf, failureOf, readableLog, run } from './plugin-run.ts';

describe('rest-call, look-ups of names', () => {
  let server: StubServer;
  let looked: string[];
  let release: () => void;
  before(async () => {
    server = await startStub((_, response) => response.end('here'));
  });
  after(() => server.close());
  beforeEach(() => {
    looked = [];
  });

  /** No server answers for names below `dead.test` until they are released. */
  function makePlugin() {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    return restCall({
      log: readableLog().log,
      addresses: { denyPrivateNetworks: false, allowedNetworks: [] },
      async resolve(hostname) {
        looked.push(hostname);
        if (hostname.endsWith('.dead.test')) await held;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
  }
  const urlOf = (name: string) => `http://${name}:${server.port}/`;
  const by = (WorkflowId: string) => contextOf({ WorkflowId });

  it('keep no call of another process waiting when the names of one get no answer', async () => {
    const plugin = makePlugin();
    const calls = Array.from({ length: 10 }, (_, n) => run(plugin, { url: urlOf(`n${n}.dead.test`) }, by('dead')));
    for (let n = 0; n < 5; n += 1) {
      expect(await run(plugin, { url: urlOf('live.test') }, by('live'))).to.have.nested.property('__response.body', 'here');
    }
    expect(looked.filter((name) => name.endsWith('.dead.test'))).to.deep.equal(['n0.dead.test', 'n1.dead.test']);
    release();
    await Promise.all(calls);
    expect(looked).to.have.length(15);
  });

  it('are at most three at a time, and processes take turns when all their calls hang', async () => {
    const plugin = makePlugin();
    const calls = ['a', 'a', 'a', 'b', 'b', 'c'].map((key, n) => run(plugin, { url: urlOf(`${key}${n}.dead.test`) }, by(key)));
    await run(plugin, { url: server.url }, by('d')); // an address needs no look-up
    expect(looked).to.deep.equal(['a0.dead.test', 'a1.dead.test', 'b3.dead.test']);
    release();
    await Promise.all(calls);
    expect(looked).to.have.length(6);
  });

  it('are no longer made when the call is over before its turn', async () => {
    const plugin = makePlugin();
    const first = [0, 1].map((n) => run(plugin, { url: urlOf(`n${n}.dead.test`) }, by('dead')));
    const late = await failureOf(plugin, { url: urlOf('late.dead.test'), timeoutSec: 1 }, by('dead'));
    expect(late.code).to.equal('504');
    release();
    await Promise.all(first);
    expect(looked).to.deep.equal(['n0.dead.test', 'n1.dead.test']);
  });
});
