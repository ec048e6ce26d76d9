import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../../test/support/redis.ts';
import { end } from '../../children.ts';
import { cpuSecondsOf } from '../../cpu.ts';
import { startBenchPostgres } from '../../stack.ts';
import type { Peer, RunningPeer } from '../peer.ts';
import { OPERATON_MODELS } from './models.ts';

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
const TARGET = join(tmpdir(), 'sluice-peer-operaton');
const READY_LIMIT_MS = 120_000;

/** Operaton 1.0 as a Spring Boot program with its REST API, full history, and the same embedded Postgres, each with its own. */
export const OPERATON: Peer = {
  name: 'Operaton',
  note: 'one JVM with its REST API; expressions instead of scripts; full history; every commit on the disk',
  conversations: { linear: 'operaton linear', 'user-task': 'operaton user-task', message: 'operaton message' },
  // a Java virtual machine on two cores still compiles its code in the second minute
  warmSeconds: 120,
  async start() {
    const missing = await built();
    return missing === undefined ? await started() : { missing };
  },
};

/** Builds it once. @returns why that is not possible here */
async function built(): Promise<string | undefined> {
  if (existsSync(join(TARGET, 'lib'))) return undefined;
  try {
    await run('mvn', ['-q', '-B', `-Dpeer.target=${TARGET}`, 'package'], { cwd: FOLDER, maxBuffer: 16_777_216 });
    return undefined;
  } catch (error) {
    const { code, message, stdout = '' } = error as NodeJS.ErrnoException & { stdout?: string };
    return code === 'ENOENT' ? 'Maven is not installed' : `Maven could not build it: ${`${message}\n${stdout}`.slice(0, 600)}`;
  }
}

async function started(): Promise<RunningPeer> {
  const postgres = await startBenchPostgres();
  const port = await freePort();
  const database = new URL(postgres.url);
  const child = spawn('java', ['-Xmx1g', '-cp', `${join(TARGET, 'classes')}:${join(TARGET, 'lib/*')}`, 'bench.Peer'], {
    env: {
      ...process.env,
      SERVER_PORT: String(port),
      SPRING_DATASOURCE_URL: `jdbc:postgresql://127.0.0.1:${database.port}${database.pathname}`,
      SPRING_DATASOURCE_USERNAME: decodeURIComponent(database.username),
      SPRING_DATASOURCE_PASSWORD: decodeURIComponent(database.password),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    await postgres.stop();
  };
  try {
    await untilReady(child, url);
    await deployModels(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    cpu: () => ({ java: cpuSecondsOf(child.pid ?? 0), postgres: cpuSecondsOf(postgres.pid) }),
    async ended() {
      const answer = await fetch(`${url}/engine-rest/history/process-instance/count?finished=true`);
      return ((await answer.json()) as { count: number }).count;
    },
    stop,
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${url}/engine-rest/engine`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (child.exitCode !== null || performance.now() > until) throw new Error('Operaton did not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function deployModels(url: string): Promise<void> {
  const form = new FormData();
  form.set('deployment-name', 'bench');
  for (const [nth, model] of OPERATON_MODELS.entries()) form.set(`model-${nth}.bpmn`, new Blob([model]), `model-${nth}.bpmn`);
  const answer = await fetch(`${url}/engine-rest/deployment/create`, { method: 'POST', body: form });
  if (answer.status !== 200) throw new Error(`Operaton took no models: ${await answer.text()}`);
}
