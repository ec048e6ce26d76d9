import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../../../test/support/eventually.ts';
import { seededRandom } from '../../../test/support/random.ts';
import { checkAll, type Findings } from './checks.ts';
import { ClientLog } from './client-log.ts';
import { insist } from './clients/ask.ts';
import { Client } from './clients/client.ts';
import { type Deployment, deploy } from './deployment.ts';
import type { Happened } from './fault-table.ts';
import type { Fault } from './faults.ts';
import { MODELS } from './models.ts';

/** Options of a campaign. */
export interface CampaignOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly queue: 'redis' | 'postgres';
  readonly clients: number;
  /** mean time between two faults */
  readonly everyMs: number;
  /** the longest time without any acknowledged write after a fault was over */
  readonly recoveryMs: number;
  readonly faults: readonly Fault[];
  /** every kind happens once, in order, before the seed decides */
  readonly eachOnce: boolean;
  /** looks at the service while it is under load; returns what ends that */
  readonly observe?: (deployment: Deployment) => () => void;
  readonly say: (text: string) => void;
}

/** Result of a campaign. */
export interface CampaignResult extends Findings {
  readonly happened: readonly Happened[];
  readonly acknowledged: number;
}

/** Time after the last fault in which the service must become idle. */
const REST_MS = 120_000;

/** Runs the service under load of all kinds, lets faults happen, and proves afterwards that every word was kept. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const random = seededRandom(options.seed);
  const deployment = await deploy(options.queue, options.seed);
  try {
    let isOver = false;
    const service = { apis: deployment.apis, isOver: () => isOver };
    for (const BpmnXml of MODELS) {
      const answer = await insist(service, '/Definitions/deploy', { BpmnXml }, randomUUID());
      if (answer?.status !== 200) throw new Error(`a model of the campaign is refused: ${answer?.text}`);
    }
    const log = new ClientLog();
    const until = performance.now() + options.minutes * 60_000;
    const clients = Array.from({ length: options.clients }, () => new Client({ service, log, random }).live());
    const observed = options.observe?.(deployment);
    const happened = await letHappen(deployment, { ...options, log, random, until });
    observed?.();
    isOver = true;
    await Promise.all(clients);
    await deployment.untilReady();
    const unrest = await untilAtRest(deployment.postgres.directUrl);
    const surprises = deployment.members.flatMap((member) => member.surprises);
    await deployment.stopService();
    const found = await checkAll(deployment.postgres.directUrl, log);
    const broken = [...unrest, ...surprises, ...late(happened, options.recoveryMs), ...found.broken];
    return { ...found, broken, happened, acknowledged: log.acknowledged };
  } finally {
    await deployment.stop();
  }
}

interface Course extends CampaignOptions {
  readonly log: ClientLog;
  readonly random: () => number;
  readonly until: number;
}

async function letHappen(deployment: Deployment, course: Course): Promise<Happened[]> {
  const { log, random, until, say } = course;
  const happened: Happened[] = [];
  const possible = course.faults.filter((fault) => isPossible(fault, deployment, say));
  const first = course.eachOnce ? [...possible] : [];
  while (performance.now() < until) {
    await pause(course.everyMs * (0.3 + 1.4 * random()));
    const fault = first.shift() ?? chosen(possible, random);
    const begunAt = performance.now();
    if (!(await fault.happen(deployment, random))) continue;
    const overAt = performance.now();
    const one: Happened = { name: fault.name, tookMs: overAt - begunAt, recoveryMs: undefined };
    happened.push(one);
    void watch(one, overAt, course);
    if (happened.length % 20 === 0) say(`${happened.length} faults, ${log.acknowledged} acknowledged writes`);
  }
  deployment.heal();
  await Promise.all(
    happened.map((one) =>
      eventually('an answer', () => one.recoveryMs !== undefined, { withinMs: course.recoveryMs, everyMs: 100 }).catch(() => {}),
    ),
  );
  await deployment.postgres.whole();
  return happened;
}

async function watch(one: Happened, overAt: number, { log, recoveryMs }: Course): Promise<void> {
  for (const until = overAt + recoveryMs; performance.now() < until; await pause(20)) {
    const at = log.firstAfter(overAt);
    if (at === undefined) continue;
    one.recoveryMs = at - overAt;
    return;
  }
}

function isPossible({ name, leftOut }: Fault, deployment: Deployment, say: (text: string) => void): boolean {
  const reason = leftOut?.(deployment);
  if (reason !== undefined) say(`left out: ${name}, because ${reason}`);
  return reason === undefined;
}

function chosen(faults: readonly Fault[], random: () => number): Fault {
  let left = random() * faults.reduce((sum, { weight }) => sum + weight, 0);
  for (const fault of faults) {
    left -= fault.weight;
    if (left < 0) return fault;
  }
  return faults[0] as Fault;
}

function late(happened: readonly Happened[], withinMs: number): string[] {
  return happened.flatMap(({ name, recoveryMs }) =>
    recoveryMs === undefined ? [`nothing was acknowledged within ${withinMs} ms after: ${name}`] : [],
  );
}

/** @returns the open work at the end of the time */
async function untilAtRest(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const left = async () => {
    const { rows } = await client.query(`
      select (select count(*) from outbox)::int as outbox, (select count(*) from projection_todo)::int as todo,
             (select count(*) from timer where due_at <= now() + interval '8 seconds')::int as timers`);
    return rows[0] as Readonly<Record<string, number>>;
  };
  try {
    const isDone = async () => Object.values(await left()).every((count) => count === 0);
    return await eventually('rest', isDone, { withinMs: REST_MS, everyMs: 200 }).then(
      () => [],
      async () => [`not at rest within ${REST_MS} ms: ${JSON.stringify(await left())}`],
    );
  } finally {
    await client.end();
  }
}
