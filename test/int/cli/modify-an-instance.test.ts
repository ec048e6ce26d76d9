import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: runs the commands of the page, each in a process; modify-and-migrate.test.ts shows the verb

const execute = promisify(execFile);
const PAGE = new URL('../../../docs/how-to/modify-an-instance.md', import.meta.url);
const CURL = fileURLToPath(new URL('../../support/pages/curl.mjs', import.meta.url));

describe('the page about moving an instance on', function () {
  this.timeout(180_000);
  let service: TestService;
  /** every command with the answer after it */
  let steps: readonly (readonly [command: string, answer: string])[];
  let id: string;
  before(async () => {
    service = await startService();
    const text = await readFile(PAGE, 'utf8');
    const [, model = ''] = /```xml\n([\s\S]*?)```/.exec(text) ?? [];
    steps = [...text.matchAll(/```sh\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/g)].map(([, command = '', answer = '']) => [
      command,
      answer,
    ]);
    await deploy(service.url, model);
    id = await start(service.url, 'order', { Variables: { draft: true } });
  });
  after(() => service.stop());

  async function run(command: string) {
    const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
    const functions = `sluice() { ${quoted([process.execPath, ...commandLine()])} "$@"; }\ncurl() { ${quoted([process.execPath, CURL])} "$@"; }\n`;
    const script = functions + command.replaceAll('http://localhost:8080', service.url);
    const env = { ...process.env, SLUICE_URL: service.url, ID: id };
    return execute('bash', ['-c', script], { env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );
  }

  it('has commands that answer what it specifies when they are run one after the other', async () => {
    expect(steps).to.have.length(5);
    for (const [command, answer] of steps) expect((await run(command)).trim(), command).to.equal(answer.trim());
    const state = await stateOf(service.url, id);
    expect(state.activeActivityIds).to.deep.equal(['invoice']);
    expect(state.variableStates.map(({ variables }) => variables)).to.deep.equal([{ parcels: 3 }]);
    const cancelled = state.completedActivities.filter(({ isCancelled }) => isCancelled);
    expect(cancelled.map(({ activityId, cancellationReason }) => [activityId, cancellationReason])).to.deep.equal([
      ['pack', 'packed by hand'],
      ['hand-over', 'collected by the customer'],
      ['ship', 'collected by the customer'],
    ]);
  });
});
