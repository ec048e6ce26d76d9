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
};
