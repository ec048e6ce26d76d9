import { useQuery } from '@tanstack/react-query';
import { workflowsQuery } from '../../api/views.ts';
import { deployCommand } from '../../parts/commands.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBar } from '../../parts/error-bar.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';

/** Deployed workflows, one row per key (contract 10.3). */
export function WorkflowsPage() {
  const workflows = useQuery(workflowsQuery({}));
  return (
    <>
      <PageHeading title="Workflows" />
      {workflows.isPending && <Loading />}
      {workflows.isError && (
        <ErrorBar text={`Failed to load workflows: ${workflows.error.message}`} onRetry={() => void workflows.refetch()} />
      )}
      {workflows.data?.totalCount === 0 && <EmptyState text="No workflows deployed." command={deployCommand} />}
      <ul>
        {workflows.data?.items.map(({ key, version }) => (
          <li key={key}>
            {key} v{version}
          </li>
        ))}
      </ul>
    </>
  );
}
