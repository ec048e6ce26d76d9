import type { Right } from '../../platform/access-roles.ts';

/** The page of one instance. */
const INSTANCE = /^\/process-instance\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** The addresses of the pages (docs/contributing/spec/pages.md#routes); the browser part knows the same (web/routes.tsx). */
export const PAGES: readonly PageAddress[] = [
  { path: '/workflows', form: /^\/workflows$/, need: 'see' },
  { path: '/processes/{key}', form: /^\/processes\/[^/]+$/, need: 'see' },
  { path: '/process-instances/{key}/{version}', form: /^\/process-instances\/[^/]+(?:\/\d{1,10})?$/, need: 'see' },
  { path: '/instances', form: /^\/instances$/, need: 'see' },
  { path: '/process-instance/{instanceId}', form: INSTANCE, need: 'see' },
  { path: '/user-tasks', form: /^\/user-tasks$/, need: 'see-tasks' },
  { path: '/admin/custom-tasks', form: /^\/admin\/custom-tasks$/, need: 'see-tasks' },
  { path: '/decisions', form: /^\/decisions$/, need: 'see' },
  { path: '/decisions/{key}', form: /^\/decisions\/[^/]+$/, need: 'see' },
  { path: '/decision-editor', form: /^\/decision-editor$/, need: 'author' },
  { path: '/events', form: /^\/events$/, need: 'see' },
  { path: '/dashboard', form: /^\/dashboard$/, need: 'see' },
  { path: '/incidents', form: /^\/incidents$/, need: 'see' },
  { path: '/timers', form: /^\/timers$/, need: 'see' },
  { path: '/dead-letters', form: /^\/dead-letters$/, need: 'see' },
  { path: '/modeler', form: /^\/modeler$/, need: 'author' },
  { path: '/settings', form: /^\/settings$/, need: 'nothing' },
];

/** A page as the tables of the docs name it, the form of its address, and what it needs (docs/contributing/spec/roles.md#pages). */
export interface PageAddress {
  readonly path: string;
  readonly form: RegExp;
  readonly need: Right | 'nothing';
  /** a right for some process keys is not enough */
  readonly isForAllKeys?: true;
}

/** The application page at this path; a slash at the end does not matter. Undefined: no page. */
export function pageAt(path: string): PageAddress | undefined {
  return PAGES.find(({ form }) => form.test(withoutEndSlash(path)));
}

/** The instance a path is about; undefined when it is the path of another page. */
export function instanceOfPath(path: string): string | undefined {
  return INSTANCE.exec(withoutEndSlash(path))?.[1]?.toLowerCase();
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
