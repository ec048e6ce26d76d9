import { hash } from 'node:crypto';
import type { Command, CommandKind, CommandOf, CommandResults, Reply } from '../messages/commands.ts';
import { inShard, nameBasedId, newId, shardOf } from '../platform/ids.ts';
import type { CommandSender, SendOutcome } from '../queue/command-sender.ts';
import { placementOf } from '../store/buffered-messages.ts';
import { routeOf } from './command-routes.ts';
import { placeMessage, type ShardQueue, sendTo, UNREACHABLE } from './stored-messages.ts';
import { sumOfReplies } from './sum-of-replies.ts';
import { auditedIn, plannedCommands, refusalOfTrial, trialOf } from './trial.ts';

export interface ShardedSenderOptions {
  /** ordered by number */
  readonly shards: readonly ShardQueue[];
  /** copies the definitions to all reachable shards; resolves after a time limit at the latest, never rejects */
  readonly copyDefinitions: () => Promise<void>;
  /** running instances of a process in the reachable shards after the first; never rejects. Absent: not counted */
  readonly countRunning?: (key: string) => Promise<number>;
}

type Options = { fingerprint?: string };
type Outcome = SendOutcome<CommandKind>;
/** `part`: members that differ from the command. */
type SendTo = (shard: ShardQueue, command: Command, part?: object) => Promise<Outcome>;
type SendPart = (shard: ShardQueue, part: object) => Promise<Outcome>;

/** Number of positions that `Service-Min-Position` accepts (docs/contributing/spec/http.md#service-min-position). */
const MAX_POSITIONS = 20;
/** Time for which a shard gets no new instances after a command has timed out. */
const SILENT_MS = 10_000;
const NO_SHARD: ShardQueue = { number: 0, sender: undefined };

/** Passes each command to its shards and combines their replies (docs/contributing/spec/shards.md#routes-of-commands). */
export function openShardedSender({ shards, copyDefinitions, countRunning }: ShardedSenderOptions): CommandSender {
  const [owner = NO_SHARD] = shards;
  const silentUntil = new Map<number, number>();

  async function send(command: Command, options: Options): Promise<Outcome> {
    const to: SendTo = async (shard, given, part) => {
      // ids that are derived from the id of the command get the mark of the shard too
      const outcome = await sendTo(shard, { ...given, ...part, id: inShard(given.id, shard.number) } as Command, options);
      if (outcome.kind === 'timeout') silentUntil.set(shard.number, performance.now() + SILENT_MS);
      if (outcome.kind === 'reply') silentUntil.delete(shard.number);
      return outcome;
    };
    const route = routeOf(command);
    if (typeof route === 'number') return shards[route] === undefined ? UNREACHABLE : to(shards[route], command);
    switch (route) {
      case 'definitions': {
        const outcome = await to(owner, command);
        if (outcome.kind === 'reply' && outcome.reply.ok) await copyDefinitions();
        return withCount(command, outcome, countRunning);
      }
      case 'chosen':
        return sendToChosen(command, options.fingerprint === undefined, to);
      case 'events':
        if (command.kind === 'DeliverMessage' && (command.timeToLiveMs ?? 0) > 0) return publishStored(command, to);
        return combinedIfAll(command, await sendEvent(command, shards, (shard, part) => to(shard, command, part), isReply));
      case 'locks':
        return lockTasks(command as CommandOf<'LockCustomTasks'>, to);
      case 'all':
        return sendToAll(shards, command, to);
    }
  }

  /**
   * Without an idempotency key, another shard may replace one that does not answer or is not reachable. The first shard decides about a version that another
   * one does not have: its copy may be late.
   */
  async function sendToChosen(command: Command, mayMove: boolean, to: SendTo): Promise<Outcome> {
    let outcome: Outcome = UNREACHABLE;
    const order = chosenOrder(command.id, shards);
    for (const shard of mayMove ? answeringFirst(order, silentUntil) : order) {
      outcome = await startIn(shard);
      if (shard !== owner && lacksVersion(outcome)) return startIn(owner);
      if (outcome.kind !== 'queue-unreachable' || !mayMove) return outcome;
    }
    return outcome;

    function startIn(shard: ShardQueue): Promise<Outcome> {
      return to(shard, command, command.kind === 'StartInstance' ? { instanceId: newId(shard.number) } : {});
    }
  }

  /** A message with a time to live (docs/contributing/spec/shards.md#messages-with-a-time-to-live). */
  async function publishStored(command: CommandOf<'DeliverMessage'>, to: SendTo): Promise<Outcome> {
    const stored = await to(owner, { ...command, isShared: true });
    if (!isReply(stored) || !stored.reply.ok) return stored;
    const outcomes = await placeMessage(placementOf(command), command, { shards, to, isDone: isReply });
    // only a bug is a rejection here
    return outcomes.find((outcome) => isReply(outcome) && !outcome.reply.ok) ?? combinedIfAll(command, outcomes);
  }

  /** Asks the shards in an order that depends on the id of the command only, until enough tasks are locked. */
  async function lockTasks(command: CommandOf<'LockCustomTasks'>, to: SendTo): Promise<Outcome> {
    const outcomes: Outcome[] = [];
    let maxTasks = command.maxTasks;
    for (const shard of chosenOrder(command.id, shards)) {
      const outcome = await to(shard, command, { maxTasks });
      if (outcome.kind === 'conflict') return outcome;
      if (outcome.kind !== 'reply') continue; // the tasks of this shard stay free, or their locks expire
      outcomes.push(outcome);
      if (outcome.reply.ok) maxTasks -= (outcome.reply.result as CommandResults['LockCustomTasks']).tasks.length;
      if (maxTasks <= 0) break;
    }
    return outcomes.length === 0 ? UNREACHABLE : combined(command, outcomes);
  }

  return {
    send: <K extends CommandKind>(command: CommandOf<K>, options: Options = {}) =>
      send(command as Command, options) as Promise<SendOutcome<K>>,
    ping: async () => (await Promise.all(shards.map(({ sender }) => sender?.ping() ?? false))).some(Boolean),
    async close() {
      for (const { sender } of shards) await sender?.close();
    },
  };
}

/** Adds the instances in the other shards, which have copied the suspension. */
async function withCount(
  command: Command,
  outcome: Outcome,
  countRunning: ShardedSenderOptions['countRunning'],
): Promise<Outcome> {
  if (command.kind !== 'SuspendProcess' && command.kind !== 'ResumeProcess') return outcome;
  if (!isReply(outcome) || !outcome.reply.ok || countRunning === undefined) return outcome;
  const result = outcome.reply.result as CommandResults['SuspendProcess'];
  const instances = result.instances + (await countRunning(command.key));
  return { ...outcome, reply: { ...outcome.reply, result: { ...result, instances } } };
}

/** Sends to each shard at the same time, after a dry run if the limits of the command apply to all together. */
async function sendToAll(shards: readonly ShardQueue[], command: Command, to: SendTo): Promise<Outcome> {
  const toEach = (commands: readonly Command[]) =>
    Promise.all(shards.map((shard, at) => to(shard, commands[at] ?? command, partOf(command, shard, shards.length))));
  const once = shards.map(({ number }) => auditedIn(command, number));
  const trial = trialOf(command);
  if (trial === undefined) {
    const outcomes = await toEach(once);
    const refusal = refusalOfTrial(command.kind === 'CreateBatch' ? repliesIn(outcomes) : []);
    return refusal === undefined ? combinedIfAll(command, outcomes) : asOutcome(refusal, outcomes);
  }
  const tried = await toEach(shards.map(() => trial));
  const failed = tried.find((outcome) => !isReply(outcome));
  if (failed !== undefined) return failed;
  const replies = repliesIn(tried);
  const refusal = refusalOfTrial(replies);
  if (refusal !== undefined) return asOutcome(refusal, tried);
  return combinedIfAll(command, await toEach(plannedCommands(command, replies)));
}

/**
 * Sends an event to all shards, to the first last, because it starts instances, of a message only if no other shard has a receiver.
 * @returns the outcomes; without that of the first if another one is not accepted by `isDone`
 */
export async function sendEvent(
  { kind }: Pick<Command, 'kind'>,
  [first = NO_SHARD, ...others]: readonly ShardQueue[],
  to: SendPart,
  isDone: (outcome: Outcome) => boolean,
): Promise<readonly Outcome[]> {
  const outcomes = await Promise.all(others.map((shard) => to(shard, {})));
  if (!outcomes.every(isDone)) return outcomes;
  const hasReceiver = outcomes.some((outcome) => isReply(outcome) && outcome.reply.ok);
  return [...outcomes, await to(first, kind === 'DeliverMessage' && hasReceiver ? { startsNone: true } : {})];
}

function isReply(outcome: Outcome): outcome is Outcome & { readonly kind: 'reply' } {
  return outcome.kind === 'reply';
}

function repliesIn(outcomes: readonly Outcome[]): readonly Reply[] {
  return outcomes.filter(isReply).map(({ reply }) => reply);
}

function asOutcome(reply: Reply, outcomes: readonly Outcome[]): Outcome {
  return { kind: 'reply', reply, replayed: outcomes.filter(isReply).every(({ replayed }) => replayed) };
}

function lacksVersion(outcome: Outcome): boolean {
  if (!isReply(outcome) || outcome.reply.ok) return false;
  const { code } = outcome.reply.rejection;
  return code === 'PROCESS_NOT_REGISTERED' || code === 'VERSION_NOT_REGISTERED';
}

/** After the pause, a shard is asked again. */
function answeringFirst(shards: readonly ShardQueue[], silentUntil: ReadonlyMap<number, number>): readonly ShardQueue[] {
  const isSilent = ({ number }: ShardQueue) => (silentUntil.get(number) ?? 0) > performance.now();
  return [...shards.filter((shard) => !isSilent(shard)), ...shards.filter(isSilent)];
}

/** Depends only on the id (rendezvous hashing). If a shard is added, only the ids change for which it is the first. */
export function chosenOrder<S extends { readonly number: number }>(id: string, shards: readonly S[]): readonly S[] {
  const weightOf = new Map(shards.map((shard) => [shard, hash('sha1', `${id} ${shard.number}`, 'hex')]));
  return [...shards].sort((a, b) => ((weightOf.get(a) ?? '') < (weightOf.get(b) ?? '') ? 1 : -1));
}

function partOf(command: Command, { number }: ShardQueue, count: number): object {
  switch (command.kind) {
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

/** A failed sending, but other shards may have executed the command. */
function asUnknown(failed: Outcome): Outcome {
  return failed.kind === 'queue-unreachable' || failed.kind === 'overloaded' ? { kind: 'timeout' } : failed;
}

function combinedIfAll(command: Command, outcomes: readonly Outcome[]): Outcome {
  const failed = outcomes.find((outcome) => !isReply(outcome));
  return failed === undefined ? combined(command, outcomes) : asUnknown(failed);
}

/** Sum of accepted replies, or a rejection if none is accepted, preferably of a shard that has the object. An erasure is rejected if one shard rejects it. */
function combined(command: Command, outcomes: readonly Outcome[]): Outcome {
  const replies = outcomes.filter(isReply);
  const accepted = replies.flatMap(({ reply }) => (reply.ok ? [reply] : []));
  const refused = replies.find(({ reply }) => !reply.ok);
  if (accepted.length === 0) return replies.find(({ reply }) => !isUnknown(reply)) ?? replies[0] ?? UNREACHABLE;
  // instances that are still running in one shard keep the request open
  if (command.kind === 'EraseInstances' && refused !== undefined) return refused;
  const positions = accepted.flatMap(({ position }) => position ?? []);
  const result = sumOfReplies(
    command.kind,
    accepted.map((reply) => reply.result),
  );
  const position = positions.length === 0 ? {} : { position: positions.slice(0, MAX_POSITIONS).join(', ') };
  return { kind: 'reply', reply: { ok: true, result, ...position }, replayed: replies.every(({ replayed }) => replayed) };
}

function isUnknown(reply: Reply): boolean {
  return !reply.ok && /^NO_|_NOT_FOUND$/.test(reply.rejection.code);
}
