import { Link } from 'react-router';
import type { InstanceView } from '../../../wire/instances.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { BusinessId, ShortId } from '../../components/short-id.tsx';
import { Badge, StatusBadge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';
import { FailureText } from './failure-text.tsx';
import { Duration, ShownTime, type TimeStyle } from './shown-times.tsx';

const path = (instanceId: string) => `/process-instance/${instanceId}`;

const NAMES: readonly Column<InstanceView>[] = [
  { heading: pageTexts.instanceId, cell: ({ instanceId }) => <ShortId id={instanceId} to={path(instanceId)} /> },
  {
    name: 'businessId',
    heading: texts.names.businessId,
    sort: 'businessId',
    cell: ({ businessId, root }) => <BusinessId id={businessId} root={root} />,
  },
  {
    name: 'status',
    heading: texts.names.status,
    cell: (row) => <InstanceStatus {...row} called={placeOfCalled(row.calledIncident)} />,
  },
];
const VERSION: Column<InstanceView> = {
  name: 'version',
  heading: texts.names.version,
  priority: 2,
  cell: ({ version }) => `v${version}`,
};
const ERROR: Column<InstanceView> = {
  name: 'error',
  heading: texts.names.error,
  cell: ({ failure, incident, calledIncident }) => (
    <FailureText failure={failure ?? null} incident={incident} called={calledIncident} />
  ),
};
const times = (style: TimeStyle): readonly Column<InstanceView>[] => [
  {
    name: 'created',
    heading: pageTexts.createdAt,
    sort: 'createdAt',
    cell: ({ createdAt }) => <ShownTime value={createdAt} style={style} />,
  },
  {
    name: 'started',
    heading: pageTexts.startedAt,
    isOptional: true,
    sort: 'startedAt',
    priority: 3,
    cell: ({ createdAt, startedAt }) => <ShownTime value={startedAt} style={style} behind={createdAt} />,
  },
  {
    name: 'completed',
    heading: pageTexts.completedAt,
    sort: 'completedAt',
    priority: 3,
    cell: ({ createdAt, completedAt }) => <ShownTime value={completedAt} style={style} behind={createdAt} />,
  },
  {
    name: 'duration',
    heading: pageTexts.duration,
    priority: 2,
    cell: ({ createdAt, completedAt }) => <Duration from={createdAt} to={completedAt} />,
  },
];

/** Columns, with those that the user hides. `hasVersions`: the list has several versions. */
export function instanceColumns(hasVersions: boolean, hasError: boolean, style: TimeStyle): readonly Column<InstanceView>[] {
  return [...NAMES, ...(hasVersions ? [VERSION] : []), ...(hasError ? [ERROR] : []), ...times(style)];
}

/** `incident`: open ones of the instance. `called`: those of the instances that it calls. */
export function InstanceStatus(props: {
  readonly status: string;
  readonly suspendedBy?: readonly string[] | undefined;
  readonly incident?: { readonly openIncidents: number } | undefined;
  readonly called?: { readonly openIncidents: number; readonly to: string } | undefined;
}) {
  const { status, suspendedBy, incident, called } = props;
  return (
    <span className="badges">
      <StatusBadge status={status} />
      {incident !== undefined && <Badge tone="incident">{pageTexts.incidents(incident.openIncidents)}</Badge>}
      {incident === undefined && called !== undefined && (
        <Link to={called.to} className="badge-link">
          <Badge tone="incident">{pageTexts.calledIncidents(called.openIncidents)}</Badge>
        </Link>
      )}
      {suspendedBy !== undefined && <Badge tone="wait">{pageTexts.suspended}</Badge>}
    </span>
  );
}

function placeOfCalled(called: InstanceView['calledIncident']) {
  return called && { openIncidents: called.openIncidents, to: placeOfFailed(called.instanceId, called.activityId) };
}

/** Selects the failed element on the page of its instance. */
export function placeOfFailed(instanceId: string, element: string | null): string {
  return element === null ? path(instanceId) : `${path(instanceId)}?${new URLSearchParams({ element })}`;
}

/** See docs/contributing/spec/pages.md#instances. Default order: newest first. */
export function InstanceGrid(props: {
  readonly instances: readonly InstanceView[];
  readonly columns: readonly Column<InstanceView>[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { instances, columns, sort, onSort } = props;
  return (
    <DataGrid
      label={pageTexts.list}
      columns={columns}
      rows={instances}
      rowKey={({ instanceId }) => instanceId}
      rowLink={({ instanceId }) => path(instanceId)}
      sort={sort === '' ? '-createdAt' : sort}
      onSort={onSort}
    />
  );
}
