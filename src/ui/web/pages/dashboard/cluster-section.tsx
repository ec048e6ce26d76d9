import type { MemberView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatTime } from '../../components/format.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { texts } from '../../texts/texts.ts';
import { Section } from '../home/section.tsx';

const COLUMNS: readonly Column<MemberView>[] = [
  { heading: pageTexts.cluster.processName, cell: ({ processName }) => processName },
  { heading: pageTexts.cluster.role, cell: ({ role }) => role },
  { heading: pageTexts.cluster.host, cell: ({ host }) => host },
  { heading: texts.names.version, cell: ({ version }) => version },
  { heading: pageTexts.cluster.started, cell: ({ startedAt }) => <span className="numbers">{formatTime(startedAt)}</span> },
  { heading: pageTexts.cluster.heartbeat, cell: ({ heartbeatAt }) => <span className="numbers">{formatTime(heartbeatAt)}</span> },
  { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
];

export function ClusterSection({ members }: { readonly members: readonly MemberView[] }) {
  return (
    <Section
      folds
      part="cluster"
      title={pageTexts.cluster.title}
      columns={COLUMNS}
      rows={members}
      rowKey={({ processName, role, startedAt }) => `${processName} ${role} ${startedAt}`}
      empty={pageTexts.cluster.empty}
    />
  );
}
