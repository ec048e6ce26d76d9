import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithUs } from '../end-with-us.ts';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'camunda-clients');
const INSTALL_LIMIT_MS = 280_000;

/** A program on a published client of Camunda, as the pages of the client show it: it knows nothing of Sluice. */
export interface CamundaClient {
  /** package and version */
  readonly name: string;
  readonly platform: 'Camunda 7' | 'Camunda 8';
  /** commands that install the package in an empty folder */
  readonly install: readonly (readonly [command: string, ...words: string[]])[];
  /** by name: files that the commands and the program need */
  readonly files: Readonly<Record<string, string>>;
  /** The program: prints `did <n>` for each task that it begins, and, if the client reports it, `done <n>` when a result was accepted. */
  readonly program: readonly [command: string, ...words: string[]];
}

/** The topic of Camunda 7, and the job type of Camunda 8. */
export const TOPIC = 'chargeCard';
/** Time that a worker holds a task. Unit: ms. */
export const LOCK_MS = 3000;
/** Tasks that a worker holds at most. */
export const MOST_TASKS = 20;
/** Every 50th task fails once. */
export const FAILING = { every: 50, at: 7 };

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://example.org"`;
const around = (task: string, attributes = '') => `
  <bpmn:process id="charging" isExecutable="true"${attributes}>
    <bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    ${task}
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="e" /><bpmn:endEvent id="e" />
  </bpmn:process>
</bpmn:definitions>`;

/** A process with one external task, or job, as the modeler of the platform writes it. */
export const CHARGING: Readonly<Record<CamundaClient['platform'], string>> = {
  'Camunda 7': `${HEAD} xmlns:camunda="http://camunda.org/schema/1.0/bpmn">${around(
    `<bpmn:serviceTask id="charge" camunda:type="external" camunda:topic="${TOPIC}" />`,
    ' camunda:historyTimeToLive="P1D"',
  )}`,
  'Camunda 8': `${HEAD} xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
  xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Cloud" modeler:executionPlatformVersion="8.8.0">${around(
    `<bpmn:serviceTask id="charge"><bpmn:extensionElements><zeebe:taskDefinition type="${TOPIC}" retries="3" /></bpmn:extensionElements></bpmn:serviceTask>`,
  )}`,
};

function folderOf({ name }: CamundaClient): string {
  return join(CACHE, name.replaceAll(/[^\w.]+/g, '-'));
}

/** Installs the exact version once. @returns why that is not possible here */
export async function installClient(client: CamundaClient): Promise<string | undefined> {
  const folder = folderOf(client);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(client.files)) await writeFile(join(folder, name), text);
  if (existsSync(join(folder, 'installed'))) return undefined;
  for (const [command, ...words] of client.install) {
    const failed = await run(command, words, { cwd: folder, timeout: INSTALL_LIMIT_MS, maxBuffer: 16_777_216 }).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? `${command} is missing` : `${command} failed`),
    );
    if (failed !== undefined) return failed;
  }
  await writeFile(join(folder, 'installed'), '');
  return undefined;
}

/** A running program, with the numbers of its tasks. */
export interface RunningClient {
  readonly process: ChildProcess;
  readonly did: readonly string[];
  readonly done: readonly string[];
}

/** Starts the program of an installed client. `url`: address of the service. */
export function startClient(client: CamundaClient, url: string): RunningClient {
  const [command, ...words] = client.program;
  const child = spawn(command, [...words, url], {
    cwd: folderOf(client),
    env: { ...process.env, SERVICE_URL: url, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  endWithUs(() => child.kill('SIGKILL'));
  const did: string[] = [];
  const done: string[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word, n = ''] = line.split(' ');
      if (word === 'did') did.push(n);
      if (word === 'done') done.push(n);
    }
  });
  return { process: child, did, done };
}
