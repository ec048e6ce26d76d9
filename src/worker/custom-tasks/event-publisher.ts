import type { CommandOf, Reply } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { backoffMs, sleep } from '../../platform/retry.ts';
import type { EventPublisher } from '../../plugins/builtin/messages-and-signals.ts';
import type { CommandSender } from '../../queue/command-sender.ts';

/** Part of the stored format: never change it. */
const PLUGIN_COMMAND_NAMESPACE = '6d8a1f3e-2c57-4b0e-9f61-08d4c7a95e23';
const BACKOFF = { firstDelayMs: 200, maxDelayMs: 5000 };

/**
 * Publishes through the queue, for bundled plugins. Command ids are derived from the key, so a repeat has no second effect. Resolves to the ids of the
 * receivers, or undefined without receivers.
 */
export function eventPublisher(sender: CommandSender): EventPublisher {
  return {
    async publishMessage(message, key, stop) {
      const command: CommandOf<'DeliverMessage'> = {
        kind: 'DeliverMessage',
        id: nameBasedId(PLUGIN_COMMAND_NAMESPACE, `message:${key}`),
        ...message,
      };
      const reply = await answered(sender, command, stop);
      return reply.ok ? reply.result.instanceIds : noReceivers(reply, 'NO_MESSAGE_SUBSCRIPTION');
    },
    async broadcastSignal({ name, variables }, key, stop) {
      const id = nameBasedId(PLUGIN_COMMAND_NAMESPACE, `signal:${key}`);
      const command: CommandOf<'BroadcastSignal'> = { kind: 'BroadcastSignal', id, name, variables, exceptInstanceId: null };
      const reply = await answered(sender, command, stop);
      return reply.ok ? reply.result.instanceIds : noReceivers(reply, 'NO_SIGNAL_SUBSCRIPTION');
    },
  };
}

type PublishingCommand = CommandOf<'DeliverMessage' | 'BroadcastSignal'>;

/** Rejects if `stop` is aborted, or if another command has the same id. */
async function answered<C extends PublishingCommand>(
  sender: CommandSender,
  command: C,
  stop: AbortSignal,
): Promise<Reply<C['kind']>> {
  for (let attempt = 1; ; attempt += 1) {
    stop.throwIfAborted();
    const outcome = await sender.send<C['kind']>(command as unknown as CommandOf<C['kind']>);
    if (outcome.kind === 'reply') return outcome.reply;
    if (outcome.kind === 'conflict') throw new Error('another command is on record under the id of this one');
    await sleep(backoffMs(BACKOFF, attempt), stop);
  }
}

function noReceivers(
  reply: Extract<Reply, { readonly ok: false }>,
  expected: 'NO_MESSAGE_SUBSCRIPTION' | 'NO_SIGNAL_SUBSCRIPTION',
): undefined {
  if (reply.rejection.code === expected) return undefined;
  throw new Error(`the engine refused: ${reply.rejection.code}`);
}
