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
const SCENARIOS = ['linear', 'user-task', 'message'];
/** Time that a Java virtual machine needs to compile its code. Unit: s */
const WARM_SECONDS = 8;
const END_LIMIT_MS = 30_000;

export interface PeerOptions {
  readonly seconds: number;
  readonly connections: number;
}

interface Measured extends CycleResult {
  /** unit: s per 1,000 cycles */
  readonly cpu: number;
  readonly missing: number;
}

/** Scenario `peers`: other engines and this one, one after the other, each alone with its own Postgres, under the same driver and connections. */
export async function peers({ seconds, connections }: PeerOptions): Promise<void> {
  line(`${connections} connections, ${seconds} s each, after ${WARM_SECONDS} s to warm up\n`);
  const own = await measureAll(await startOwn(), Object.fromEntries(SCENARIOS.map((name) => [name, name])), {
    seconds,
    connections,
  });
  report('Sluice', 'one API, one worker, one projector, Redis', own);
  for (const peer of PEERS) {
    const running = await peer.start();
    if ('missing' in running) {
      line(`${peer.name}: left out, ${running.missing}\n`);
      continue;
    }
    report(peer.name, peer.note, await measureAll(running, peer.conversations, { seconds, connections }), own);
  }
}

async function startOwn(): Promise<RunningPeer> {
  const stack = await startRedisStack();
  for (const model of Object.values(CYCLE_MODELS)) await deploy(stack, model);
  return { url: stack.url, cpu: () => stack.cpu(), ended: () => completedCycles(stack), stop: () => stack.stop() };
}

async function measureAll(
  running: RunningPeer,
  conversations: Readonly<Record<string, string>>,
  { seconds, connections }: PeerOptions,
): Promise<ReadonlyMap<string, Measured>> {
  const measured = new Map<string, Measured>();
  try {
    for (const [scenario, conversation] of Object.entries(conversations)) {
      const load = { url: running.url, scenario: conversation, connections };
      let had = await running.ended();
      const warm = await driveCycles({ ...load, seconds: WARM_SECONDS });
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

function report(name: string, note: string, all: ReadonlyMap<string, Measured>, own?: ReadonlyMap<string, Measured>): void {
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
