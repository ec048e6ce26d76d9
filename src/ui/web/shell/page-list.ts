import type { May } from '../components/use-may.ts';
import { texts } from '../texts/texts.ts';

/**
 * Pages in the order of the navigation (docs/contributing/spec/pages.md#navigation). `need`: permission that the server requires. `below`: addresses
 * of the page. `section`: page whose navigation entry also marks this page.
 */
export const PAGES: readonly ListedPage[] = [
  { label: texts.navigation.home, to: '/', need: 'see', below: ['/'] },
  {
    label: texts.navigation.workflows,
    to: '/workflows',
    need: 'see',
    below: ['/workflows', '/processes', '/process-instances'],
  },
  { label: texts.navigation.instances, to: '/instances', need: 'see', below: ['/instances', '/process-instance'] },
  { label: texts.navigation.userTasks, to: '/user-tasks', need: 'see-tasks', below: ['/user-tasks'] },
  { label: texts.navigation.incidents, to: '/incidents', need: 'see', below: ['/incidents'] },
  { label: texts.navigation.timers, to: '/timers', need: 'see', below: ['/timers'], section: '/incidents' },
  { label: texts.navigation.deadLetters, to: '/dead-letters', need: 'see', below: ['/dead-letters'], section: '/incidents' },
  { label: texts.navigation.batches, to: '/batches', need: 'see', below: ['/batches'], section: '/incidents' },
  { label: texts.navigation.decisions, to: '/decisions', need: 'see', below: ['/decisions', '/decision-editor'] },
  { label: texts.navigation.modeler, to: '/modeler', need: 'author', below: ['/modeler'] },
  { label: texts.navigation.events, to: '/events', need: 'see', below: ['/events'] },
  { label: texts.navigation.dashboard, to: '/dashboard', need: 'see', below: ['/dashboard'] },
  {
    label: texts.navigation.customTasks,
    to: '/admin/custom-tasks',
    need: 'see-tasks',
    below: ['/admin/custom-tasks'],
    section: '/dashboard',
  },
];

interface ListedPage {
  readonly label: string;
  readonly to: string;
  readonly need: 'see' | 'see-tasks' | 'author';
  readonly below: readonly string[];
  readonly section?: string;
}

export function pageOf(pathname: string): ListedPage | undefined {
  return PAGES.find(({ below }) => below.some((path) => pathname === path || pathname.startsWith(`${path}/`)));
}

export function isOpenTo(mayOpen: May, page: ListedPage): boolean {
  return mayOpen(page.need);
}

/** Address of the navigation entry. */
export function sectionOf({ section, to }: ListedPage): string {
  return section ?? to;
}

/** Returns only pages that the user may open, in the order of PAGES. */
export function pagesOfSection(section: string, mayOpen: May): readonly ListedPage[] {
  return PAGES.filter((page) => sectionOf(page) === section && isOpenTo(mayOpen, page));
}
