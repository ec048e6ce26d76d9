import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { textWidth } from '../../../src/cli/output/terminal.ts';
import { commandLine } from '../../support/command-line.ts';

// tier all: runs each verb in a process on its own terminal; output.test.ts and test/unit/cli/table.test.ts show the output

const run = promisify(execFile);
const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\r\n注文\u202e';
const INSTANCE = {
  ...{ instanceId: ID, processDefinitionKey: HOSTILE, version: 1, status: 'Failed', businessId: 'x'.repeat(300) },
  ...{ activeActivityIds: [HOSTILE], failure: null, createdAt: '2026-11-23T05:31:12.204+00:00', completedAt: null },
};
const BATCH = {
  ...{ batchId: ID, operation: 'retry', filters: HOSTILE, createdAt: '', skippedCount: 0, failedCount: 0, totalCount: 2 },
  ...{ pendingCount: 1, succeededCount: 1, status: 'Running', endedAt: null },
};
/** A program of util-linux that gives others a terminal. */
const hasTerminal = (() => {
  try {
    execFileSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('what verbs print', function () {
  this.timeout(120_000);
  let server: Server;
  let url: string;
  let looks = 0;
  before(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(request.url ?? '')));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    looks = 0;
  });

  function answerTo(path: string): unknown {
    if (path.startsWith('/Batches')) {
      looks += 1;
      return looks < 3 ? BATCH : { ...BATCH, pendingCount: 0, succeededCount: 2, status: 'Completed', endedAt: 'now' };
    }
    if (path.endsWith('/state')) return { isCompleted: false, isFailed: false, isCancelled: false, activeActivityIds: ['a'] };
    return { items: Array.from({ length: 400 }, () => INSTANCE), totalCount: 400, isTotalCountExact: true };
  }
  const quoted = (words: readonly string[]) => [process.execPath, ...commandLine(...words)].map((word) => `'${word}'`).join(' ');
  /** On a terminal that is so wide. */
  async function onTerminal(columns: number, words: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const command = `stty cols ${columns} && ${quoted(words)}`;
    const all = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', SLUICE_URL: url, ...env };
    return (await run('script', ['-qec', command, '/dev/null'], { env: all, maxBuffer: 16_777_216 })).stdout;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  const withoutColours = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

  if (hasTerminal) {
    it('fits the terminal, has colours there, and nothing else that acts upon it, when names are hostile', async () => {
      for (const columns of [120, 80, 50]) {
        const text = await onTerminal(columns, ['instances']);
        if (columns === 120) expect(text).to.contain('\u001b[31mFailed');
        const lines = withoutColours(text).trimEnd().split('\r\n');
        expect(lines).to.have.length(401);
        expect(Math.max(...lines.map(textWidth)), String(columns)).to.be.at.most(columns);
        expect(lines[1]).to.match(new RegExp(`^${ID} `));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is shown
        expect(lines.join('')).not.to.match(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      }
    });

    it('has no colours when NO_COLOR or --no-color is set, and JSON never has', async () => {
      expect(await onTerminal(80, ['instances'], { NO_COLOR: '1' })).not.to.contain('\u001b');
      expect(await onTerminal(80, ['--no-color', 'instances'], { FORCE_COLOR: '1' })).not.to.contain('\u001b');
      expect(await onTerminal(80, ['instances'], { TERM: 'dumb' })).not.to.contain('\u001b');
      const json = await onTerminal(80, ['instances', '--json']);
      expect(JSON.parse(json).items[0].processDefinitionKey).to.equal(HOSTILE);
    });

    it('draws one line repeatedly while a batch runs', async () => {
      const text = await onTerminal(60, ['batch', 'show', ID, '--watch']);
      const drawn = text.split('\r').filter((line) => line.startsWith('['));
      expect(drawn).to.have.length(2);
      for (const line of drawn) expect(textWidth(line.replace('\u001b[K', ''))).to.be.below(60);
      expect(text).to.contain('2/2  succeeded 2');
    });
  }

  it('ends quietly when its reader has read enough', async () => {
    const pipe = `set -o pipefail; ${quoted(['instances', '--url', url])} | head -1`;
    const { stdout, stderr } = await run('bash', ['--noprofile', '--norc', '-c', pipe], {
      env: { PATH: process.env['PATH'] ?? '' },
    });
    expect([stdout, stderr]).to.deep.equal(['{\n', '']);
  });

  it('ends with 130 when Ctrl-C ends what is watched', async () => {
    const env = { PATH: process.env['PATH'] ?? '', SLUICE_URL: url };
    const child = spawn(process.execPath, commandLine('state', ID, '--watch'), { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).to.deep.equal([130, null]);
  });
});
