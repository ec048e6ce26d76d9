import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { noteVisit } from './recent.ts';

/** Title of the page and of the tab. `children`: at the right. */
export function PageHeading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  usePageTitle(title);
  return (
    <Group justify="space-between" mb="md">
      <Title order={1} size="h2" className="page-heading">
        {title}
      </Title>
      <Group gap="sm" className="page-acts">
        {children}
      </Group>
    </Group>
  );
}

/** Titles the tab, and stores the visit for the search. */
export function usePageTitle(title: string): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address with the same title is read first
  useEffect(() => {
    document.title = `${title} · Sluice`;
    noteVisit(pathname, title);
  }, [title]);
}
