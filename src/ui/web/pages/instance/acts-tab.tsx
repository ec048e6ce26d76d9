import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { auditOfInstanceQuery } from '../../api/instance-repairs.ts';
import type { AuditList } from '../../api/repair-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { useMay } from '../../components/use-may.ts';
import { type Act, actsOf } from './acts.ts';
import type { TabProps } from './instance-tabs.tsx';
import { usePageOf } from './text-filters.tsx';

/** What people did to this instance, and for whoever may see it what the audit says, refused acts included (docs/spec/audit.md). */
export function ActsTab({ instance, journal, onStep }: TabProps) {
  const may = useMay();
  const acts = useMemo(() => actsOf(journal.rows ?? []), [journal.rows]);
  const { rows: onPage, ...pager } = usePageOf(acts, '');
  return (
    <Stack>
      <section>
        <Title order={3} size="h6" mb={4}>
          What was done
        </Title>
        {!journal.isWhole && <Text size="sm">The journal is long: later acts are in the tab History.</Text>}
        {journal.rows === undefined ? (
          <Loading />
        ) : acts.length === 0 ? (
          <Text c="dimmed">Nobody has changed this instance by hand.</Text>
        ) : (
          <>
            <DataGrid label="Acts" isCompact columns={actColumns(onStep)} rows={onPage} rowKey={({ position }) => position} />
            <Pager {...pager} />
          </>
        )}
      </section>
      {may('administer', instance.key) && <AuditOfInstance instanceId={instance.instanceId} />}
    </Stack>
  );
}

function actColumns(onStep: (position: number) => void): readonly Column<Act>[] {
  return [
    { heading: 'Time (UTC)', cell: ({ at }) => <span className="numbers">{formatTime(at)}</span> },
    { heading: 'Act', cell: ({ title }) => title },
    { heading: 'About', cell: ({ about }) => <span className="any-text">{orDash(about)}</span> },
    { heading: 'By', cell: ({ actor }) => orDash(actor) },
    {
      heading: 'Step',
      cell: ({ position }) => (
        <button type="button" className="link-button" onClick={() => onStep(position)}>
          Step {position}
        </button>
      ),
    },
  ];
}

function AuditOfInstance({ instanceId }: { readonly instanceId: string }) {
  const [page, setPage] = useState(1);
  const audit = useQuery(auditOfInstanceQuery(instanceId, page));
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        Audit
      </Title>
      <List
        query={audit}
        failure="Failed to load the audit"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty="The audit has nothing of this instance."
        hint="It has acts, refused ones too, from when it was switched on (Audit:Enabled)."
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid label="Audit" isCompact columns={AUDIT_COLUMNS} rows={items} rowKey={({ entryId }) => entryId} />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={setPage} />
          </>
        )}
      </List>
    </section>
  );
}

const AUDIT_COLUMNS: readonly Column<AuditList['items'][number]>[] = [
  { heading: 'Time (UTC)', cell: ({ at }) => <span className="numbers">{formatTime(at)}</span> },
  { heading: 'Act', cell: ({ act, count }) => (count > 1 ? `${act} × ${count}` : act) },
  { heading: 'Result', cell: ({ result }) => <Badge tone={result === 'accepted' ? 'done' : 'fail'}>{result}</Badge> },
  { heading: 'Answer', cell: ({ status, code }) => [status, code].filter((part) => part !== null).join(' ') },
  { heading: 'By', cell: ({ actor }) => orDash(actor) },
  { heading: 'From', cell: ({ clientAddress }) => orDash(clientAddress), priority: 3 },
];
