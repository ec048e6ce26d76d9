import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { barsOf } from '../bars.ts';
import { deploy } from '../client.ts';
import { driveCycles } from '../cycles/drive.ts';
import type { CycleResult } from '../cycles/driver.ts';
import { completedCycles, untilEnded } from '../cycles/ended.ts';
import { CYCLE_MODELS } from '../cycles/models.ts';
import { startRedisStack } from '../stack.ts';
import { BPMN_ENGINE, DBOS_TRANSACT } from './node-peers.ts';
import { OPERATON } from './operaton/peer.ts';
import type { Peer, RunningPeer } from './peer.ts';

const PEERS: readonly Peer[] = [OPERATON, BPMN_ENGINE, DBOS_TRANSACT];
const OWN = 'Sluice';
const SCENARIOS = ['linear', 'user-task', 'message'];
const WARM_SECONDS = 40;
const END_LIMIT_MS = 30_000;

export interface CompareOptions {
  readonly seconds: number;
  readonly connections: number;
  /** the table shows medians of this many runs */
  readonly runs: number;
  /** where `compare.svg` is written */
  readonly folder: string | undefined;
}

interface Measured extends CycleResult {
  /** unit: s per 1,000 cycles */
  readonly cpu: number;
  readonly missing: number;
}

type ByScenario = ReadonlyMap<string, Measured>;

/** Scenario `compare`: this engine and others, one after the other, each alone with its own Postgres, under the same driver and connections. */
export async function compare(options: CompareOptions): Promise<void> {
  const { seconds, connections, runs, folder } = options;
  line(
    `${connections} connections, ${seconds} s each, after ${WARM_SECONDS} s to warm up (Operaton: ${OPERATON.warmSeconds} s); ${runs} runs\n`,
  );
  const results = new Map<string, ByScenario[]>();
  for (let run = 0; run < runs; run += 1) {
    const own = await measureAll(await startOwn(), Object.fromEntries(SCENARIOS.map((name) => [name, name])), {
      ...options,
      warmSeconds: WARM_SECONDS,
    });
    results.set(OWN, [...(results.get(OWN) ?? []), own]);
    report(OWN, 'one API, one worker, one projector, Redis', own);
    for (const peer of PEERS) {
      const running = await peer.start();
      if ('missing' in running) {
        line(`${peer.name}: left out, ${running.missing}\n`);
        continue;
      }
      const measured = await measureAll(running, peer.conversations, {
        ...options,
        warmSeconds: peer.warmSeconds ?? WARM_SECONDS,
      });
      results.set(peer.name, [...(results.get(peer.name) ?? []), measured]);
      report(peer.name, peer.note, measured, own);
    }
  }
  const rates = new Map([...results].map(([name, all]) => [name, ratesOf(all)]));
  line(tableOf(rates));
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'compare.svg'), pictureOf(rates));
}

type Rates = ReadonlyMap<string, number>;

/** Medians of the runs. Unit: cycles per second */
function ratesOf(all: readonly ByScenario[]): Rates {
  const rates = new Map<string, number>();
  for (const scenario of SCENARIOS) {
    const of = all.flatMap((measured) => measured.get(scenario) ?? []).map(({ cycles, seconds }) => cycles / seconds);
    if (of.length > 0) rates.set(scenario, of.sort((a, b) => a - b)[of.length >> 1] ?? 0);
  }
  return rates;
}

/** Markdown, as the documents quote it: the rate of each engine, and how many times as fast this one is. */
function tableOf(rates: ReadonlyMap<string, Rates>): string {
  const own = rates.get(OWN);
  const rows = [...rates].map(([name, of]) => {
    const cells = SCENARIOS.map((scenario) => {
      const rate = of.get(scenario);
      if (rate === undefined) return '–';
      const times = (own?.get(scenario) ?? 0) / rate;
      return `${Math.round(rate).toLocaleString('en')}${name === OWN ? '' : ` (${times.toFixed(1)} ×)`}`;
    });
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  return [`| Per second | ${SCENARIOS.join(' | ')} |`, `|---|${'---|'.repeat(SCENARIOS.length)}`, ...rows, ''].join('\n');
}

function pictureOf(rates: ReadonlyMap<string, Rates>): string {
  const bars = SCENARIOS.flatMap((scenario) =>
    [...rates].flatMap(([name, of]) => {
      const rate = of.get(scenario);
      return rate === undefined ? [] : [{ name: `${name}: ${scenario}`, rate }];
    }),
  );
  return barsOf('Complete processes per second', bars);
}

async function startOwn(): Promise<RunningPeer> {
  const stack = await startRedisStack();
  for (const model of Object.values(CYCLE_MODELS)) await deploy(stack, model);
  return { url: stack.url, cpu: () => stack.cpu(), ended: () => completedCycles(stack), stop: () => stack.stop() };
}

async function measureAll(
  running: RunningPeer,
  conversations: Readonly<Record<string, string>>,
  { seconds, connections, warmSeconds }: CompareOptions & { readonly warmSeconds: number },
): Promise<ByScenario> {
  const measured = new Map<string, Measured>();
  try {
    for (const [scenario, conversation] of Object.entries(conversations)) {
      const load = { url: running.url, scenario: conversation, connections };
      let had = await running.ended();
      const warm = await driveCycles({ ...load, seconds: warmSeconds });
      had = await untilEnded(() => running.ended(), had + warm.cycles, END_LIMIT_MS);
      const before = total(running.cpu());
      const result = await driveCycles({ ...load, seconds });
      const cpu = ((total(running.cpu()) - before) / Math.max(1, result.cycles)) * 1000;
      const missing = Math.max(
        0,
        had + result.cycles - (await untilEnded(() => running.ended(), had + result.cycles, END_LIMIT_MS)),
      );
      measured.set(scenario, { ...result, cpu, missing });
    }
  } finally {
    await running.stop();
  }
  return measured;
}

function report(name: string, note: string, all: ByScenario, own?: ByScenario): void {
  line(`${name} (${note})`);
  for (const [scenario, { cycles, seconds, p50, p99, cpu, errors, missing, firstError }] of all) {
    const rate = cycles / seconds;
    const mine = own?.get(scenario);
    const ratio = mine === undefined ? '' : `  Sluice ÷ it ${(mine.cycles / mine.seconds / rate).toFixed(2)}`;
    line(
      `  ${scenario.padEnd(12)}${rate.toFixed(0).padStart(6)} /s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  CPU s/1000 ${cpu.toFixed(2)}  ${errors} errors, ${missing} not ended${ratio}`,
    );
    if (firstError !== null) line(`  first error: ${firstError}`);
  }
  line('');
}

const total = (cpu: Record<string, number>) => Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);
const line = (text: string) => process.stdout.write(`${text}\n`);
