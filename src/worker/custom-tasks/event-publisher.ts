import type { CommandOf, Reply } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { backoffMs, sleep } from '../../platform/retry.ts';
import type { EventPublisher } from '../../plugins/builtin/engine/event-publisher.ts';
import type { CommandSender } from '../../queue/command-sender.ts';

/** Namespace of the commands of the engine's own plugins; part of the stored format, never change it. */
const NAMESPACE = '6d8a1f3e-2c57-4b0e-9f61-08d4c7a95e23';
const BACKOFF = { firstDelayMs: 200, maxDelayMs: 5000 };

/** The way of the engine's own plugins into the engine: commands through the queue, whose ids follow from the key, so that a repeat changes nothing. */
export function eventPublisher(sender: CommandSender): EventPublisher {
  return {
    async publishMessage(message, key, stop) {
      const command: CommandOf<'DeliverMessage'> = {
        kind: 'DeliverMessage',
        id: nameBasedId(NAMESPACE, `message:${key}`),
        ...message,
      };
      const reply = await answered(sender, command, stop);
      return reply.ok ? reply.result.instanceIds : nobody(reply, 'NO_MESSAGE_SUBSCRIPTION');
    },
    async broadcastSignal({ name, variables }, key, stop) {
      const id = nameBasedId(NAMESPACE, `signal:${key}`);
      const command: CommandOf<'BroadcastSignal'> = { kind: 'BroadcastSignal', id, name, variables, exceptInstanceId: null };
      const reply = await answered(sender, command, stop);
      return reply.ok ? reply.result.instanceIds : nobody(reply, 'NO_SIGNAL_SUBSCRIPTION');
    },
  };
}

type GateCommand = CommandOf<'DeliverMessage' | 'BroadcastSignal'>;

/** Sends a command until somebody answers it. Rejects when nobody waits any more, and when another command has its id. */
async function answered<C extends GateCommand>(sender: CommandSender, command: C, stop: AbortSignal): Promise<Reply<C['kind']>> {
  for (let attempt = 1; ; attempt += 1) {
    stop.throwIfAborted();
    const outcome = await sender.send<C['kind']>(command as unknown as CommandOf<C['kind']>);
    if (outcome.kind === 'reply') return outcome.reply;
    if (outcome.kind === 'conflict') throw new Error('another command is on record under the id of this one');
    await sleep(backoffMs(BACKOFF, attempt), stop);
  }
}

function nobody(
  reply: Extract<Reply, { readonly ok: false }>,
  expected: 'NO_MESSAGE_SUBSCRIPTION' | 'NO_SIGNAL_SUBSCRIPTION',
): undefined {
  if (reply.rejection.code === expected) return undefined;
  throw new Error(`the engine refused: ${reply.rejection.code}`);
}
