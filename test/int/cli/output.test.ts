import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { runVerb } from '../../support/run-verb.ts';
import { itFull } from '../../support/tier.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const INSTANCE = {
  ...{ instanceId: ID, processDefinitionKey: 'order', version: 1, status: 'Failed', businessId: null, activeActivityIds: ['a'] },
  ...{ failure: null, createdAt: '2026-11-23T05:31:12.204+00:00', completedAt: null },
};
const BATCH = {
  ...{
    batchId: ID,
    operation: 'retry',
    filters: 'a\u202e\u009b\r',
    createdAt: '',
    skippedCount: 0,
    failedCount: 0,
    totalCount: 2,
  },
  ...{ pendingCount: 1, succeededCount: 1, status: 'Running', endedAt: null },
};

/** What they print on a terminal: terminal.test.ts. */
describe('what verbs print into a pipe', function () {
  this.timeout(120_000);
  let server: Server;
  let url: string;
  let looks = 0;
  before(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(request.url ?? '')));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function answerTo(path: string): unknown {
    if (!path.startsWith('/Batches')) return { items: [INSTANCE], totalCount: 1, isTotalCountExact: true };
    looks += 1;
    return looks < 3 ? BATCH : { ...BATCH, pendingCount: 0, succeededCount: 2, status: 'Completed', endedAt: 'now' };
  }

  itFull('has colours in a pipe when FORCE_COLOR specifies it, and only then', async () => {
    const env = { SLUICE_URL: url };
    expect((await runVerb(['instances', '--table'], env)).stdout).not.to.contain('\u001b');
    expect((await runVerb(['instances', '--table'], { ...env, FORCE_COLOR: '1' })).stdout).to.contain('\u001b[31mFailed');
    expect((await runVerb(['instances', '--table', '--no-color'], { ...env, FORCE_COLOR: '1' })).stdout).not.to.contain('\u001b');
  });

  it('has a line for each change of a batch when the output is not a terminal', async () => {
    const { stdout } = await runVerb(['batch', 'show', ID, '--watch', '--table'], { SLUICE_URL: url });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).to.have.length(3);
    expect(lines[0]).to.contain('1/2').and.contain('Running');
    expect(lines[1]).to.contain('2/2').and.contain('Completed');
    expect(stdout).not.to.match(/\r|\u202e/);
  });

  it('escapes in JSON what a terminal acts upon, and is the same JSON', async () => {
    const { stdout } = await runVerb(['batch', 'list', '--json'], { SLUICE_URL: url });
    expect(stdout)
      .to.contain('a\\u202e\\u009b\\r')
      .and.not.match(/[\u0080-\u009f\u202e]/);
    expect(JSON.parse(stdout).filters).to.equal('a\u202e\u009b\r');
  });
});
