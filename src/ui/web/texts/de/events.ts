import type { events as english } from '../en/events.ts';

export const events: typeof english = {
  title: 'Registrierte Ereignisse',
  failed: (message) => `Die registrierten Ereignisse konnten nicht geladen werden: ${message}`,
  messageName: 'Nachricht',
  signalName: 'Signal',
  condition: 'Bedingung',
  activityInstance: 'Aktivitätsinstanz',
  correlationKey: 'Korrelationsschlüssel',
  messageStarts: { title: 'Startereignisse: Nachrichten', empty: 'Keine Nachrichten-Startereignisse registriert.' },
  signalStarts: { title: 'Startereignisse: Signale', empty: 'Keine Signal-Startereignisse registriert.' },
  conditionalStarts: { title: 'Startereignisse: Bedingungen', empty: 'Keine Bedingungs-Startereignisse registriert.' },
  messageSubscriptions: { title: 'Erwartete Nachrichten', empty: 'Es werden keine Nachrichten erwartet.' },
  signalSubscriptions: { title: 'Erwartete Signale', empty: 'Es werden keine Signale erwartet.' },
};
