import { post } from '../../../test/support/http/http-client.ts';
import {
  boundary,
  catching,
  message,
  onMessage,
  onSignal,
  processOf,
  signal,
} from '../../../test/support/models/event-elements.ts';
import { script, sequence, userTask } from '../../../test/support/models/models.ts';
import { type Deployment, deploy } from '../campaign/deployment.ts';
import { memoryOf } from '../campaign/memory.ts';
import { LOADS, type Load } from './loads.ts';
import { type Seen, start, steadily, untilNormal } from './traffic.ts';

/** How a run is made. `share`: of the full size of each load. */
export interface OverloadOptions {
  readonly queue: 'redis' | 'postgres';
  readonly share: number;
  readonly only: string | undefined;
  /** all bounds of time are that many times as wide: for machines that others keep busy */
  readonly patience?: number;
  readonly say: (text: string) => void;
}

const MODELS = [
  sequence('plain', script('one', 'a = 1'), script('two', 'b = a * 2')),
  sequence('switched', script('one', 'a = 1')),
  processOf('listens', signal('stop'), [catching('heard', onSignal('stop')), script('then', 'n = 1')]),
  processOf('hot', message('m', 'touch'), [userTask('ask')], boundary('touched', 'ask', onMessage('m'), false)),
];
const INTERACTIVE_PER_SECOND = 10;

/** The promises: how long anything may take, and how much memory. Unit: ms, MB. */
const BOUNDS = { answerMs: 6000, administrationMs: 2000, interactiveP99Ms: 2000, memoryMb: 900, normalMs: 240_000 };

/** Puts each load on its own service. @returns broken promises */
export async function runOverload({ queue, share, only, say, patience = 1 }: OverloadOptions): Promise<string[]> {
  const broken: string[] = [];
  say(line(['load', 'offered', '200', '503', 'worst s', 'beside p99 s', 'disable s', 'api MB', 'worker MB', 'normal after s']));
  for (const [n, load] of LOADS.entries()) {
    if (only !== undefined && !load.name.includes(only)) continue;
    const deployment = await deploy(queue, n);
    try {
      for (const BpmnXml of MODELS) await post(deployment.apis[0] as string, '/Definitions/deploy', { BpmnXml });
      for (let n = 0; n < 50; n += 1) await start(deployment.apis[0] as string, 'plain');
      const { cells, faults } = await under(deployment, load, Math.ceil(load.size * share), patience);
      say(line([load.name, ...cells]));
      broken.push(...faults.map((fault) => `${load.name}: ${fault}`));
    } finally {
      await deployment.stop();
    }
  }
  return broken;
}

async function under(
  deployment: Deployment,
  load: Load,
  size: number,
  patience: number,
): Promise<{ cells: string[]; faults: string[] }> {
  const url = deployment.apis[0] as string;
  const memory = watchMemory(deployment);
  const beside = load.isTooMuch ? undefined : steadily(INTERACTIVE_PER_SECOND, () => start(url, 'plain'));
  const seen = await load.run(deployment, size);
  const switchedAt = performance.now();
  const switched = await post(url, '/Definitions/disable', { ProcessDefinitionKey: 'switched' });
  const disableMs = performance.now() - switchedAt;
  const interactive = await beside?.();
  const normalMs = await untilNormal(url, BOUNDS.normalMs);
  const most = memory();
  const faults = [
    ...oddities(seen),
    ...(load.isTooMuch && seen.refused === 0 ? ['nothing was refused: it was no overload'] : []),
    ...over('the slowest answer', seen.worstMs, patience * BOUNDS.answerMs),
    ...over('disable', switched.status === 200 ? disableMs : undefined, patience * BOUNDS.administrationMs),
    ...(interactive === undefined
      ? []
      : [...oddities(interactive), ...over('p99 of starts beside it', interactive.p99Ms, patience * BOUNDS.interactiveP99Ms)]),
    ...over('the way back to normal', normalMs, BOUNDS.normalMs),
    ...Object.entries(most).flatMap(([role, mb]) => over(`the memory of the ${role}`, mb, BOUNDS.memoryMb)),
  ];
  const seconds = (ms: number | undefined) => (ms === undefined ? '-' : (ms / 1000).toFixed(2));
  const cells = [
    String(seen.offered),
    String(seen.done),
    String(seen.refused),
    seconds(seen.worstMs),
    seconds(interactive?.p99Ms),
    seconds(disableMs),
    (most['api'] ?? 0).toFixed(0),
    (most['worker'] ?? 0).toFixed(0),
    seconds(normalMs),
  ];
  return { cells, faults };
}

function oddities({ odd }: Seen): string[] {
  return odd.length === 0 ? [] : [`${odd.length} answers were neither 200 nor 503 with Retry-After, as: ${odd[0]}`];
}

function over(what: string, value: number | undefined, bound: number): string[] {
  if (value === undefined) return [`${what} did not come`];
  return value > bound ? [`${what} took ${value.toFixed(0)}, more than ${bound}`] : [];
}

/** @returns what ends it and gives the most of each role; unit: MB */
function watchMemory({ members }: Deployment): () => Record<string, number> {
  const most: Record<string, number> = {};
  const look = async () => {
    for (const { role, pid } of members) most[role] = Math.max(most[role] ?? 0, (await memoryOf(pid)) ?? 0);
  };
  const timer = setInterval(() => void look(), 500);
  return () => {
    clearInterval(timer);
    return most;
  };
}

const WIDTHS = [30, 9, 9, 9, 9, 14, 11, 8, 11, 16];

function line(cells: readonly string[]): string {
  return cells.map((cell, n) => (n === 0 ? cell.padEnd(WIDTHS[n] ?? 0) : cell.padStart(WIDTHS[n] ?? 0))).join('');
}
