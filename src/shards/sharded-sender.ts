import { hash } from 'node:crypto';
import type { Command, CommandKind, CommandOf, Reply } from '../messages/commands.ts';
import { inShard, nameBasedId, newId, shardOf } from '../platform/ids.ts';
import type { CommandSender, SendOutcome } from '../queue/command-sender.ts';
import { routeOf } from './command-routes.ts';
import { sumOfReplies } from './sum-of-replies.ts';

/** The queue of one shard. */
export interface ShardQueue {
  readonly number: number;
  /** undefined: not open yet, because its database or queue was not reachable at the start */
  readonly sender: CommandSender | undefined;
}

export interface ShardedSenderOptions {
  /** in the order of their numbers */
  readonly shards: readonly ShardQueue[];
  /** copies the definitions to all reachable shards; resolves after a time limit at the latest, never rejects */
  readonly copyDefinitions: () => Promise<void>;
}

type Options = { fingerprint?: string };
type EventCommand = CommandOf<'DeliverMessage' | 'BroadcastSignal' | 'EvaluateConditions'>;
/** Sends a command to one shard. `part`: members that differ from the command. */
type SendTo = <K extends CommandKind>(shard: ShardQueue, command: CommandOf<K>, part?: object) => Promise<SendOutcome<K>>;

/** Positions that `Service-Min-Position` accepts (docs/contributing/spec/http.md#service-min-position). */
const MAX_POSITIONS = 20;
const UNREACHABLE = { kind: 'queue-unreachable' } as const;

/** A sender that passes each command to its shards and combines their replies (docs/contributing/spec/shards.md#routes-of-commands). */
export function openShardedSender({ shards, copyDefinitions }: ShardedSenderOptions): CommandSender {
  const [first] = shards;
  if (first === undefined) throw new Error('an installation has at least one shard');

  async function send<K extends CommandKind>(command: CommandOf<K>, options: Options = {}): Promise<SendOutcome<K>> {
    const to: SendTo = (shard, given, part) => sendTo(shard, { ...given, ...part }, options);
    const route = routeOf(command as never);
    if (typeof route === 'number') return shards[route] === undefined ? UNREACHABLE : to(shards[route] as ShardQueue, command);
    switch (route) {
      case 'definitions': {
        const outcome = await to(first as ShardQueue, command);
        if (outcome.kind === 'reply' && outcome.reply.ok) await copyDefinitions();
        return outcome;
      }
      case 'chosen':
        return sendToChosen(command, options.fingerprint === undefined, to);
      case 'events':
        return (await sendEvent(command as never, to)) as SendOutcome<K>;
      case 'locks':
        return (await lockTasks(command as CommandOf<'LockCustomTasks'>, to)) as SendOutcome<K>;
      case 'all':
        return sendToAll(command, to);
    }
  }

  /** Without an idempotency key, another shard may take the place of one that is not reachable. */
  async function sendToChosen<K extends CommandKind>(command: CommandOf<K>, mayMove: boolean, to: SendTo): Promise<SendOutcome<K>> {
    let outcome: SendOutcome<K> = UNREACHABLE;
    for (const number of chosenOrder(command.id, shards.length)) {
      const shard = shards[number] as ShardQueue;
      const part = command.kind === 'StartInstance' ? { instanceId: newId(number) } : {};
      outcome = await to(shard, command, part);
      if (outcome.kind !== 'queue-unreachable' || !mayMove) return outcome;
    }
    return outcome;
  }

  /** The first shard is last: it starts instances, of a message only if no other shard had a receiver. */
  async function sendEvent(command: EventCommand, to: SendTo): Promise<SendOutcome<CommandKind>> {
    const others = await Promise.all(shards.slice(1).map((shard) => to(shard, command)));
    const failed = others.find(({ kind }) => kind !== 'reply');
    if (failed !== undefined) return asUnknown(failed);
    const hasReceiver = others.some((outcome) => outcome.kind === 'reply' && outcome.reply.ok);
    const startsNone = command.kind === 'DeliverMessage' && hasReceiver;
    const last = await to(first as ShardQueue, command, startsNone ? { startsNone: true } : {});
    return combined(command, [last, ...others]);
  }

  /** One shard after the other, in an order that depends on the id of the command only, until enough tasks are locked. */
  async function lockTasks(command: CommandOf<'LockCustomTasks'>, to: SendTo): Promise<SendOutcome<'LockCustomTasks'>> {
    const outcomes: SendOutcome<'LockCustomTasks'>[] = [];
    let maxTasks = command.maxTasks;
    for (const number of chosenOrder(command.id, shards.length)) {
      const outcome = await to(shards[number] as ShardQueue, command, { maxTasks });
      if (outcome.kind === 'conflict') return outcome;
      if (outcome.kind !== 'reply') continue; // the tasks of this shard stay free, or their locks expire
      outcomes.push(outcome);
      if (outcome.reply.ok) maxTasks -= outcome.reply.result.tasks.length;
      if (maxTasks <= 0) break;
    }
    return outcomes.length === 0 ? UNREACHABLE : combined(command, outcomes);
  }

  async function sendToAll<K extends CommandKind>(command: CommandOf<K>, to: SendTo): Promise<SendOutcome<K>> {
    if (command.kind === 'CreateBatch' && !command.isDryRun) {
      const { audit: _, ...unaudited } = command;
      const trial = { ...unaudited, id: newId(), isDryRun: true } as CommandOf<K>;
      const tried = await Promise.all(shards.map((shard) => to(shard, trial, partOf(command, shard, shards.length))));
      const refused = tried.find((outcome) => outcome.kind !== 'reply' || !outcome.reply.ok);
      if (refused !== undefined) return refused;
    }
    const outcomes = await Promise.all(shards.map((shard) => to(shard, command, partOf(command, shard, shards.length))));
    const failed = outcomes.find(({ kind }) => kind !== 'reply');
    return failed === undefined ? combined(command, outcomes) : asUnknown(failed);
  }

  return {
    send,
    ping: async () => (await Promise.all(shards.map(({ sender }) => sender?.ping() ?? false))).some(Boolean),
    async close() {
      for (const { sender } of shards) await sender?.close();
    },
  };
}

/** Commands and their replies are stored under an id with the mark of the shard, so that all ids derived from it have the mark too. */
function sendTo<K extends CommandKind>(
  { number, sender }: ShardQueue,
  command: CommandOf<K>,
  options: Options,
): Promise<SendOutcome<K>> {
  return sender?.send({ ...command, id: inShard(command.id, number) }, options) ?? Promise.resolve(UNREACHABLE);
}

/** Shard numbers by rendezvous hashing: a further shard takes over only its own part. */
export function chosenOrder(id: string, count: number): readonly number[] {
  const weights = Array.from({ length: count }, (_, number) => hash('sha1', `${id} ${number}`, 'hex'));
  return weights.map((_, number) => number).sort((a, b) => ((weights[a] ?? '') < (weights[b] ?? '') ? 1 : -1));
}

/** Members of a command that differ between shards. */
function partOf(command: Command, { number }: ShardQueue, count: number): object {
  switch (command.kind) {
    case 'RetryDeadLetters':
    case 'DropDeadLetters': {
      const { selection } = command;
      if ('letterId' in selection) return {};
      return { selection: { ...selection, limit: Math.max(1, Math.floor(selection.limit / count)) } };
    }
    case 'CreateBatch': {
      const { selection, rate } = command;
      return {
        // the same in all shards, also when the request is repeated
        batchId: nameBasedId(command.id, 'batch'),
        selection: 'ids' in selection ? { ids: selection.ids.filter((id) => shardOf(id) === number) } : selection,
        rate: rate === null ? null : rate / count,
      };
    }
    default:
      return {};
  }
}

/** Some shards may have executed the command. */
function asUnknown<K extends CommandKind>(failed: SendOutcome<K>): SendOutcome<K> {
  return failed.kind === 'queue-unreachable' || failed.kind === 'overloaded' ? { kind: 'timeout' } : failed;
}

/** One outcome of those of several shards: the sum of the replies that are not rejections, else the first rejection. */
function combined<K extends CommandKind>(command: Command, outcomes: readonly SendOutcome<K>[]): SendOutcome<K> {
  const replies = outcomes.flatMap((outcome) => (outcome.kind === 'reply' ? [outcome] : []));
  const accepted = replies.flatMap(({ reply }) => (reply.ok ? [reply] : []));
  const [refused] = replies.filter(({ reply }) => !reply.ok);
  if (accepted.length === 0) return refused ?? UNREACHABLE;
  const positions = accepted.flatMap(({ position }) => position ?? []);
  const reply = {
    ok: true,
    result: sumOfReplies(command, accepted.map(({ result }) => result) as never),
    ...(positions.length > 0 && { position: positions.slice(0, MAX_POSITIONS).join(', ') }),
  } as Reply<K>;
  return { kind: 'reply', reply, replayed: replies.every(({ replayed }) => replayed) };
}
