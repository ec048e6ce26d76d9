import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../../support/http/steps.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: runs the commands of the page, each in a process; modify-and-migrate.test.ts shows the verb

const execute = promisify(execFile);
const PAGE = new URL('../../../docs/how-to/move-instances-to-a-version.md', import.meta.url);
const CURL = fileURLToPath(new URL('../../support/pages/curl.mjs', import.meta.url));

describe('the page about moving instances to a new version', function () {
  this.timeout(180_000);
  let service: TestService;
  /** every command with the answer after it */
  let steps: readonly (readonly [command: string, answer: string])[];
  let id: string;
  let second: string;
  before(async () => {
    service = await startService();
    const text = await readFile(PAGE, 'utf8');
    const [first = '', other = ''] = [...text.matchAll(/```xml\n([\s\S]*?)```/g)].map(([, model = '']) => model);
    steps = [...text.matchAll(/```sh\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/g)].map(([, command = '', answer = '']) => [
      command,
      answer,
    ]);
    await deploy(service.url, first);
    id = await start(service.url, 'order');
    second = other;
    await deploy(service.url, second);
    await until(
      () => get(service.url, '/Definitions?filters=ProcessDefinitionKey==order'),
      ({ json }) => json.totalCount === 2,
    );
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

  /** What differs from run to run. */
  function shown(text: string): string {
    return text
      .replaceAll(/due \S+/g, 'due <time>')
      .replaceAll(id, '<id>')
      .trim();
  }

  it('has commands that answer what it specifies when they are run one after the other', async () => {
    expect(steps).to.have.length(5);
    for (const [command, answer] of steps) expect(shown(await run(command)), command).to.equal(shown(answer));
    expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['pack-and-seal']);
  });
});
