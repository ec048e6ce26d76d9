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
  ignored: (count) => `Ignoriert (${number(count)})`,
  ignoredNote:
    'Diese Gruppen zählen nicht als Probleme. Neue Fehlschläge einer Gruppe bleiben ignoriert, bis Sie sie wieder anzeigen oder ihr Tag erreicht ist.',
  ignoredTable: 'Ignorierte Fehlschläge',
  ignoredFailures: 'Fehlschläge',
  ignoredCounts: (incidents, failed) =>
    [
      incidents > 0 ? plural(incidents, '1 Störung', `${number(incidents)} Störungen`) : '',
      failed > 0 ? plural(failed, '1 fehlgeschlagene Instanz', `${number(failed)} fehlgeschlagene Instanzen`) : '',
    ]
      .filter((text) => text !== '')
      .join(', '),
  reason: 'Begründung',
  by: (user) => `von ${user}`,
  since: 'Seit',
  until: 'Bis',
  anyMessage: 'beliebige Meldung',
  otherMessages: (messages) => `beliebige Meldung außer: ${messages}`,
  showAgain: 'Wieder anzeigen',
  showAgainOf: (place) => `Wieder anzeigen: ${place}`,
  shownAgain: 'Die Gruppe wird wieder angezeigt.',
  failedWithout: 'Zu fehlgeschlagenen Instanzen gibt es keine Störung:',
  failedInstances: (count) =>
    plural(
      count,
      '1 fehlgeschlagene Instanz der letzten 24 Stunden anzeigen',
      `${number(count)} fehlgeschlagene Instanzen der letzten 24 Stunden anzeigen`,
    ),
  ofList: 'die Störungen dieser Liste',
  allOpen: 'offene Störungen',
  first: 'Zuerst fehlgeschlagen',
  last: 'Zuletzt fehlgeschlagen',
};
