import { number, plural } from '../numbers.ts';

export const incidents = {
  title: 'Incidents',
  retried: 'Retried. Steps that fail again stay in the list.',
  retryAll: (count: number) => `Retry all ${number(count)}`,
  retryOf: (activityId: string, instanceId: string) => `Retry ${activityId} of ${instanceId}`,
  failed: 'Failed to load incidents',
  noneFits: 'No incidents match these filters.',
  none: 'No open incidents.',
  hint: 'Incidents are created only in processes with onFailure="incident" (or with Engine:OnFailure). In other processes an uncaught failure ends the instance.',
  open: 'Open incidents',
  ignored: (count: number) => `Ignored (${number(count)})`,
  ignoredNote:
    'These groups are not counted as problems. New failures of a group stay ignored until you show it again or its day is reached.',
  ignoredTable: 'Ignored failures',
  ignoredFailures: 'Failures',
  ignoredCounts: (incidents: number, failed: number) =>
    [
      incidents > 0 ? plural(incidents, '1 incident', `${number(incidents)} incidents`) : '',
      failed > 0 ? plural(failed, '1 failed instance', `${number(failed)} failed instances`) : '',
    ]
      .filter((text) => text !== '')
      .join(', '),
  reason: 'Reason',
  by: (user: string) => `by ${user}`,
  since: 'Since',
  until: 'Until',
  anyMessage: 'any message',
  otherMessages: (messages: string) => `any message except: ${messages}`,
  showAgain: 'Show again',
  showAgainOf: (place: string) => `Show again: ${place}`,
  shownAgain: 'The group is shown again.',
  failedWithout: 'Failed instances have no incident:',
  failedInstances: (count: number) =>
    `show ${plural(count, '1 failed instance', `${number(count)} failed instances`)} of the last 24 hours`,
  ofList: 'the incidents of this list',
  allOpen: 'open incidents',
  first: 'First failed',
  last: 'Last failed',
};
