import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get, post } from '../../support/http/http-client.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: installs a client from the registry; test/contract/camunda-7.test.ts shows the operations

const run = promisify(execFile);
const PACKAGE = 'camunda-external-task-client-js';
const VERSION = '3.1.0';
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', `${PACKAGE}-${VERSION}`);
const INSTANCES = 200;

const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://example.org">
  <bpmn:process id="charging" isExecutable="true">
    <bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    <bpmn:serviceTask id="charge" camunda:type="external" camunda:topic="chargeCard" />
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="e" /><bpmn:endEvent id="e" />
  </bpmn:process>
</bpmn:definitions>`;

/** A program as the pages of the client show it: it knows nothing of Sluice. */
const WORKER = `
import { Client, Variables } from '${PACKAGE}';
const client = new Client({ baseUrl: process.argv[2], maxTasks: 20, lockDuration: 2000, asyncResponseTimeout: 10000 });
client.on('complete:success', ({ id }) => process.stdout.write('done ' + id + '\\n'));
client.subscribe('chargeCard', async ({ task, taskService }) => {
  const n = task.variables.get('n');
  if (n % 50 === 7 && task.retries === null)
    return taskService.handleFailure(task, { errorMessage: 'busy', retries: 2, retryTimeout: 1 });
  await taskService.complete(task, new Variables().set('charged', n * 2));
});
`;

/** Installs the exact version once; false: the registry cannot be reached. */
async function hasClient(): Promise<boolean> {
  if (existsSync(join(FOLDER, 'node_modules', PACKAGE, 'package.json'))) return true;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true }));
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', `${PACKAGE}@${VERSION}`];
  return run('npm', words, { cwd: FOLDER, timeout: 240_000 }).then(
    () => true,
    () => false,
  );
}

describe(`the unchanged client ${PACKAGE}`, function () {
  this.timeout(600_000);
  let service: TestService;
  const workers: ChildProcess[] = [];
  const done: string[] = [];
  let isInstalled = false;

  before(async () => {
    isInstalled = await hasClient();
    if (!isInstalled) return void process.stdout.write(`\n!!! ${PACKAGE} cannot be installed here: its test is LEFT OUT.\n`);
    await writeFile(join(FOLDER, 'worker.mjs'), WORKER);
    service = await startService({ env: { CAMUNDA_7_API: 'true' } });
  });
  after(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await service?.stop();
  });

  const startWorker = () => {
    const worker = spawn(process.execPath, ['worker.mjs', `${service.url}/engine-rest`], { cwd: FOLDER });
    worker.stdout.on('data', (chunk: Buffer) => {
      for (const [, id = ''] of chunk.toString().matchAll(/done (\S+)/g)) done.push(id);
    });
    workers.push(worker);
    return worker;
  };

  it('completes every instance once when a worker is killed in between', async () => {
    if (!isInstalled) return;
    expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: MODEL, OnFailure: 'incident' }));
    const first = startWorker();
    const start = async (n: number) =>
      expectJson(
        await post(service.url, '/engine-rest/process-definition/key/charging/start', {
          variables: { n: { value: n, type: 'Integer' } },
        }),
      );
    for (let n = 0; n < INSTANCES; n += 20) await Promise.all(Array.from({ length: 20 }, (_, at) => start(n + at)));
    await eventually('some tasks', () => done.length > 20, { withinMs: 120_000 });
    first.kill('SIGKILL');
    startWorker();
    const count = async (filter: string) =>
      expectJson(await get(service.url, `/engine-rest/history/process-instance/count?${filter}`)).count;
    await eventually('the end of all instances', async () => (await count('completed=true')) === INSTANCES, {
      withinMs: 240_000,
    });
    expect(await count('')).to.equal(INSTANCES);
    expect(new Set(done).size, 'a result that was accepted twice').to.equal(done.length);
  });
});
