import type { Right } from '../../platform/access-roles.ts';

/** What each view below `/ui/api` needs (docs/spec/roles.md#views); a test compares the page with this table, and the table with the routes. */
export const VIEW_NEEDS: Readonly<Record<string, Right | 'nothing'>> = {
  'GET /session': 'nothing',
  'GET /workflows': 'see',
  'GET /workflows/versions': 'see',
  'GET /workflows/next-version': 'see',
  'GET /workflows/xml': 'see',
  'GET /workflows/start-form': 'see',
  'GET /workflows/elements': 'see',
  'GET /instances': 'see',
  'GET /instances/{instanceId}': 'see',
  'GET /instances/{instanceId}/waiting': 'see',
  'GET /instances/{instanceId}/journal': 'see',
  'GET /instances/{instanceId}/journal/file': 'see',
  'GET /user-tasks': 'see-tasks',
  'GET /events': 'see',
  'GET /dashboard': 'see',
  'GET /home': 'see',
  'GET /timers': 'see',
  'GET /task-types': 'see-tasks',
  'GET /task-types/tasks': 'see-tasks',
  'GET /search': 'see',
  // tells of what somebody may see only
  'GET /live': 'nothing',
};

/** Views that keep within the process keys that the user's right is for; the others need it for all keys. */
export const LIMITED_VIEWS: ReadonlySet<string> = new Set([
  'GET /workflows',
  'GET /workflows/versions',
  'GET /workflows/next-version',
  'GET /workflows/xml',
  'GET /workflows/start-form',
  'GET /workflows/elements',
  'GET /instances',
  'GET /instances/{instanceId}',
  'GET /instances/{instanceId}/waiting',
  'GET /instances/{instanceId}/journal',
  'GET /instances/{instanceId}/journal/file',
  'GET /user-tasks',
  'GET /events',
  'GET /home',
  'GET /timers',
  'GET /task-types',
  'GET /task-types/tasks',
  'GET /search',
]);
