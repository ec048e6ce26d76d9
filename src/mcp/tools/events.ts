import { asking } from '../answers.ts';
import { listOf, memberOf } from '../api-caller.ts';
import { argumentsOf, businessId, CONTINUES, idempotencyKey, name, objectOf, type Tool, textOf, variables } from '../tool.ts';

const sendMessage: Tool = {
  name: 'send_message',
  title: 'Send a message',
  description:
    'Delivers a message to the instances that wait for its name and correlation key; if none waits, it starts processes with this message start event.',
  input: argumentsOf(
    {
      messageName: name('The name of the message.'),
      correlationKey: name('Default: no key.'),
      variables,
      businessId,
      idempotencyKey,
    },
    ['messageName'],
  ),
  effect: CONTINUES,
  run: (given, api) => {
    const body = {
      MessageName: textOf(given, 'messageName'),
      CorrelationKey: textOf(given, 'correlationKey'),
      Variables: objectOf(given, 'variables'),
      BusinessId: textOf(given, 'businessId'),
    };
    const call = { method: 'POST', path: '/Execution/message', body, idempotencyKey: textOf(given, 'idempotencyKey') } as const;
    return asking(api, call, (sent) => {
      const reached = listOf(sent, 'WorkflowInstanceIds').length;
      return { summary: `The message has reached ${instances(reached)}.`, data: sent };
    });
  },
};

const sendSignal: Tool = {
  name: 'send_signal',
  title: 'Send a signal',
  description: 'Delivers a signal to all waiting instances, and starts processes with this signal start event.',
  input: argumentsOf({ signalName: name('The name of the signal.'), variables, idempotencyKey }, ['signalName']),
  effect: CONTINUES,
  run: (given, api) => {
    const body = { SignalName: textOf(given, 'signalName'), Variables: objectOf(given, 'variables') };
    const call = { method: 'POST', path: '/Execution/signal', body, idempotencyKey: textOf(given, 'idempotencyKey') } as const;
    return asking(api, call, (sent) => ({
      summary: `The signal was delivered ${Number(memberOf(sent, 'DeliveredCount'))} times.`,
      data: sent,
    }));
  },
};

export const eventTools: readonly Tool[] = [sendMessage, sendSignal];

function instances(count: number): string {
  return count === 1 ? 'one instance' : `${count} instances`;
}
