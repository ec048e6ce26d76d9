import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { until } from '../../support/http/steps.ts';
import { runVerb } from '../../support/run-verb.ts';

// tier all: runs shells, which start a process for every question, and the process waits 300 ms for its answer

const run = promisify(execFile);
const INSTANCE = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const KEYS = ['order', 'order-2', 'a b', '$(touch hacked)', '`x`', '-rf', 'é', "x';y"];

describe('sluice completion in real shells', function () {
  this.timeout(120_000);
  let folder: string;
  let server: Server;
  let url: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-completion-'));
    server = createServer((request, response) => {
      const items = request.url?.startsWith('/Definitions')
        ? KEYS.map((processDefinitionKey) => ({ processDefinitionKey }))
        : [{ instanceId: INSTANCE }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const env = () => ({ PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: folder, SLUICE_URL: url });
  /** What a shell would offer for a line. */
  async function offered(line: string): Promise<readonly string[]> {
    const sluice = commandLine()
      .map((word) => `'${word}'`)
      .join(' ');
    const script = `sluice() { '${process.execPath}' ${sluice} "$@"; }
eval "$(sluice completion bash)"
complete -p sluice > /dev/null || exit 9
COMP_LINE=$1 COMP_POINT=\${#1}
_sluice
(( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['--noprofile', '--norc', '-c', script, 'bash', line], { env: env(), cwd: folder });
    return stdout.split('\n').filter((word) => word !== '');
  }

  it('completes verbs, actions, options and choices in a real bash', async () => {
    expect(await offered('sluice tas')).to.deep.equal(['tasks']);
    expect(await offered('sluice tasks c')).to.deep.equal(['claim', 'complete', 'comments', 'comment', 'cancel']);
    expect(await offered('sluice tasks claim --us')).to.deep.equal(['--user']);
    // readline takes the text after : and = as a separate word
    expect(await offered('sluice projector:re')).to.deep.equal(['rebuild']);
    expect(await offered('sluice instances --status=C')).to.deep.equal(['Completed', 'Cancelled']);
    expect(await offered('sluice deploy ./')).to.deep.equal([]);
  });

  it('asks the API for ids and keys, and offers no name that a shell would act upon', async () => {
    // on a slow machine an answer can come too late for a completion
    for (const [line, words] of [
      ['sluice state ', [INSTANCE]],
      ['sluice run ', ['order', 'order-2']],
      ['sluice run order-', ['order-2']],
    ] as const) {
      const found = await until(
        () => offered(line),
        ({ length }) => length > 0,
      );
      expect(found, line).to.deep.equal(words);
    }
    expect(await offered('sluice run $(touch hacked2) `touch hacked3` ')).to.deep.equal([]);
    const { stdout } = await run('ls', [folder]);
    expect(stdout).not.to.contain('hacked');
  });

  it('offers the names of profiles, and keeps what it cannot read to itself', async () => {
    await runVerb(['profile', 'add', 'prod', '--url', url, '--without-token'], { XDG_CONFIG_HOME: folder });
    expect(await offered('sluice --profile=p')).to.deep.equal(['prod']);
    await writeFile(join(folder, 'sluice', 'config.json'), 'no JSON');
    expect(await offered('sluice --profile ')).to.deep.equal([]);
    await rm(join(folder, 'sluice'), { recursive: true });
  });

  for (const [shell, check] of [
    ['bash', ['-n']],
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const)
    it(`prints a script that ${shell} reads, where there is one`, async () => {
      const { stdout } = await runVerb(['completion', shell]);
      const file = join(folder, `script.${shell}`);
      await writeFile(file, stdout);
      if (has(shell)) await run(shell, [...check, file]);
    });
});

function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
