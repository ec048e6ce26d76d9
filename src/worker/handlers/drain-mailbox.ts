import { applyMail } from '../effects/apply-mail.ts';
import { type CommandHandler, done } from './command-handler.ts';

/** Applies the commands that wait for an instance, in order; those for an instance that does not exist are dropped. */
export const drainMailbox: CommandHandler<'DrainMailbox'> = {
  kind: 'DrainMailbox',
  needs: ({ instanceId }) => ({ mailboxOf: instanceId }),
  handle(unit, command) {
    const instance = unit.instance(command.instanceId);
    let applied = 0;
    for (const { id, targetId, command: engineCommand, causation, actor } of unit.loaded.mailbox) {
      if (targetId !== command.instanceId) continue;
      const isNext = command.only === undefined ? !unit.isSpent || applied === 0 : applied === 0 && id === command.only;
      if (!isNext) {
        unit.leftInMailbox.add(targetId);
        break;
      }
      applied += 1;
      if (instance !== undefined) {
        unit.logAbout(command, instance, 'queued-external-event-applied', { EventKind: engineCommand.type });
        const origin = { id, kind: engineCommand.type, ...(causation && { causation }), ...(actor !== undefined && { actor }) };
        applyMail(unit, origin, instance, engineCommand);
      }
      unit.followUps.markDone(id);
    }
    return done<'DrainMailbox'>({});
  },
};
