import type { events as english } from '../en/events.ts';
import { number, plural } from '../numbers.ts';

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
  send: {
    message: {
      title: 'Nachricht senden',
      titleOf: (name) => `Nachricht senden: „${name}“`,
      name: 'Name der Nachricht',
      effect:
        'Alle Instanzen, die auf diesen Namen und Korrelationsschlüssel warten, erhalten die Nachricht. Wartet keine, startet sie jeden Prozess mit einem Startereignis dieses Namens. Sie können das nicht rückgängig machen.',
      received: (name, count) =>
        `Nachricht „${name}“ gesendet. ${plural(count, '1 Instanz hat', `${number(count)} Instanzen haben`)} sie erhalten:`,
    },
    signal: {
      title: 'Signal senden',
      titleOf: (name) => `Signal senden: „${name}“`,
      name: 'Name des Signals',
      effect:
        'Alle Instanzen, die auf dieses Signal warten, erhalten es, und jeder Prozess mit einem Startereignis dieses Namens wird gestartet. Sie können das nicht rückgängig machen.',
      received: (name, count) =>
        `Signal „${name}“ gesendet. ${plural(count, '1 Instanz hat', `${number(count)} Instanzen haben`)} es erhalten:`,
    },
    correlationKey: 'Korrelationsschlüssel (optional)',
    forStarted: 'Nur für Instanzen, die die Nachricht startet.',
    options: 'Optionen',
    messageId: 'Nachrichten-ID (optional)',
    messageIdHint:
      'Solange die Nachricht gespeichert ist, wird eine weitere mit demselben Namen, Schlüssel und derselben ID abgelehnt.',
    needsTime: 'Eine Nachricht mit ID muss gespeichert werden. Wählen Sie oben eine Zeit.',
    ifNone: 'Wenn es keinen Empfänger gibt',
    storedFor: {
      '0': 'Einen Fehler anzeigen',
      '60': 'Die Nachricht 1 Minute speichern',
      '3600': 'Die Nachricht 1 Stunde speichern',
      '86400': 'Die Nachricht 1 Tag speichern',
      '604800': 'Die Nachricht 7 Tage speichern',
      '2592000': 'Die Nachricht 30 Tage speichern',
    },
    stored: (name, until) =>
      `Noch keine Instanz hat die Nachricht „${name}“ erhalten. Sie ist bis ${until} für den ersten Empfänger gespeichert.`,
    noReceiver: 'Keine Instanz hat etwas erhalten.',
  },
};
