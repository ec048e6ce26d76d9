import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { InstanceView } from '../../../wire/instances.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';

const path = (instanceId: string) => `/process-instance/${instanceId}`;

const COLUMNS: readonly Column<InstanceView>[] = [
  { heading: 'Instance ID', cell: ({ instanceId }) => <ShortId id={instanceId} to={path(instanceId)} /> },
  { heading: 'Business Id', sort: 'businessId', cell: ({ businessId }) => orDash(businessId) },
  { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { heading: 'Created At (UTC)', sort: 'createdAt', cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    heading: 'Started At (UTC)',
    sort: 'startedAt',
    priority: 3,
    cell: ({ createdAt, startedAt }) => <Time value={startedAt} behind={createdAt} />,
  },
  {
    heading: 'Completed At (UTC)',
    sort: 'completedAt',
    cell: ({ createdAt, completedAt }) => <Time value={completedAt} behind={createdAt} />,
  },
  {
    heading: 'Actions',
    cell: ({ instanceId }) => (
      <Button size="xs" variant="default" component={Link} to={path(instanceId)} aria-label={`View ${instanceId}`}>
        View
      </Button>
    ),
  },
];
const VERSION: Column<InstanceView> = { heading: 'Version', cell: ({ version }) => `v${version}` };

/** Instances, newest first unless sorted otherwise (docs/spec/pages.md#instances). `hasVersions`: instances of several versions are among them. */
export function InstanceGrid(props: {
  readonly instances: readonly InstanceView[];
  readonly hasVersions: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { instances, hasVersions, sort, onSort } = props;
  const columns = hasVersions ? [...COLUMNS.slice(0, 3), VERSION, ...COLUMNS.slice(3)] : COLUMNS;
  return (
    <DataGrid
      label="Instances"
      columns={columns}
      rows={instances}
      rowKey={({ instanceId }) => instanceId}
      sort={sort === '' ? '-createdAt' : sort}
      onSort={onSort}
    />
  );
}
