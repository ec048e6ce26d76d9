import type { incidents as english } from '../en/incidents.ts';
import { number, plural } from '../numbers.ts';

export const incidents: typeof english = {
  title: 'Störungen',
  retried: 'Wiederholt. Schritte, die wieder fehlschlagen, bleiben in der Liste.',
  retryAll: (count) => `Alle ${number(count)} wiederholen`,
  retryOf: (activityId, instanceId) => `${activityId} von ${instanceId} wiederholen`,
  failed: 'Störungen nicht geladen',
  noneFits: 'Keine Störung passt zu diesen Filtern.',
  none: 'Keine offenen Störungen.',
  hint: 'Störungen entstehen nur in Prozessen mit onFailure="incident" (oder mit Engine:OnFailure). In anderen Prozessen beendet ein nicht aufgefangener Fehler die Instanz.',
  open: 'Offene Störungen',
  failedWithout: 'Fehlgeschlagene Instanzen haben keine Störung:',
  failedInstances: (count) =>
    plural(
      count,
      '1 fehlgeschlagene Instanz der letzten 24 Stunden zeigen',
      `${number(count)} fehlgeschlagene Instanzen der letzten 24 Stunden zeigen`,
    ),
  ofList: 'die Störungen dieser Liste',
  allOpen: 'alle offenen Störungen',
  first: 'Zuerst',
  last: 'Zuletzt',
};
