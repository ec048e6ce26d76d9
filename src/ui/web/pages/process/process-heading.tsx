import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeading } from '../../components/page-heading.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { processTexts as texts } from '../../texts/process.ts';

const TABS = ['instances', 'analysis', 'versions'] as const;
export type ProcessTab = (typeof TABS)[number];

/** Address of a page of a process. */
function pathOf(key: string, tab: ProcessTab): string {
  if (tab === 'instances') return `/process-instances/${encodeURIComponent(key)}`;
  return `/processes/${encodeURIComponent(key)}${tab === 'versions' ? '?view=versions' : ''}`;
}

/** Same heading on all pages of a process (docs/contributing/spec/pages.md#pages-of-a-process). `name` null: none, or loading. */
export function ProcessHeading(props: {
  readonly workflowKey: string;
  readonly name: string | null;
  readonly isDisabled: boolean;
  readonly tab: ProcessTab;
  /** at the right of the title */
  readonly children?: ReactNode;
}) {
  const { workflowKey, name, isDisabled, tab, children } = props;
  const shown = name ?? workflowKey;
  return (
    <>
      <Group gap="md">
        <Anchor component={Link} to="/workflows" size="sm">
          {texts.back}
        </Anchor>
        {shown !== workflowKey && (
          <Text size="sm">
            {texts.key}: <span className="monospace any-text">{workflowKey}</span>
          </Text>
        )}
      </Group>
      <PageHeading title={texts.title(shown)} tabTitle={`${texts.title(shown)} — ${texts.tabs[tab]}`}>
        {isDisabled && <Badge tone="stop">{texts.disabled}</Badge>}
        {children}
      </PageHeading>
      <nav className="section-pages" aria-label={texts.pagesOf}>
        {TABS.map((one) => (
          <Link key={one} to={pathOf(workflowKey, one)} {...(one === tab && { 'aria-current': 'page' as const })}>
            {texts.tabs[one]}
          </Link>
        ))}
      </nav>
    </>
  );
}
