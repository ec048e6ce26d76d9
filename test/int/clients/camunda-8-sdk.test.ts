import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: installs a client from the registry; test/contract/camunda-8.test.ts shows the operations

const run = promisify(execFile);
const VERSION = '8.8.13';
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', `camunda8-sdk-${VERSION}`);
const INSTANCES = 200;

const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
  xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Cloud" modeler:executionPlatformVersion="8.8.0"
  targetNamespace="http://example.org">
  <bpmn:process id="charging" isExecutable="true">
    <bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    <bpmn:serviceTask id="charge">
      <bpmn:extensionElements><zeebe:taskDefinition type="charge" retries="3" /></bpmn:extensionElements>
    </bpmn:serviceTask>
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="e" /><bpmn:endEvent id="e" />
  </bpmn:process>
</bpmn:definitions>`;

/** A program as the pages of the client show it: it knows nothing of Sluice. */
const WORKER = `
const { Camunda8 } = require('@camunda8/sdk');
const client = new Camunda8({ CAMUNDA_AUTH_STRATEGY: 'NONE', CAMUNDA_LOG_LEVEL: 'none' }).getCamundaRestClient();
client.createJobWorker({
  type: 'charge', worker: 'charger', maxJobsToActivate: 20, timeout: 2000, pollIntervalMs: 50,
  jobHandler: async (job) => {
    const { n } = job.variables;
    if (n % 50 === 7 && job.retries === 3) return job.fail({ errorMessage: 'busy', retries: job.retries - 1, retryBackOff: 0 });
    const result = await job.complete({ charged: n * 2 });
    process.stdout.write('done ' + n + '\\n');
    return result;
  },
});
`;
const STARTER = `
const { Camunda8 } = require('@camunda8/sdk');
const client = new Camunda8({ CAMUNDA_AUTH_STRATEGY: 'NONE', CAMUNDA_LOG_LEVEL: 'none' }).getCamundaRestClient();
(async () => {
  const { processes: [{ processDefinitionKey }] } = await client.deployResourcesFromFiles(['./charging.bpmn']);
  const start = (n) => client.createProcessInstance({ processDefinitionKey, variables: { n } });
  for (let n = 0; n < ${INSTANCES}; n += 20) await Promise.all(Array.from({ length: 20 }, (_, at) => start(n + at)));
  const { variables } = await client.createProcessInstanceWithResult({ processDefinitionId: 'charging', variables: { n: ${INSTANCES} }, requestTimeout: 120000 });
  process.stdout.write(JSON.stringify(variables));
})();
`;

/** Installs the exact version once; false: the registry cannot be reached. */
async function hasClient(): Promise<boolean> {
  if (existsSync(join(FOLDER, 'node_modules', '@camunda8', 'sdk', 'package.json'))) return true;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true }));
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', `@camunda8/sdk@${VERSION}`];
  return run('npm', words, { cwd: FOLDER, timeout: 240_000 }).then(
    () => true,
    () => false,
  );
}

describe('the unchanged client @camunda8/sdk', function () {
  this.timeout(600_000);
  let service: TestService;
  const workers: ChildProcess[] = [];
  const done: number[] = [];
  let isInstalled = false;

  before(async () => {
    isInstalled = await hasClient();
    if (!isInstalled) return void process.stdout.write('\n!!! @camunda8/sdk cannot be installed here: its test is LEFT OUT.\n');
    for (const [name, text] of Object.entries({ 'charging.bpmn': MODEL, 'worker.cjs': WORKER, 'starter.cjs': STARTER }))
      await writeFile(join(FOLDER, name), text);
    service = await startService({ env: { CAMUNDA_8_API: 'true' } });
  });
  after(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await service?.stop();
  });

  const environment = () => ({ ...process.env, ZEEBE_REST_ADDRESS: service.url });
  const startWorker = () => {
    const worker = spawn(process.execPath, ['worker.cjs'], { cwd: FOLDER, env: environment() });
    worker.stdout.on('data', (chunk: Buffer) => {
      for (const [, n] of chunk.toString().matchAll(/done (\d+)/g)) done.push(Number(n));
    });
    workers.push(worker);
    return worker;
  };

  it('completes every instance once when a worker is killed in between', async () => {
    if (!isInstalled) return;
    const first = startWorker();
    const starter = run(process.execPath, ['starter.cjs'], { cwd: FOLDER, env: environment() });
    await eventually('some jobs', () => done.length > 20, { withinMs: 120_000 });
    first.kill('SIGKILL');
    startWorker();
    expect(JSON.parse((await starter).stdout)).to.deep.equal({ n: INSTANCES, charged: INSTANCES * 2 });
    const count = async (filter: object) =>
      expectJson(await post(service.url, '/v2/process-instances/search', { filter, page: { limit: 0 } })).page.totalItems;
    await eventually('the end of all instances', async () => (await count({ state: 'COMPLETED' })) === INSTANCES + 1, {
      withinMs: 240_000,
    });
    expect(await count({})).to.equal(INSTANCES + 1);
    expect(new Set(done).size, 'a result that was accepted twice').to.equal(done.length);
  });
});
