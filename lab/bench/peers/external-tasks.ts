import { setTimeout as pause } from 'node:timers/promises';
import {
  CHARGING,
  installClient,
  type RunningClient,
  startClient,
} from '../../../test/support/camunda-clients/camunda-client.ts';
import { CAMUNDA_CLIENTS } from '../../../test/support/camunda-clients/clients.ts';
import { end } from '../children.ts';
import { startRedisStack } from '../stack.ts';
import { OPERATON } from './operaton/peer.ts';
import type { RunningPeer } from './peer.ts';

/** Part of the tasks that are done before the time is measured: worker processes start, and Java compiles its code. */
const WARM = 0.25;
const STARTS_AT_ONCE = 16;
const LIMIT_MS = 600_000;
const LOOK_MS = 20;

interface Options {
  readonly instances: number;
  /** worker processes */
  readonly workers: number;
  readonly runs: number;
}

type Engine = Pick<RunningPeer, 'url' | 'cpu' | 'stop'>;

/** Scenario `external-tasks`: the same unchanged worker program of Camunda 7 against this engine and Operaton, one after the other. All tasks wait before the workers start. */
export async function externalTasks(options: Options): Promise<void> {
  const { instances, workers, runs } = options;
  const [client] = CAMUNDA_CLIENTS;
  if (client === undefined) return;
  const missing = await installClient(client);
  if (missing !== undefined) return line(`${client.name}: left out, ${missing}`);
  line(`${client.name}: ${workers} processes, ${instances} tasks, the first ${WARM * 100} % to warm up; ${runs} runs`);
  const rates = new Map<string, number[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const [name, open] of ENGINES) {
      const engine = await open();
      if ('missing' in engine) {
        line(`${name}: left out, ${engine.missing}`);
        continue;
      }
      const { rate, cpu } = await measure(engine, options).finally(() => engine.stop());
      rates.set(name, [...(rates.get(name) ?? []), rate]);
      line(`${name.padEnd(9)}${rate.toFixed(0).padStart(6)} tasks/s  CPU s/1000 ${cpu.toFixed(2)}`);
    }
  }
  const [own = 0, theirs] = ENGINES.map(([name]) => medianOf(rates.get(name) ?? []));
  if (theirs !== undefined) line(`Sluice ÷ Operaton, medians: ${(own / theirs).toFixed(1)}`);

  async function measure(engine: Engine, { instances: count }: Options): Promise<{ rate: number; cpu: number }> {
    await deploy(engine.url);
    await startAll(engine.url, count);
    const running = Array.from({ length: workers }, () => startClient(client as NonNullable<typeof client>, engine.url));
    try {
      const warm = Math.floor(count * WARM);
      await untilDone(running, warm);
      const before = { at: performance.now(), done: doneBy(running), cpu: cpuOf(engine) };
      await untilDone(running, count);
      const seconds = (performance.now() - before.at) / 1000;
      return { rate: (count - before.done) / seconds, cpu: ((cpuOf(engine) - before.cpu) / (count - before.done)) * 1000 };
    } finally {
      await Promise.all(running.map(({ process: child }) => end(child)));
    }
  }
}

const ENGINES: readonly (readonly [name: string, open: () => Promise<Engine | { readonly missing: string }>])[] = [
  ['Sluice', () => startRedisStack({ CAMUNDA_7_API: 'true' })],
  ['Operaton', () => OPERATON.start()],
];

async function deploy(url: string): Promise<void> {
  const form = new FormData();
  form.set('deployment-name', 'bench');
  form.set('charging.bpmn', new Blob([CHARGING['Camunda 7']]), 'charging.bpmn');
  const answer = await fetch(`${url}/engine-rest/deployment/create`, { method: 'POST', body: form });
  if (answer.status !== 200) throw new Error(`the model was refused: ${await answer.text()}`);
}

async function startAll(url: string, count: number): Promise<void> {
  let next = 0;
  const starter = async () => {
    while (next < count) {
      const n = next++;
      const answer = await fetch(`${url}/engine-rest/process-definition/key/charging/start`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ businessKey: `b-${n}`, variables: { n: { value: n, type: 'Integer' } } }),
      });
      if (answer.status !== 200) throw new Error(`a start was answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, starter));
}

async function untilDone(running: readonly RunningClient[], least: number): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (doneBy(running) < least) {
    if (performance.now() > deadline) throw new Error(`only ${doneBy(running)} tasks were done`);
    await pause(LOOK_MS);
  }
}

const doneBy = (running: readonly RunningClient[]) => running.reduce((sum, { done }) => sum + done.length, 0);
const cpuOf = (engine: Engine) => Object.values(engine.cpu()).reduce((sum, seconds) => sum + seconds, 0);
const line = (text: string) => void process.stdout.write(`${text}\n`);

function medianOf(all: readonly number[]): number | undefined {
  return [...all].sort((a, b) => a - b)[all.length >> 1];
}
