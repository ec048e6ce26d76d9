import { number, plural } from '../numbers.ts';

export const events = {
  title: 'Registered Events',
  failed: (message: string) => `Failed to load registered events: ${message}`,
  messageName: 'Message Name',
  signalName: 'Signal Name',
  condition: 'Condition Expression',
  activityInstance: 'Activity Instance',
  correlationKey: 'Correlation Key',
  messageStarts: { title: 'Message Start Events', empty: 'No message start events registered.' },
  signalStarts: { title: 'Signal Start Events', empty: 'No signal start events registered.' },
  conditionalStarts: { title: 'Conditional Start Events', empty: 'No conditional start events registered.' },
  messageSubscriptions: { title: 'Active Message Subscriptions', empty: 'No active message subscriptions.' },
  signalSubscriptions: { title: 'Active Signal Subscriptions', empty: 'No active signal subscriptions.' },
  send: {
    message: {
      title: 'Send message',
      titleOf: (name: string) => `Send message '${name}'`,
      name: 'Message Name',
      effect:
        'All instances that wait for this name and correlation key receive the message. If none waits, it starts each process with a start event of this name. You cannot undo this.',
      received: (name: string, count: number) =>
        `Message '${name}' sent. ${plural(count, '1 instance', `${number(count)} instances`)} received it:`,
    },
    signal: {
      title: 'Send signal',
      titleOf: (name: string) => `Send signal '${name}'`,
      name: 'Signal Name',
      effect:
        'All instances that wait for this signal receive it, and each process with a start event of this name is started. You cannot undo this.',
      received: (name: string, count: number) =>
        `Signal '${name}' sent. ${plural(count, '1 instance', `${number(count)} instances`)} received it:`,
    },
    correlationKey: 'Correlation Key (optional)',
    forStarted: 'Only for instances that the message starts.',
    options: 'Options',
    messageId: 'Message ID (optional)',
    messageIdHint: 'While the message is stored, another one with the same name, key and ID is refused.',
    needsTime: 'A message with an ID must be stored. Choose a time above.',
    ifNone: 'If there is no receiver',
    storedFor: {
      '0': 'Show an error',
      '60': 'Store the message for 1 minute',
      '3600': 'Store the message for 1 hour',
      '86400': 'Store the message for 1 day',
      '604800': 'Store the message for 7 days',
      '2592000': 'Store the message for 30 days',
    },
    stored: (name: string, until: string) =>
      `No instance received the message '${name}' yet. It is stored for the first receiver until ${until}.`,
    noReceiver: 'No instance received it.',
  },
};
