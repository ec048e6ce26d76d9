import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { useMayOpen } from '../components/use-may.ts';
import { pageOf, pagesOfSection, sectionOf } from './page-list.ts';
import { SectionCount } from './section-count.tsx';

/** Title with links to the other pages of the section. */
export function SectionHeading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const mayOpen = useMayOpen();
  const page = pageOf(useLocation().pathname);
  const section = page === undefined ? undefined : sectionOf(page);
  const pages = section === undefined ? [] : pagesOfSection(section, mayOpen);
  const name = pages.find(({ to }) => to === section)?.label ?? title;
  return (
    <>
      <PageHeading title={title}>{children}</PageHeading>
      {pages.length > 1 && (
        <nav className="section-pages" aria-label={name}>
          {pages.map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label} <SectionCount section={to} isWhole={false} />
            </NavLink>
          ))}
        </nav>
      )}
    </>
  );
}
