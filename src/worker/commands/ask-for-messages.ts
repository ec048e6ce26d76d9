import type { CommandOf } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { findShared, findStored, shareMessages } from '../../store/buffered-messages.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, required } from './command-handler.ts';

/**
 * Offers stored messages to a shard with receivers (docs/contributing/spec/shards.md#messages-with-a-time-to-live). A message that is being delivered to
 * another shard is offered after that. The address is locked, so no other transaction delivers the messages.
 */
export const askForMessages: CommandHandler<'AskForMessages'> = {
  needs: ({ name, correlationKey: key }) => ({ event: { kind: 'message', name, key } }),
  async handle(unit, command, access) {
    const { connection } = required(access);
    const { id, name, correlationKey: key, shard, messages } = command;
    const waiting = await findShared(connection, { id, name, key });
    const others = waiting.filter(({ sent }) => sent.every((one) => one.shard !== shard));
    // repeated requests for the same receivers
    const count = command.count - (waiting.length - others.length);
    const free = others.filter(({ sent }) => sent.length === 0);
    const busy = others.filter(({ sent }) => sent.length > 0);
    const offers = [...free, ...busy].slice(0, Math.max(0, count));
    for (const message of offers) offer(unit, command, message.id);
    await shareMessages(
      connection,
      offers.flatMap((message) => (message.isShared ? [] : message.id)),
    );
    const stored = new Set((await findStored(connection, messages)).map((message) => message.id));
    return done<'AskForMessages'>({ gone: messages.filter((message) => !stored.has(message)) });
  },
};

function offer(unit: UnitOfWork, { id, name, correlationKey, shard }: CommandOf<'AskForMessages'>, message: string): void {
  const offered = {
    kind: 'PlaceMessage',
    id: nameBasedId(id, `offer ${message}`),
    message,
    name,
    correlationKey,
    shard,
  } as const;
  unit.followUps.requeue(offered, { senderId: message });
}
