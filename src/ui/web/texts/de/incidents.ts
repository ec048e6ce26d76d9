import type { incidents as english } from '../en/incidents.ts';
import { number } from '../numbers.ts';

export const incidents: typeof english = {
  title: 'Störungen',
  retried: 'Wiederholt. Was wieder fehlschlägt, bleibt in der Liste.',
  retryAll: (count) => `Alle ${number(count)} wiederholen`,
  retryOf: (activityId, instanceId) => `${activityId} von ${instanceId} wiederholen`,
  failed: 'Störungen nicht geladen',
  noneFits: 'Keine offene Störung passt.',
  none: 'Keine offenen Störungen.',
  hint: 'Störungen haben nur Prozesse, die sie verlangen; in anderen beendet ein Fehler, den nichts auffängt, die Instanz.',
  ofList: 'die Störungen dieser Liste',
  allOpen: 'alle offenen Störungen',
  first: 'Zuerst (UTC)',
  last: 'Zuletzt (UTC)',
};
