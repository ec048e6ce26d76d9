import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createApp } from '../../../src/api/app.ts';
import { createSigner } from '../../../src/api/signatures.ts';
import { ModelReader } from '../../../src/bpmn/reader/model-reader.ts';
import type { Database } from '../../../src/db/tables.ts';
import type { Command, CommandKind, CommandResults } from '../../../src/messages/commands.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openHealth } from '../../../src/platform/health.ts';
import { ownHttpMessages } from '../../../src/platform/http-messages.ts';
import type { Logger, LogProperties } from '../../../src/platform/log.ts';
import { LOG_EVENTS, type LogEventId } from '../../../src/platform/log-events.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { readsOfPrimary } from '../../../src/queries/replica/list-reads.ts';
import type { CommandSender, SendOutcome } from '../../../src/queue/command-sender.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { type HttpAnswer, http } from '../../support/http/http-client.ts';

/** A command that arrived at the queue's side of the port. */
export interface SentCommand {
  readonly command: Command;
  readonly fingerprint: string | undefined;
}

/** The API over HTTP with ports in memory. `reply` decides what comes of the next commands. */
export interface AppUnderTest {
  readonly url: string;
  readonly sent: SentCommand[];
  readonly logged: { readonly id: LogEventId; readonly properties: LogProperties }[];
  reply: (command: Command, fingerprint: string | undefined) => SendOutcome<CommandKind>;
  metricsText(): Promise<string>;
  beginShutdown(): void;
  close(): Promise<void>;
}

/** The instance that takes every message and signal. */
export const RECEIVER = '99999999-2222-4333-8444-555555555555';

/** A worker that accepts everything. */
export function saysYes(command: Command): SendOutcome<CommandKind> {
  return { kind: 'reply', replayed: false, reply: { ok: true, result: resultOf(command) } };
}

function resultOf(command: Command): object {
  switch (command.kind) {
    case 'StartInstance':
      return { instanceId: command.instanceId };
    case 'DeployDefinition':
      return { definitions: [{ key: 'order', version: 1 }], warnings: [] };
    case 'DeliverMessage':
      return { instanceIds: [RECEIVER] };
    case 'BroadcastSignal':
      return { deliveredCount: 2, instanceIds: [RECEIVER] };
    case 'EvaluateConditions':
      return { startedInstanceIds: [RECEIVER], errors: [] };
    case 'DisableProcess':
    case 'EnableProcess':
      return summaryOf(command.key, command.kind === 'EnableProcess');
    default:
      return {};
  }
}

function summaryOf(key: string, isActive: boolean): CommandResults['EnableProcess'] {
  const definitionId = `${key}:2:20260131T102030123Z`;
  const counts = { activitiesCount: 5, sequenceFlowsCount: 4 };
  return { definitionId, key, version: 2, deployedAt: '2026-01-31T10:20:30.123Z', ...counts, isActive };
}

/** Queries find nothing; with a fault they all throw it. */
function emptyDatabase(fault: Error | undefined): Kysely<Database> {
  class FaultyDriver extends DummyDriver {
    override async acquireConnection() {
      if (fault !== undefined) throw fault;
      return super.acquireConnection();
    }
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new FaultyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** `shardFaults`: one for each shard, undefined for a shard that works. */
interface AppOptions {
  readonly databaseFault?: Error;
  readonly reader?: ModelReader;
  readonly shardFaults?: readonly (Error | undefined)[];
}

export async function openApp(options: AppOptions = {}): Promise<AppUnderTest> {
  const sent: SentCommand[] = [];
  const logged: { id: LogEventId; properties: LogProperties }[] = [];
  const log: Logger = {
    event: (name, properties = {}) => logged.push({ id: LOG_EVENTS[name].id, properties }),
    child: () => log,
    isEnabled: () => true,
  };
  const sender: CommandSender = {
    async send(command, { fingerprint } = {}) {
      sent.push({ command: command as Command, fingerprint });
      return app.reply(command as Command, fingerprint) as never;
    },
    ping: async () => true,
    close: async () => {},
  };
  const metrics = openMetrics();
  const health = openHealth(log);
  const db = emptyDatabase(options.databaseFault);
  const shards = options.shardFaults?.map((fault, number) => {
    const own = emptyDatabase(fault);
    return { name: `s${number}`, db: own, lists: readsOfPrimary(own), isOpen: () => true };
  });
  const signer = createSigner('a key for tests');
  const messages = ownHttpMessages();
  const server: Server = createServer(
    messages,
    createApp({
      sender,
      db,
      lists: readsOfPrimary(db),
      shards,
      reader: options.reader ?? new ModelReader(),
      simulator: new Simulator(readConfig({}, 'api')),
      log,
      metrics,
      health,
      signer,
      commandTimeoutSeconds: 15,
      fetchableBundledTypes: [],
      maxStateEntries: 100_000,
      maxWaits: 10_000,
      waitsPerClient: 2000,
      indexedVariables: [{ key: 'order', path: 'total' }],
      maxVariableReads: 0,
      keepsUnchanged: false,
      refusesUnknown: false,
      servesDocs: true,
      messages,
    }).listener,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const app: AppUnderTest = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    logged,
    reply: saysYes,
    metricsText: () => metrics.text(),
    beginShutdown: () => health.beginShutdown(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return app;
}

/** One app for all tests of a `describe`; before each it has received nothing and accepts everything. */
export function useApp(): Omit<AppUnderTest, 'close'> {
  let app: AppUnderTest;
  before(async () => {
    app = await openApp();
  });
  after(() => app.close());
  beforeEach(() => {
    app.sent.length = 0;
    app.logged.length = 0;
    app.reply = saysYes;
  });
  return {
    get url() {
      return app.url;
    },
    get sent() {
      return app.sent;
    },
    get logged() {
      return app.logged;
    },
    get reply() {
      return app.reply;
    },
    set reply(reply) {
      app.reply = reply;
    },
    metricsText: () => app.metricsText(),
    beginShutdown: () => app.beginShutdown(),
  };
}

/** Starts with a body exactly as it is written; by default with the media type of JSON. */
export function startWith(
  { url }: Pick<AppUnderTest, 'url'>,
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
): Promise<HttpAnswer> {
  return http(url, { method: 'POST', path: '/Execution/start', body, headers });
}
