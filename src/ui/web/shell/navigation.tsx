import { NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { deadLetterCountQuery } from '../api/views.ts';
import { Badge } from '../components/status-badge.tsx';

const DEAD_LETTERS = '/dead-letters';

/** The pages in their order (docs/spec/pages.md#navigation). `below`: addresses that belong to a page. */
export const PAGES = [
  { label: 'Workflows', to: '/workflows', below: ['/workflows', '/process-instances', '/process-instance'] },
  { label: 'User Tasks', to: '/user-tasks', below: ['/user-tasks'] },
  { label: 'Custom Tasks', to: '/admin/custom-tasks', below: ['/admin/custom-tasks'] },
  { label: 'Events', to: '/events', below: ['/events'] },
  { label: 'Dashboard', to: '/dashboard', below: ['/dashboard'] },
  { label: 'Modeler', to: '/modeler', below: ['/modeler'] },
  { label: 'Dead Letters', to: DEAD_LETTERS, below: [DEAD_LETTERS] },
] as const;

/** How many commands were given up, where there are some. A service that cannot tell has no badge. */
function DeadLetterBadge() {
  const { data } = useQuery(deadLetterCountQuery);
  if (data === undefined || data.totalCount === 0) return null;
  return <Badge tone="fail">{data.totalCount}</Badge>;
}

/** The links to the pages; the one that is open is marked. */
export function Navigation() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Pages">
      {PAGES.map(({ label, to, below }) => {
        const isOpen = below.some((path) => pathname === path || pathname.startsWith(`${path}/`));
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            active={isOpen}
            rightSection={to === DEAD_LETTERS && <DeadLetterBadge />}
            {...(isOpen && { 'aria-current': 'page' })}
          />
        );
      })}
    </nav>
  );
}
