import { NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { deadLetterCountQuery } from '../api/views.ts';
import { prefetchPage } from '../components/page-code.ts';
import { Badge } from '../components/status-badge.tsx';
import { type May, useMayOpen } from '../components/use-may.ts';
import { texts } from '../texts/texts.ts';
import { NAVIGATION_ICONS } from './navigation-icons.tsx';

const DEAD_LETTERS = '/dead-letters';

/** The pages in their order (docs/contributing/spec/pages.md#navigation). `need`: as the server asks for it; `below`: addresses that belong to a page. */
export const PAGES = [
  {
    label: texts.navigation.workflows,
    to: '/workflows',
    need: 'see',
    below: ['/workflows', '/processes', '/process-instances', '/process-instance'],
  },
  { label: texts.navigation.instances, to: '/instances', need: 'see', below: ['/instances'] },
  { label: texts.navigation.userTasks, to: '/user-tasks', need: 'see-tasks', below: ['/user-tasks'] },
  { label: texts.navigation.customTasks, to: '/admin/custom-tasks', need: 'see-tasks', below: ['/admin/custom-tasks'] },
  { label: texts.navigation.decisions, to: '/decisions', need: 'see', below: ['/decisions', '/decision-editor'] },
  { label: texts.navigation.events, to: '/events', need: 'see', below: ['/events'] },
  { label: texts.navigation.dashboard, to: '/dashboard', need: 'see', below: ['/dashboard'] },
  { label: texts.navigation.modeler, to: '/modeler', need: 'author', below: ['/modeler'] },
  { label: texts.navigation.incidents, to: '/incidents', need: 'see', below: ['/incidents'] },
  { label: texts.navigation.timers, to: '/timers', need: 'see', below: ['/timers'] },
  { label: texts.navigation.deadLetters, to: DEAD_LETTERS, need: 'see', below: [DEAD_LETTERS] },
] as const;

type NavigationPage = (typeof PAGES)[number];

/** The page at an address, when it is one of them. */
export function pageOf(pathname: string): NavigationPage | undefined {
  return PAGES.find((page) => isAtPage(page, pathname));
}

/** Whether the user may open a page. */
export function isOpenTo(mayOpen: May, page: NavigationPage): boolean {
  return mayOpen(page.need);
}

function isAtPage({ below }: { readonly below: readonly string[] }, pathname: string): boolean {
  return below.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

/** Number of dead letters, if any. Hidden when the number is unknown. */
function DeadLetterBadge() {
  const { data } = useQuery(deadLetterCountQuery);
  if (data === undefined || data.totalCount === 0) return null;
  return <Badge tone="fail">{data.totalCount}</Badge>;
}

/** The links to the pages; the one that is open is marked. */
export function Navigation() {
  const { pathname } = useLocation();
  const mayOpen = useMayOpen();
  return (
    <nav aria-label={texts.shell.pages}>
      {PAGES.filter((page) => isOpenTo(mayOpen, page)).map(({ label, to, below }) => {
        const isOpen = isAtPage({ below }, pathname);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={NAVIGATION_ICONS[to]}
            className="navigation-link"
            onPointerEnter={() => prefetchPage(to)}
            onFocus={() => prefetchPage(to)}
            active={isOpen}
            rightSection={to === DEAD_LETTERS && <DeadLetterBadge />}
            {...(isOpen && { 'aria-current': 'page' })}
          />
        );
      })}
    </nav>
  );
}
