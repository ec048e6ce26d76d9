import type { events as english } from '../en/events.ts';

export const events: typeof english = {
  title: 'Angemeldete Ereignisse',
  failed: (message) => `Angemeldete Ereignisse nicht geladen: ${message}`,
  messageName: 'Nachricht',
  signalName: 'Signal',
  condition: 'Bedingung',
  activityInstance: 'Aktivität',
  correlationKey: 'Korrelationsschlüssel',
  messageStarts: { title: 'Start durch Nachricht', empty: 'Keine Nachricht startet einen Prozess.' },
  signalStarts: { title: 'Start durch Signal', empty: 'Kein Signal startet einen Prozess.' },
  conditionalStarts: { title: 'Start durch Bedingung', empty: 'Keine Bedingung startet einen Prozess.' },
  messageSubscriptions: { title: 'Erwartete Nachrichten', empty: 'Keine Nachricht wird erwartet.' },
  signalSubscriptions: { title: 'Erwartete Signale', empty: 'Kein Signal wird erwartet.' },
};
