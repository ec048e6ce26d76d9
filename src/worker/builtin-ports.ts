import type { CommandOf } from '../messages/commands.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { BuiltinPorts, BuiltinSettings } from '../plugins/builtin/builtins.ts';
import type { PluginContext } from '../plugins/plugin.ts';
import type { CommandSender, SendOutcome } from '../queue/command-sender.ts';

/** What the built-in plugins get of the engine. Command ids follow from the activity instance: a second run of it publishes nothing anew. */
export function builtinPorts(sender: CommandSender, settings: BuiltinSettings): BuiltinPorts {
  return {
    settings,
    async publishMessage({ name, correlationKey, variables }, context) {
      const id = commandId(context, 'publish-message');
      const command: CommandOf<'DeliverMessage'> = {
        kind: 'DeliverMessage',
        id,
        name,
        correlationKey,
        variables,
        businessId: null,
      };
      const reply = replyOf(await sender.send<'DeliverMessage'>(command));
      if (reply.ok) return reply.result.instanceIds.length;
      if (reply.rejection.code === 'NO_MESSAGE_SUBSCRIPTION') return 0;
      throw new Error(`the message was refused: ${reply.rejection.code}`);
    },
    async broadcastSignal({ name, variables }, context) {
      const id = commandId(context, 'broadcast-signal');
      const command: CommandOf<'BroadcastSignal'> = { kind: 'BroadcastSignal', id, name, variables, exceptInstanceId: null };
      const reply = replyOf(await sender.send<'BroadcastSignal'>(command));
      if (reply.ok) return reply.result.deliveredCount;
      if (reply.rejection.code === 'NO_SIGNAL_SUBSCRIPTION') return 0;
      throw new Error(`the signal was refused: ${reply.rejection.code}`);
    },
  };
}

function commandId({ ActivityInstanceId }: PluginContext, purpose: string): string {
  return nameBasedId(ActivityInstanceId, purpose);
}

function replyOf<K extends 'DeliverMessage' | 'BroadcastSignal'>(outcome: SendOutcome<K>) {
  if (outcome.kind === 'reply') return outcome.reply;
  throw new Error(`the engine did not answer: ${outcome.kind}`);
}
