import { number, plural } from '../numbers.ts';

/** Incidents. */
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
  failedWithout: 'Failed instances have no incident:',
  failedInstances: (count: number) =>
    `show ${plural(count, '1 failed instance', `${number(count)} failed instances`)} of the last 24 hours`,
  ofList: 'the incidents of this list',
  allOpen: 'all open incidents',
  first: 'First failed',
  last: 'Last failed',
};
