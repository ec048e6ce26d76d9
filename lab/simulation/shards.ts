import { setTimeout as pause } from 'node:timers/promises';
import type { Command, CommandKind } from '../../src/messages/commands.ts';
import { type Logger, silentLog } from '../../src/platform/log.ts';
import type { CommandSender, SendOutcome } from '../../src/queue/command-sender.ts';
import type { ShardDelivery } from '../../src/worker/transaction/tools.ts';
import type { Sending } from './clients.ts';
import { openSimPool } from './database/pool.ts';
import type { Tables } from './database/tables.ts';
import type { Outside } from './roles.ts';
import type { SimProcess } from './world.ts';

/** Committed rows of the tables that clients look into, of all shards. */
export type SeenTables = {
  readonly [Name in 'instance' | 'userTask' | 'definition' | 'suspension' | 'batch' | 'inbox']: Pick<Tables[Name], 'committed'>;
};

export function seenTables(all: readonly Outside[]): SeenTables {
  const of = <Name extends keyof SeenTables>(name: Name) => ({
    get committed() {
      return all.flatMap(({ server }) => server.tables[name].committed as object[]) as Tables[Name]['committed'];
    },
  });
  return {
    instance: of('instance'),
    userTask: of('userTask'),
    definition: of('definition'),
    suspension: of('suspension'),
    batch: of('batch'),
    inbox: of('inbox'),
  };
}

/** Opens the sender of a process to one shard. With several, records what is sent: each shard is checked on its own. */
export async function openSimSender(
  outside: Outside,
  owner: SimProcess,
  timeoutMs: number,
  log: Logger = silentLog,
): Promise<CommandSender> {
  const { server, queue, product, all } = outside;
  const connection = product.poolConnection(openSimPool(server, owner, { max: 4, isPipelined: false }));
  const sender = await product.openCommandBatchSender(queue.backendOf(owner), {
    timeoutMs,
    readInbox: async (ids) => (await product.openInbox(connection, ids)).known,
    log,
  });
  return all.length === 1 ? sender : recorded(outside, sender);
}

function recorded({ world, server, sent }: Outside, sender: CommandSender): CommandSender {
  return {
    ping: () => sender.ping(),
    close: () => sender.close(),
    async send<K extends CommandKind>(command: Command, options: { fingerprint?: string } = {}) {
      const at = sent.length;
      // as long as no answer is there, or if the process dies
      const open: Sending = {
        ...{ command, fingerprint: options.fingerprint, sentAt: world.now, answeredAt: Number.POSITIVE_INFINITY },
        ...{ seen: { kind: 'cut' }, onRecord: undefined },
      };
      sent.push(open);
      const seen = (await sender.send(command as never, options)) as SendOutcome<K>;
      const onRecord = server.tables.inbox.committed.find(({ command_id }) => command_id === command.id)?.reply;
      sent[at] = { ...open, seen: seen as SendOutcome<CommandKind>, answeredAt: world.now, onRecord };
      return seen;
    },
  };
}

interface WorkerFacts {
  readonly timeoutMs: number;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  readonly onDefinitions: () => void;
}

/** The other shards as a worker uses them: copies their definitions, and delivers events to them. Undefined: there is one database. */
export async function simShardsOf(
  { number, all, product }: Outside,
  owner: SimProcess,
  { timeoutMs, log, stopping, onDefinitions }: WorkerFacts,
): Promise<ShardDelivery | undefined> {
  const [first] = all;
  if (first === undefined || all.length === 1) return undefined;
  const senders = await Promise.all(all.map((outside) => openSimSender(outside, owner, timeoutMs, log)));
  if (number > 0) {
    const [from, to] = [first, all[number] as Outside].map((outside) => copyPool(outside, owner)) as Pools;
    void product.startDefinitionCopies({ from, to, log, stopping, onChange: onDefinitions });
  }
  const shards = senders.map((sender, other) => ({ number: other, sender }));
  return product.thrownEvents(number, shards);
}

/** Copies definitions to all shards, as an API does after a deploy. */
export async function copyToOthers([first, ...others]: readonly Outside[], owner: SimProcess, limitMs: number): Promise<void> {
  if (first === undefined) return;
  const copies = others.map((other) => first.product.copyDefinitions(copyPool(first, owner), copyPool(other, owner)));
  await Promise.race([Promise.allSettled(copies), pause(limitMs)]);
}

type Pools = [ReturnType<typeof openSimPool>, ReturnType<typeof openSimPool>];

function copyPool({ server }: Outside, owner: SimProcess) {
  return openSimPool(server, owner, { max: 2, isPipelined: false });
}
