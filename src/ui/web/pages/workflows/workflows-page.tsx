import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkflowView } from '../../../wire/workflows.ts';
import { workflowsQuery } from '../../api/views.ts';
import { deployCommand } from '../../components/commands.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { UploadIcon } from '../../components/page-icons.tsx';
import { Pager } from '../../components/pager.tsx';
import { usePhonePageSize } from '../../components/phone.ts';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/workflows.ts';
import { WorkflowGrid } from './workflow-grid.tsx';

// loaded when first opened
const DeployDialog = lazyPart(async () => (await import('../../components/deploy/deploy-dialog.tsx')).DeployDialog);
const StartDialog = lazyPart(async () => (await import('../../components/start/start-dialog.tsx')).StartDialog);
const DisableDialog = lazyPart(async () => (await import('./disable-dialog.tsx')).DisableDialog);

type Open = { readonly dialog: 'start' | 'disable'; readonly workflow: WorkflowView } | { readonly dialog: 'deploy' } | null;

/** One row per key with its latest version (docs/contributing/spec/pages.md#workflows). */
export function WorkflowsPage() {
  const filters = useUrlFilters();
  const search = filters.get('search');
  const sort = filters.get('sort');
  const workflows = useQuery(workflowsQuery({ search, page: filters.page, sort, ...usePhonePageSize() }));
  const [open, setOpen] = useState<Open>(null);
  const may = useMay();
  const [text, setText] = useDebouncedText(search, (search) => filters.set({ search }));
  const close = () => setOpen(null);
  return (
    <>
      <PageHeading title={pageTexts.title}>
        <TextInput
          placeholder={pageTexts.search}
          aria-label={pageTexts.search}
          w={260}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <RefreshButton isLoading={workflows.isFetching} onClick={() => void workflows.refetch()} />
        <Button leftSection={<UploadIcon />} disabled={!may('author')} onClick={() => setOpen({ dialog: 'deploy' })}>
          {pageTexts.deploy}
        </Button>
      </PageHeading>
      <List
        query={workflows}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={search === '' ? pageTexts.none : pageTexts.noMatch(search)}
        {...(search === '' && { command: deployCommand })}
      >
        {({ items, page, pageSize, totalCount }) => (
          <>
            <WorkflowGrid
              workflows={items}
              sort={sort}
              onSort={(sort) => filters.set({ sort })}
              onStart={(workflow) => setOpen({ dialog: 'start', workflow })}
              onDisable={(workflow) => setOpen({ dialog: 'disable', workflow })}
            />
            <Pager page={page} pageSize={pageSize} totalCount={totalCount} onChange={(page) => filters.set({ page })} />
          </>
        )}
      </List>
      {open?.dialog === 'deploy' && <DeployDialog onClose={close} />}
      {open?.dialog === 'start' && <StartDialog workflow={open.workflow} onClose={close} />}
      {open?.dialog === 'disable' && <DisableDialog workflowKey={open.workflow.key} onClose={close} />}
    </>
  );
}
