import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { build } from '../../../bin/build.mjs';
import { eventually } from '../../support/eventually.ts';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { type HostProcess, startHostProcess } from '../../support/plugin-host-process.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: builds the package and compiles a project

const ROOT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLE = join(ROOT, 'examples', 'plugins', 'exchange-rate');

describe('the example project of a plugin', () => {
  let folder: string;
  let service: TestService;
  let host: HostProcess;

  before(async () => {
    build();
    folder = mkdtempSync(join(tmpdir(), 'sluice-plugin-'));
    cpSync(EXAMPLE, folder, { recursive: true, filter: (path) => !/node_modules|dist/.test(path.slice(EXAMPLE.length)) });
    // What `npm install` makes: the package itself, and the types of Node.
    mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
    symlinkSync(ROOT, join(folder, 'node_modules', 'sluice'));
    symlinkSync(join(ROOT, 'node_modules', '@types', 'node'), join(folder, 'node_modules', '@types', 'node'));
    service = await startService();
  });
  after(async () => {
    await host?.kill();
    await service?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  it('compiles against sluice/plugin, and runs when the plugin host is given its folder', async () => {
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(compiled.stdout + compiled.stderr).to.equal('');

    host = startHostProcess([folder], { DATABASE_URL: service.databaseUrl, PROCESS_NAME: 'example-host' });
    const entry = await eventually(`the catalog entry; log: ${host.log()}`, async () => {
      const answer = await get(service.url, '/custom-tasks/Exchange-Rate');
      return answer.status === 200 ? answer.json : undefined;
    });
    expect(entry.siloNames).to.deep.equal(['example-host']);
    expect(entry.parameterSchema.parameters.map((p: { name: string }) => p.name)).to.deep.equal(['amount', 'from', 'to']);

    await deploy(service.url, readFileSync(join(folder, 'convert.bpmn'), 'utf8'));
    const ended = async (currency: string) => {
      const id = await start(service.url, 'convert', { Variables: { amount: 1000, currency } });
      return eventually('the end of the instance', async () => {
        const state = await stateOf(service.url, id);
        return state.isCompleted ? state : undefined;
      });
    };
    const converted = await ended('USD');
    expect(converted.variableStates[0]?.variables).to.include({ inEuro: 920 });
    expect((await ended('XXX')).completedActivityIds).to.include('not-converted');
  });

  it('leaves the catalog immediately when it is stopped in order', async () => {
    expect(await host.stop()).to.equal(0);
    expect((await get(service.url, '/custom-tasks/exchange-rate')).status).to.equal(404);
  });
});
