export const timers = {
  title: 'Overdue Timers',
  failed: 'Failed to load timers',
  noneFits: 'No overdue timers match these filters.',
  none: 'No overdue timers.',
  hint: 'A timer is overdue one minute after its time. Timers of suspended instances are not listed.',
};
