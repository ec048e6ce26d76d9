import type { MemberView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatTime } from '../../components/format.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Section } from './section.tsx';

const COLUMNS: readonly Column<MemberView>[] = [
  { heading: 'Process Name', cell: ({ processName }) => processName },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Host', cell: ({ host }) => host },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'Started At (UTC)', cell: ({ startedAt }) => <span className="numbers">{formatTime(startedAt)}</span> },
  { heading: 'Last Heartbeat (UTC)', cell: ({ heartbeatAt }) => <span className="numbers">{formatTime(heartbeatAt)}</span> },
  { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

/** The processes of the service. */
export function ClusterSection({ members }: { readonly members: readonly MemberView[] }) {
  return (
    <Section
      title="Cluster"
      columns={COLUMNS}
      rows={members}
      rowKey={({ processName, role, startedAt }) => `${processName} ${role} ${startedAt}`}
      empty="No process has reported."
    />
  );
}
