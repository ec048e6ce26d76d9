import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { runVerb } from '../../support/run-verb.ts';

/** What shells make of the answers: completion.test.ts. */
describe('sluice completion', function () {
  this.timeout(120_000);
  let silent: Server;
  before(async () => {
    silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const words = (line: readonly string[], url: string) => runVerb(['completion', 'words', '--', ...line], { SLUICE_URL: url });

  it('offers verbs, actions and options without a question to the API', async () => {
    const { code, stdout, stderr } = await words(['tasks', 'claim', '--us'], 'http://127.0.0.1:1');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^--user\t.+\n:\n$/);
  });

  // slow: a process of the command line
  it('offers nothing, without a word, when the API does not answer', async () => {
    const { port } = silent.address() as AddressInfo;
    // the first of them never answers: that the verb ends at all shows that it does not wait for it
    for (const url of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1', 'nowhere'])
      expect(await words(['state', ''], url), url).to.deep.equal({ code: 0, stdout: ':\n', stderr: '' });
  });

  for (const shell of ['bash', 'zsh', 'fish'])
    it(`prints a script for ${shell}`, async () => {
      const { code, stdout } = await runVerb(['completion', shell]);
      expect([code, stdout.includes('sluice completion words')]).to.deep.equal([0, true]);
    });
});
