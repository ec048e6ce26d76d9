import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { noteVisit } from './recent.ts';

/** Title of the page and of the tab of the browser (`tabTitle`, if it differs). `children`: at the right. */
export function PageHeading(props: { readonly title: string; readonly tabTitle?: string; readonly children?: ReactNode }) {
  const { title, tabTitle = title, children } = props;
  usePageTitle(tabTitle);
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
