/** Paths of lists. Their requests reach the checks of tokens, of parameters, and the database. */
export const LIST_PATHS: readonly string[] = [
  '/Definitions',
  '/Instances',
  '/UserTasks',
  '/Incidents',
  '/DeadLetters',
  '/Audit',
  '/Audit/csv',
  '/Batches',
  '/Events',
  '/Webhooks',
  '/Decisions',
];
