import { NavLink } from '@mantine/core';
import { Link, useLocation } from 'react-router';

/** The pages in their order (docs/spec/pages.md#navigation). `below`: addresses that belong to a page. */
export const PAGES = [
  { label: 'Workflows', to: '/workflows', below: ['/workflows', '/process-instances', '/process-instance'] },
  { label: 'User Tasks', to: '/user-tasks', below: ['/user-tasks'] },
  { label: 'Custom Tasks', to: '/admin/custom-tasks', below: ['/admin/custom-tasks'] },
  { label: 'Events', to: '/events', below: ['/events'] },
  { label: 'Dashboard', to: '/dashboard', below: ['/dashboard'] },
  { label: 'Modeler', to: '/modeler', below: ['/modeler'] },
] as const;

/** The links to the pages; the one that is open is marked. */
export function Navigation() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Pages">
      {PAGES.map(({ label, to, below }) => {
        const isOpen = below.some((path) => pathname === path || pathname.startsWith(`${path}/`));
        return (
          <NavLink key={to} component={Link} to={to} label={label} active={isOpen} {...(isOpen && { 'aria-current': 'page' })} />
        );
      })}
    </nav>
  );
}
