import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../components/icon.tsx';
import { prefetchPage } from '../components/page-code.ts';
import { useMayOpen } from '../components/use-may.ts';
import { texts } from '../texts/texts.ts';
import { PAGES, pageOf, pagesOfSection, sectionOf } from './page-list.ts';
import { SectionCount } from './section-count.tsx';

/** Icons by page address. Decorative, because the name is next to it. */
const NAVIGATION_ICONS: Readonly<Record<string, ReactNode>> = {
  '/': (
    <Icon>
      <path d="M2 7.5 8 2.25l6 5.25M3.5 6.5v7h3.25V9.75h2.5v3.75h3.25v-7" />
    </Icon>
  ),
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
};

/** Marks the link of the open page. */
export function Navigation() {
  const { pathname } = useLocation();
  const mayOpen = useMayOpen();
  const open = pageOf(pathname);
  const sections = [...new Set(PAGES.map(sectionOf))].map((section) => ({ section, pages: pagesOfSection(section, mayOpen) }));
  return (
    <nav aria-label={texts.shell.pages}>
      {sections.map(({ section, pages: [first] }) => {
        if (first === undefined) return null;
        const isOpen = open !== undefined && sectionOf(open) === section;
        return (
          <Link
            key={section}
            to={first.to}
            className="navigation-link"
            onPointerEnter={() => prefetchPage(first.to)}
            onFocus={() => prefetchPage(first.to)}
            {...(isOpen && { 'aria-current': 'page' })}
          >
            {NAVIGATION_ICONS[first.to]}
            <span className="navigation-label">{first.label}</span>
            <SectionCount section={section} />
          </Link>
        );
      })}
    </nav>
  );
}
