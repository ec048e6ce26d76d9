import type { incidents as english } from '../en/incidents.ts';
import { number, plural } from '../numbers.ts';

export const incidents: typeof english = {
  title: 'Störungen',
  retried: 'Wiederholt. Schritte, die erneut fehlschlagen, bleiben in der Liste.',
  retryAll: (count) => `Alle ${number(count)} wiederholen`,
  retryOf: (activityId, instanceId) => `${activityId} von ${instanceId} wiederholen`,
  failed: 'Die Störungen konnten nicht geladen werden',
  noneFits: 'Keine Störung passt zu diesen Filtern.',
  none: 'Keine offenen Störungen.',
  hint: 'Störungen entstehen nur in Prozessen mit onFailure="incident" (oder mit Engine:OnFailure). In anderen Prozessen beendet ein nicht abgefangener Fehler die Instanz.',
  open: 'Offene Störungen',
  failedWithout: 'Zu fehlgeschlagenen Instanzen gibt es keine Störung:',
  failedInstances: (count) =>
    plural(
      count,
      '1 fehlgeschlagene Instanz der letzten 24 Stunden anzeigen',
      `${number(count)} fehlgeschlagene Instanzen der letzten 24 Stunden anzeigen`,
    ),
  ofList: 'die Störungen dieser Liste',
  allOpen: 'alle offenen Störungen',
  first: 'Zuerst fehlgeschlagen',
  last: 'Zuletzt fehlgeschlagen',
};
