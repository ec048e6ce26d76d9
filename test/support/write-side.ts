import { type Connection, poolConnection } from '../../src/db/connection.ts';
import { readInstallation } from '../../src/db/installation.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { createEvaluator } from '../../src/expressions/evaluator.ts';
import { nextDue, readTimer } from '../../src/expressions/timers.ts';
import type { Announcement, CommandBatch } from '../../src/messages/command-batch.ts';
import type { Command, Reply } from '../../src/messages/commands.ts';
import { type Logger, silentLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import type { QueueBackend } from '../../src/queue/queue-backend.ts';
import { deliver } from '../../src/worker/delivery/deliver.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { FairShares } from '../../src/worker/delivery/fair-shares.ts';
import { Suspects } from '../../src/worker/delivery/suspects.ts';
import { ModelCache } from '../../src/worker/loading/model-cache.ts';
import { StateCache } from '../../src/worker/loading/state-cache.ts';
import { runCommandBatch } from '../../src/worker/transaction/run-command-batch.ts';
import { SlowCommandBatch } from '../../src/worker/transaction/time-budget.ts';
import { deployOf } from './commands.ts';
import { createTestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { commandBatchOf, openView } from './open-backend.ts';

/** The write side without a queue in front: a database, and workers to hand command batches to. */
export interface WriteSide {
  readonly url: string;
  readonly pool: Pool;
  readonly connection: Connection;
  /** A worker's tools, with its own pool and caches. */
  worker(more?: Partial<DeliveryTools>): DeliveryTools;
  /** Runs commands as one command batch of the first worker. @returns the replies in order */
  run(...commands: Command[]): Promise<readonly (Reply | undefined)[]>;
  /** Deploys a file and fails when it is refused. */
  deploy(bpmnXml: string): Promise<void>;
  /** Makes the stored files unreadable in which the versions of these keys are; `keys`: a pattern of SQL. */
  damageModels(keys: string): Promise<void>;
  /** All rows of a statement. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The one value of a statement with one row and one column. */
  value<T = number>(text: string, values?: readonly unknown[]): Promise<T>;
  /** Resolves when this many sessions of the database wait for a lock. */
  untilBlocked(count?: number): Promise<void>;
  close(): Promise<void>;
}

/** Time that a transaction may be idle while a test holds it at a pause point. */
const HELD_MS = 120_000;

/** Opens its own database. */
export async function openWriteSide({ log = silentLog }: { log?: Logger } = {}): Promise<WriteSide> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, {
    max: 4,
    applicationName: 'sluice test',
    isPipelined: true, // as the pools of the worker and the projector, whose code uses it
    idleInTransactionMs: HELD_MS,
  });
  const connection = poolConnection(pool);
  const closers: (() => Promise<unknown>)[] = [() => pool.end()];
  const backend = await openView(database.url, undefined);
  closers.push(() => backend.close());
  const installation = await readInstallation(pool);
  const worker = (more: Partial<DeliveryTools> = {}) => openTools(database.url, backend, closers, { log, installation, ...more });
  const first = worker();
  const side: WriteSide = {
    url: database.url,
    pool,
    connection,
    worker,
    async run(...commands) {
      const announced = await execute(first, commands);
      return announced.map(({ reply }) => reply);
    },
    async damageModels(keys) {
      const damage = `update model_text set bpmn_xml = 'damaged' where hash in (select text_hash from definition_version where key like $1)`;
      await side.sql(damage, [keys]);
    },
    async deploy(bpmnXml) {
      const [reply] = await side.run(deployOf(bpmnXml));
      if (reply?.ok !== true) throw new Error(`not deployed: ${JSON.stringify(reply)}`);
    },
    async sql<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await pool.query(text, values as unknown[])).rows as Row[];
    },
    async value<T>(text: string, values: readonly unknown[] = []) {
      const [row] = (await pool.query(text, values as unknown[])).rows as Record<string, T>[];
      return Object.values(row ?? {})[0] as T;
    },
    async untilBlocked(count = 1) {
      const text = `select count(*) = $1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(`${count} who wait for a lock`, () => side.value<boolean>(text, [count]));
    },
    async close() {
      for (const close of closers.reverse()) await close();
      await database.drop();
    },
  };
  return side;
}

let workers = 0;

function openTools(
  url: string,
  backend: QueueBackend,
  closers: (() => Promise<unknown>)[],
  more: Partial<DeliveryTools>,
): DeliveryTools {
  workers += 1;
  const pool =
    more.pool ??
    openPool(url, { max: 4, applicationName: `sluice test worker ${workers}`, isPipelined: true, idleInTransactionMs: HELD_MS });
  const evaluator = createEvaluator({ timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1_048_576 });
  closers.push(
    () => evaluator.close(),
    () => pool.end(),
  );
  return {
    backend,
    evaluator,
    metrics: openMetrics(),
    log: silentLog,
    shares: new FairShares(4),
    suspects: new Suspects(),
    models: new ModelCache(),
    states: new StateCache(),
    timers: { read: readTimer, next: nextDue },
    limits: {
      maxSteps: 100_000,
      maxCausationDepth: 100,
      maxCausationSize: 10_000,
      maxCalledInstances: 20_000,
      maxWriteSize: 1_048_576,
      maxVariablesSize: 8_388_608,
      maxIterations: 20_000,
      maxCallDepth: 64,
    },
    maxScriptMs: 60_000,
    // on a busy machine any run may be delayed for more than 50 ms; tests of this set it
    maxSharedRunMs: 60_000,
    plainTasks: 'wait',
    onFailure: 'fail',
    branchVariables: 'auto',
    retries: { attempts: 1, firstDelayMs: 1000, maxDelayMs: 60_000 },
    installation: '',
    stopReplica: () => {},
    signalProjectors: () => {},
    notifyHosts: () => {},
    stopping: new AbortController().signal,
    ...more,
    pool,
  };
}

/** As one command batch; on a busy machine many commands may take long together, and then each goes alone. */
async function execute(tools: DeliveryTools, commands: readonly Command[]): Promise<readonly Announcement[]> {
  const run = async (some: readonly Command[]) =>
    (await runCommandBatch(tools, commandBatchOf(some, { replyTo: 'test' }))).announcements;
  try {
    return await run(commands);
  } catch (error) {
    if (!(error instanceof SlowCommandBatch)) throw error;
  }
  const announced: Announcement[] = [];
  for (const command of commands) announced.push(...(await run([command])));
  return announced;
}

/** A backend that keeps announcements and queued commands instead of sending them. */
export interface KeptBackend extends QueueBackend {
  readonly announced: Announcement[];
  readonly added: { readonly commands: readonly Command[]; readonly replyTo: string | null }[];
}

/** Announcements and queued batches of a delivery, read where the queue begins. */
export function keepBackend(backend: QueueBackend): KeptBackend {
  const announced: Announcement[] = [];
  const added: { commands: readonly Command[]; replyTo: string | null }[] = [];
  return {
    ...backend,
    isReachable: true,
    announced,
    added,
    add: async ({ commands, replyTo }) => void added.push({ commands, replyTo }),
    announce: async (_replyTo, announcements) => void announced.push(...announcements),
  };
}

/** Delivers commands as one command batch for the n-th time. @returns what is announced, and what is handed over again */
export async function deliverTo(
  tools: DeliveryTools,
  commands: readonly Command[],
  attempt = 1,
  replyTo: string | null = 'test',
  trial?: CommandBatch['trial'],
) {
  const backend = keepBackend(tools.backend);
  const kept: CommandBatch['trial'][] = [];
  const commandBatch = { ...commandBatchOf(commands, { replyTo }), ...(trial !== undefined && { trial }) };
  await deliver({ ...tools, backend }, { commandBatch, attempt, keep: async (next) => void kept.push(next.trial) });
  return { announced: backend.announced, added: backend.added, trials: kept };
}
