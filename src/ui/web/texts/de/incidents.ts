import type { incidents as english } from '../en/incidents.ts';
import { number } from '../numbers.ts';

export const incidents: typeof english = {
  title: 'Störungen',
  retried: 'Wiederholt. Schritte, die wieder fehlschlagen, bleiben in der Liste.',
  retryAll: (count) => `Alle ${number(count)} wiederholen`,
  retryOf: (activityId, instanceId) => `${activityId} von ${instanceId} wiederholen`,
  failed: 'Störungen nicht geladen',
  noneFits: 'Keine Störung passt zu diesen Filtern.',
  none: 'Keine offenen Störungen.',
  hint: 'Störungen entstehen nur in Prozessen mit onFailure="incident" (oder mit Engine:OnFailure). In anderen Prozessen beendet ein nicht aufgefangener Fehler die Instanz.',
  ofList: 'die Störungen dieser Liste',
  allOpen: 'alle offenen Störungen',
  first: 'Zuerst (UTC)',
  last: 'Zuletzt (UTC)',
};
