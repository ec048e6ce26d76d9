import { type CommandHandler, done, refused } from '../command-handler.ts';
import { deliverInOrder } from '../deliver-in-order.ts';
import { startAt } from './start-triggered.ts';

/** A signal resumes every waiting subscription and starts every registered key (contract 2.8, bpmn.md SG1). */
export const broadcastSignal: CommandHandler<'BroadcastSignal'> = {
  kind: 'BroadcastSignal',
  needs: ({ name, exceptInstanceId }) => ({ event: { kind: 'signal', name, key: '', exceptInstanceId } }),
  handle(unit, command) {
    const { name, variables } = command;
    const resumed = deliverInOrder(unit, command, variables);
    const triggers = unit.loaded.startTriggers.get(command.id) ?? [];
    const started = triggers.map((trigger) => startAt(unit, command, trigger, variables, null));
    const deliveredCount = resumed.count + started.length;
    if (deliveredCount === 0) {
      unit.tell(command, 4001, 'signal found nobody', { Name: name, CorrelationKey: '' });
      return refused({ code: 'NO_SIGNAL_SUBSCRIPTION', name });
    }
    unit.tell(command, 4003, 'signal broadcast', { SignalName: name, DeliveredCount: deliveredCount });
    return done<'BroadcastSignal'>({ deliveredCount, instanceIds: [...resumed.instanceIds, ...started] });
  },
};
