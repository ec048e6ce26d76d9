import type { CommandOf } from '../../messages/commands.ts';
import type { BufferedMessage } from '../../store/buffered-messages.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done } from './command-handler.ts';
import { publishNow } from './deliver-message.ts';

/**
 * Last step of the delivery of a stored message, in the first shard: the others have been asked (docs/contributing/spec/shards.md#messages-with-a-time-to-live).
 * The message is then delivered, or waits for a receiver.
 */
export const placeMessage: CommandHandler<'PlaceMessage'> = {
  needs: ({ name, correlationKey: key, message }) => ({ event: { kind: 'message', name, key }, stored: message }),
  handle(unit, command) {
    unit.followUps.markDone(command.id);
    const [stored] = unit.loaded.bufferedMessages.get(command.id) ?? [];
    // erased, or delivered before it was offered
    if (stored === undefined) return done<'PlaceMessage'>({ instanceIds: [] });
    return done<'PlaceMessage'>({
      instanceIds: command.shard === undefined ? publish(unit, command, stored) : offered(unit, command),
    });
  },
};

function offered(
  unit: UnitOfWork,
  { message: id, name, correlationKey: key, isTaken }: CommandOf<'PlaceMessage'>,
): readonly string[] {
  if (isTaken === true) unit.rows.deliveredMessages.push(id);
  // receivers of this shard were not served during the offer
  else unit.bufferedAt.push({ id, name, key });
  return [];
}

function publish(
  unit: UnitOfWork,
  command: CommandOf<'PlaceMessage'>,
  { id, command: message }: BufferedMessage,
): readonly string[] {
  const origin = { ...command, kind: message.kind };
  const { count, instanceIds } = publishNow(unit, origin, message, command.isTaken !== true);
  if (count > 0 || command.isTaken === true) unit.rows.deliveredMessages.push(id);
  else {
    const { name: MessageName, correlationKey: CorrelationKey, timeToLiveMs: TimeToLiveMs = 0 } = message;
    unit.log(origin, 'message-buffered', { MessageName, CorrelationKey, TimeToLiveMs });
  }
  return instanceIds;
}
