import { execFile, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { end } from '../children.ts';
import { cpuSecondsOf } from '../cpu.ts';
import { startBenchPostgres } from '../stack.ts';
import type { Peer, RunningPeer } from './peer.ts';

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;

/** bpmn-engine, the BPMN library for Node, behind an Express route. */
export const BPMN_ENGINE: Peer = {
  name: 'bpmn-engine',
  note: 'one Node process; a library without a database: the ended state is one row, and there is no history, list or recovery',
  conversations: { linear: 'linear' },
  start: () => startNodePeer('bpmn-engine', { MODEL: LINEAR_IN_JAVASCRIPT }),
};

/** DBOS Transact, durable functions on Postgres, behind an Express route. */
export const DBOS_TRANSACT: Peer = {
  name: 'DBOS Transact',
  note: 'one Node process; functions instead of a model; a row for each step and the result, each commit on the disk',
  conversations: { linear: 'linear' },
  start: () => startNodePeer('dbos', {}),
};

const task = (id: string, code: string) =>
  `<scriptTask id="${id}" scriptFormat="javascript"><script><![CDATA[const e = environment.variables; ${code}; next();]]></script></scriptTask>`;
const flow = (id: string, from: string, to: string) => `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`;
const LINEAR_IN_JAVASCRIPT = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://sluice.example/bench"><process id="linear" isExecutable="true">
<startEvent id="start"/>${task('a', 'e.a = e.n + 1')}${task('b', 'e.b = e.a * 2')}${task('c', 'e.c = e.a + e.b')}<endEvent id="end"/>
${flow('f1', 'start', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'c')}${flow('f4', 'c', 'end')}</process></definitions>`;

async function startNodePeer(name: string, env: Record<string, string>): Promise<RunningPeer | { missing: string }> {
  // outside of the checkout, so its packages stay separate
  const folder = join(tmpdir(), `sluice-peer-${name}`);
  await cp(join(import.meta.dirname, name), folder, { recursive: true });
  if (!existsSync(join(folder, 'node_modules'))) {
    const install = ['install', '--no-package-lock', '--no-audit', '--no-fund'];
    const failed = await run('npm', install, { cwd: folder }).then(
      () => undefined,
      (error: Error) => error.message.slice(0, 300),
    );
    if (failed !== undefined) return { missing: `npm could not install it: ${failed}` };
  }
  const postgres = await startBenchPostgres();
  const child = fork(join(folder, 'server.mjs'), {
    env: { ...process.env, ...env, DATABASE_URL: postgres.url, NODE_ENV: 'production' },
  });
  const port = await new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_LIMIT_MS);
    child.once('message', (message) => resolve(message as number));
    child.once('exit', () => resolve(undefined));
    child.once('message', () => clearTimeout(timer));
  });
  const stop = async () => {
    await end(child);
    await postgres.stop();
  };
  if (port === undefined) {
    await stop();
    return { missing: `${name} did not start` };
  }
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    cpu: () => ({ node: cpuSecondsOf(child.pid ?? 0), postgres: cpuSecondsOf(postgres.pid) }),
    ended: async () => ((await (await fetch(`${url}/ended`)).json()) as { count: number }).count,
    stop,
  };
}
