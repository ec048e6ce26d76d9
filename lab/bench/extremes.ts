import { deploy, post, untilCompleted } from './client.ts';
import { latenciesOf } from './driver-process.ts';
import { memoryOf } from './hostile.ts';
import { LISTENER, longChain, NAMED, ROUNDS, TALKER } from './models.ts';
import { type RedisStack, startRedisStack } from './stack.ts';

const CLIENTS = 500;
const LISTENERS = 10_000;
const KEYS = 2000;
const ELEMENTS = 5000;
const MEGABYTES = [2.5, 5];
const PART_MEGABYTES = 0.5;
/** Clients of the scenarios that are not about many clients. */
const FEW = 32;
const LIMIT_MS = 120_000;

/** Scenario `extremes`: extreme sizes. Each is limited; prints the limit that applies. */
export async function extremes(): Promise<void> {
  const stack = await startRedisStack();
  try {
    await hotInstance(stack);
    await broadcast(stack);
    await longModel(stack);
    await largeVariables(stack);
    await manyKeys(stack);
    const memory = Object.entries(memoryOf(stack.pids)).map(([role, mb]) => `${role} ${mb.toFixed(0)} MB`);
    line(`most memory of each role: ${memory.join(', ')}`);
  } finally {
    await stack.stop();
  }
}

/** Many clients change one instance. */
async function hotInstance(stack: RedisStack): Promise<void> {
  await deploy(stack, ROUNDS);
  await start(stack, 'rounds', { order: 'hot', n: 0 });
  const times: number[] = [];
  let delivered = 0;
  let late = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const sent = performance.now();
      try {
        const answer = await post(stack, '/Execution/message', { MessageName: 'go', CorrelationKey: 'hot' });
        if ((answer as { Delivered: boolean }).Delivered) delivered += 1;
      } catch {
        late += 1; // 503: the outcome is unknown; the same request again returns it
      }
      times.push(performance.now() - sent);
    }),
  );
  const { p50, p99 } = latenciesOf(times);
  line(
    `one instance, ${CLIENTS} clients at once: ${delivered} messages delivered and ${late} answered 503 in ${ms(performance.now() - began)}, p50 ${ms(p50)}, p99 ${ms(p99)}`,
  );
}

/** One signal with many receivers. */
async function broadcast(stack: RedisStack): Promise<void> {
  await deploy(stack, LISTENER);
  await inTurns(LISTENERS, FEW, () => start(stack, 'listener', {}));
  const began = performance.now();
  await post(stack, '/Execution/signal', { SignalName: 'alarm' });
  const answered = performance.now() - began;
  const rest = await untilCompleted(stack, 'listener', LISTENERS, LIMIT_MS);
  const whole = rest === undefined ? 'NOT all completed' : `all completed after ${ms(performance.now() - began)}`;
  line(`one signal, ${LISTENERS} instances wait: answered in ${ms(answered)}, ${whole}`);
}

async function longModel(stack: RedisStack): Promise<void> {
  const deployed = await timed(() => deploy(stack, longChain(ELEMENTS)));
  const [first, second] = [await timed(() => start(stack, 'chain', {})), await timed(() => start(stack, 'chain', {}))];
  line(`a model of ${ELEMENTS} tasks: deployed in ${ms(deployed)}, run in ${ms(first)}, again in ${ms(second)}`);
}

async function largeVariables(stack: RedisStack): Promise<void> {
  await deploy(stack, TALKER);
  const took: number[] = [];
  for (const megabytes of MEGABYTES) {
    const order = `large-${megabytes}`;
    const { WorkflowInstanceId: id } = (await start(stack, 'talker', { order })) as { WorkflowInstanceId: string };
    const parts = megabytes / PART_MEGABYTES;
    const written = await timed(async () => {
      // a request has a megabyte at most
      for (let n = 0; n < parts; n += 1)
        await post(stack, `/Instances/${id}/variables`, { Variables: { [`part${n}`]: 'x'.repeat(PART_MEGABYTES * 1_000_000) } });
    });
    const went = await timed(() => post(stack, '/Execution/message', { MessageName: 'go', CorrelationKey: order }));
    took.push(written);
    line(`${megabytes} MB of variables: written in ${parts} parts in ${ms(written)}, a message to it then in ${ms(went)}`);
  }
  line(`twice the size takes ${((took[1] ?? 0) / (took[0] ?? 1)).toFixed(2)} times as long (2 is linear)`);
}

async function manyKeys(stack: RedisStack): Promise<void> {
  const deployed = await timed(() => inTurns(KEYS, FEW, (n) => deploy(stack, NAMED(`key-${n}`))));
  const round = async () => {
    const times: number[] = [];
    await inTurns(KEYS, FEW, async (n) => {
      // each far from the one before it
      times.push(await timed(() => start(stack, `key-${(n * 739) % KEYS}`, { n: 1 })));
    });
    return latenciesOf(times);
  };
  const [first, second] = [await round(), await round()];
  line(
    `${KEYS} process keys: deployed in ${ms(deployed)}; one start of each, ${FEW} at once: p50 ${ms(first.p50)}, p99 ${ms(first.p99)}; again: p50 ${ms(second.p50)}, p99 ${ms(second.p99)}`,
  );
}

function start(stack: RedisStack, WorkflowId: string, Variables: object): Promise<unknown> {
  return post(stack, '/Execution/start', { WorkflowId, Variables });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Does something for each number below `count`, some of them concurrently. */
async function inTurns(count: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const priorityClass = async () => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: atOnce }, priorityClass));
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
const line = (text: string) => process.stdout.write(`${text}\n`);
