/** Overdue timers. */
export const timers = {
  title: 'Overdue Timers',
  failed: 'Failed to load timers',
  noneFits: 'No overdue timer fits.',
  none: 'No timer is overdue.',
  hint: 'A timer is overdue a minute after its time. Timers of suspended instances wait, and are not listed.',
};
