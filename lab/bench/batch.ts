import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '../../src/db/pool.ts';
import { drive } from './children.ts';
import { deploy, post } from './client.ts';
import { LINEAR, UNDECIDED } from './models.ts';
import { type RedisStack, startRedisStack } from './stack.ts';

const START = JSON.stringify({ WorkflowId: 'undecided' });
const LOAD = JSON.stringify({ WorkflowId: 'linear', Variables: { n: 1 } });
/** How much of a batch is done when a worker is killed. */
const KILLS = [0.25, 0.6];

interface Shown {
  readonly totalCount: number;
  readonly pendingCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly skippedCount: number;
  readonly endedAt: string | null;
}

/**
 * Scenario `batch`: one batch corrects the variables of many incidents, another one retries them, while clients start instances. A second
 * worker is killed twice during the retry, and started again. Prints how long each took, and whether anything was done twice.
 */
export async function batch({ incidents, connections }: { incidents: number; connections: number }): Promise<void> {
  const stack = await startRedisStack();
  try {
    await deploy(stack, UNDECIDED);
    await deploy(stack, LINEAR);
    const url = `${stack.url}/Execution/start`;
    for (let made = 0; made < incidents; ) {
      made += (await drive({ url, body: START, connections, seconds: 1 })).requests;
    }
    await untilQuiet(stack);
    const idle = await timed(stack, {
      Operation: 'variables',
      Filters: 'ProcessDefinitionKey==undecided',
      Variables: { ready: true },
    });
    line(
      `${idle.total} instances edited in ${idle.seconds.toFixed(1)} s, nothing beside: ${(idle.total / idle.seconds).toFixed(0)}/s`,
    );
    const load = drive({ url, body: LOAD, connections: Math.max(1, Math.floor(connections / 8)), seconds: 20 });
    const busy = await timed(stack, { Operation: 'retry', Filters: 'ProcessKey==undecided' }, KILLS);
    const { requests, seconds } = await load;
    line(
      `${busy.total} incidents retried in ${busy.seconds.toFixed(1)} s beside ${(requests / seconds).toFixed(0)} starts/s, ${KILLS.length} kills: ` +
        `${(busy.total / busy.seconds).toFixed(0)}/s`,
    );
    line(`done twice: ${await doneTwice(stack)}; left: ${await leftOver(stack)}`);
  } finally {
    await stack.stop();
  }
}

/** The list of instances is what the projector has written. */
async function untilQuiet(stack: RedisStack): Promise<void> {
  while ((await numberOf(stack, 'select count(*)::int from projection_todo')) > 0) await pause(100);
}

/** Carries a batch out; throws unless every item has succeeded. */
async function timed(
  stack: RedisStack,
  body: object,
  kills: readonly number[] = [],
): Promise<{ total: number; seconds: number }> {
  let worker = kills.length > 0 ? await stack.startWorker() : undefined;
  const began = performance.now();
  const { batchId } = (await post(stack, '/Batches', body)) as { batchId: string };
  const left = [...kills];
  for (;;) {
    const shown = (await (await fetch(`${stack.url}/Batches/${batchId}`)).json()) as Shown;
    const { totalCount: total, pendingCount, succeededCount, endedAt } = shown;
    if (endedAt !== null) {
      const seconds = (performance.now() - began) / 1000;
      worker?.kill('SIGKILL');
      if (succeededCount !== total) throw new Error(`not all of the batch succeeded: ${JSON.stringify(shown)}`);
      return { total, seconds };
    }
    if (left[0] !== undefined && total - pendingCount >= total * left[0]) {
      left.shift();
      worker?.kill('SIGKILL');
      worker = await stack.startWorker();
    }
    await pause(50);
  }
}

/** Instances whose journal has an edit or a retry more than once. */
function doneTwice(stack: RedisStack): Promise<number> {
  return numberOf(
    stack,
    `select count(*)::int from (select subject_id, e ->> 'type' from journal, json_array_elements(events) e
      where e ->> 'type' in ('VariablesEdited', 'IncidentEnded') group by 1, 2 having count(*) > 1) as twice`,
  );
}

function leftOver(stack: RedisStack): Promise<number> {
  return numberOf(stack, 'select count(*)::int from incident');
}

async function numberOf({ databaseUrl }: RedisStack, text: string): Promise<number> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice bench' });
  try {
    const { rows } = await pool.query<Record<string, number>>(text);
    return Object.values(rows[0] ?? {})[0] ?? 0;
  } finally {
    await pool.end();
  }
}

const line = (text: string) => process.stdout.write(`${text}\n`);
