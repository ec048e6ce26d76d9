import { number } from '../numbers.ts';

/** Incidents. */
export const incidents = {
  title: 'Incidents',
  retried: 'Retried. What fails again stays in the list.',
  retryAll: (count: number) => `Retry all ${number(count)}`,
  retryOf: (activityId: string, instanceId: string) => `Retry ${activityId} of ${instanceId}`,
  failed: 'Failed to load incidents',
  noneFits: 'No open incident fits.',
  none: 'No open incidents.',
  hint: 'Only processes that ask for incidents have any; in others a failure that nothing catches ends the instance.',
  ofList: 'the incidents of this list',
  allOpen: 'all open incidents',
  first: 'First failed (UTC)',
  last: 'Last failed (UTC)',
};
