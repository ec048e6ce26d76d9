import { NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { deadLetterCountQuery } from '../api/views.ts';
import { Icon } from '../components/icon.tsx';
import { prefetchPage } from '../components/page-code.ts';
import { Badge } from '../components/status-badge.tsx';
import { type May, useMayOpen } from '../components/use-may.ts';
import { texts } from '../texts/texts.ts';

/** The icon of each page in the navigation, by its address. Decorative, because the name is next to it. */
const NAVIGATION_ICONS: Readonly<Record<string, ReactNode>> = {
  '/workflows': (
    <Icon>
      <circle cx="3.25" cy="8" r="1.75" />
      <rect x="8.5" y="2" width="5.5" height="4" rx="1" />
      <rect x="8.5" y="10" width="5.5" height="4" rx="1" />
      <path d="M5 8h1.5M8.5 4h-1a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h1" />
    </Icon>
  ),
  '/instances': (
    <Icon>
      <path d="m2.25 2.25 2 1.5-2 1.5zM7 3.75h7M7 8h7M7 12.25h7" />
      <path d="M2.25 8.25 3.25 9.25 5 7M2.25 12.5l1 1 1.75-2.25" />
    </Icon>
  ),
  '/user-tasks': (
    <Icon>
      <circle cx="8" cy="5" r="2.75" />
      <path d="M2.5 14c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5" />
    </Icon>
  ),
  '/admin/custom-tasks': (
    <Icon>
      <path d="M5.5 2v3M10.5 2v3M4 5h8v2.5a4 4 0 0 1-8 0zM8 11.5V14" />
    </Icon>
  ),
  '/decisions': (
    <Icon>
      <rect x="2" y="2.5" width="12" height="11" rx="1" />
      <path d="M2 6h12M2 9.75h12M9.5 6v7.5" />
    </Icon>
  ),
  '/events': (
    <Icon>
      <path d="M9 1.75 3.5 9H8l-1 5.25L12.5 7H8z" />
    </Icon>
  ),
  '/dashboard': (
    <Icon>
      <path d="M2.2 12.5a6.25 6.25 0 1 1 11.6 0M8 10l2.75-3.5" />
      <circle cx="8" cy="10.5" r="1" />
    </Icon>
  ),
  '/modeler': (
    <Icon>
      <path d="m10.5 2.5 3 3-8 8H2.5v-3zM8.5 4.5l3 3" />
    </Icon>
  ),
  '/incidents': (
    <Icon>
      <path d="M8 2 1.75 13.25h12.5zM8 6.5v3M8 11.4v.1" />
    </Icon>
  ),
  '/timers': (
    <Icon>
      <circle cx="8" cy="9" r="5.25" />
      <path d="M8 6v3l2 1.5M6.25 1.75h3.5" />
    </Icon>
  ),
  '/dead-letters': (
    <Icon>
      <path d="M14 8.5V4a1 1 0 0 0-1-1H3a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h5M2.25 4 8 8.5 13.75 4M11 11l3 3M14 11l-3 3" />
    </Icon>
  ),
};

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
