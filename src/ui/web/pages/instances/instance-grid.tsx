import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { InstanceView } from '../../../wire/instances.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';
import { FailureText } from './failure-text.tsx';
import { Duration, HEADING_OF, ShownTime, type TimeStyle } from './shown-times.tsx';

const path = (instanceId: string) => `/process-instance/${instanceId}`;

const NAMES: readonly Column<InstanceView>[] = [
  { heading: pageTexts.instanceId, cell: ({ instanceId }) => <ShortId id={instanceId} to={path(instanceId)} /> },
  { heading: texts.names.businessId, sort: 'businessId', cell: ({ businessId }) => orDash(businessId) },
  { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
];
const VERSION: Column<InstanceView> = { heading: texts.names.version, priority: 2, cell: ({ version }) => `v${version}` };
const ERROR: Column<InstanceView> = {
  heading: texts.names.error,
  cell: ({ failure }) => <FailureText failure={failure ?? null} />,
};
const ACTIONS: Column<InstanceView> = {
  heading: texts.names.actions,
  cell: ({ instanceId }) => (
    <Button size="xs" variant="default" component={Link} to={path(instanceId)} aria-label={texts.shared.viewOf(instanceId)}>
      {texts.shared.view}
    </Button>
  ),
};

const times = (style: TimeStyle): readonly Column<InstanceView>[] => [
  {
    heading: `${pageTexts.createdAt}${HEADING_OF[style]}`,
    sort: 'createdAt',
    cell: ({ createdAt }) => <ShownTime value={createdAt} style={style} />,
  },
  {
    heading: `${pageTexts.startedAt}${HEADING_OF[style]}`,
    sort: 'startedAt',
    priority: 3,
    cell: ({ createdAt, startedAt }) => <ShownTime value={startedAt} style={style} behind={createdAt} />,
  },
  {
    heading: `${pageTexts.completedAt}${HEADING_OF[style]}`,
    sort: 'completedAt',
    priority: 2,
    cell: ({ createdAt, completedAt }) => <ShownTime value={completedAt} style={style} behind={createdAt} />,
  },
  {
    heading: pageTexts.duration,
    priority: 3,
    cell: ({ createdAt, completedAt }) => <Duration from={createdAt} to={completedAt} />,
  },
];

/**
 * Instances, newest first unless sorted otherwise (docs/contributing/spec/pages.md#instances). `hasVersions`: instances of several versions are among them.
 * `choice`: the column to choose rows with; undefined: nothing can be done with them.
 */
export function InstanceGrid(props: {
  readonly instances: readonly InstanceView[];
  readonly hasVersions: boolean;
  readonly timeStyle: TimeStyle;
  readonly choice: Column<InstanceView> | undefined;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { instances, hasVersions, timeStyle, choice, sort, onSort } = props;
  const columns = [
    ...(choice === undefined ? [] : [choice]),
    ...NAMES,
    ...(hasVersions ? [VERSION] : []),
    // a page on which nothing has failed has no column of dashes
    ...(instances.some(({ failure }) => failure !== undefined) ? [ERROR] : []),
    ...times(timeStyle),
    ACTIONS,
  ];
  return (
    <DataGrid
      label={pageTexts.list}
      columns={columns}
      rows={instances}
      rowKey={({ instanceId }) => instanceId}
      sort={sort === '' ? '-createdAt' : sort}
      onSort={onSort}
    />
  );
}
