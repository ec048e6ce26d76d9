import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { start, stateOf } from '../../support/http/steps.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: runs the commands of the page, each in a process; deploy.test.ts and decisions.test.ts show the verbs

const execute = promisify(execFile);
const PAGE = new URL('../../../docs/how-to/use-decision-tables.md', import.meta.url);
const CURL = fileURLToPath(new URL('../../support/pages/curl.mjs', import.meta.url));

describe('the page about deciding with a table', function () {
  this.timeout(60_000);
  let service: TestService;
  let folder: string;
  let commands: readonly string[];
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'sluice-table-'));
    const text = await readFile(PAGE, 'utf8');
    const blocks = (language: string) =>
      [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);
    const [table = '', model = ''] = blocks('xml');
    await writeFile(join(folder, 'discount.dmn'), table);
    await writeFile(join(folder, 'order.bpmn'), model);
    commands = blocks('sh');
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs a command of the page as it is written, against this service. */
  async function run(command: string): Promise<string> {
    const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
    const functions = `sluice() { ${quoted([process.execPath, ...commandLine()])} "$@"; }\ncurl() { ${quoted([process.execPath, CURL])} "$@"; }\n`;
    const script = functions + command.replaceAll('http://localhost:8080', service.url);
    const env = { ...process.env, SLUICE_URL: service.url };
    return (await execute('bash', ['-c', script], { cwd: folder, env })).stdout;
  }

  it('has commands that do what it specifies when they are run one after the other', async () => {
    const [deployFolder = '', deployOverHttp = '', startOne = ''] = commands;
    expect(await run(deployFolder)).to.equal('order.bpmn: order version 1\n');
    expect(JSON.parse(await run(deployOverHttp))).to.deep.equal({ ProcessDefinitionKey: 'order', Version: 2 });
    const { WorkflowInstanceId } = JSON.parse(await run(startOne)) as { WorkflowInstanceId: string };
    const state = await stateOf(service.url, WorkflowInstanceId);
    expect(state.activeActivityIds).to.deep.equal(['confirm']);
    expect(JSON.stringify(state.variableStates)).to.contain('"percent":5');
  });

  it('quotes what fails as it is', async () => {
    const text = await readFile(PAGE, 'utf8');
    const failing = await stateOf(
      service.url,
      await start(service.url, 'order', { Variables: { total: 'many', customer: 'new' } }),
    );
    const [entry] = failing.completedActivities.filter(({ errorState }) => errorState !== null);
    expect(text).to.contain(`\`${entry?.errorState?.message}\``);
    const table = join(folder, 'discount.dmn');
    await writeFile(table, (await readFile(table, 'utf8')).replace('[500..1000)', '[500..'));
    const refused = await execute(process.execPath, commandLine('deploy', '--url', service.url, folder)).catch(
      (error: { stderr: string }) => error,
    );
    const [, beginning = '', end = ''] = /```\n(Invalid BPMN: .*?)… (\(line.*?\))\n```/.exec(text) ?? [];
    expect(beginning).to.have.length.above(20);
    expect(refused.stderr).to.contain(beginning.trim());
    expect(refused.stderr).to.contain(end);
  });
});
