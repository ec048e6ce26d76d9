import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useState } from 'react';
import { auditOfInstanceQuery } from '../../api/instance-repairs.ts';
import type { AuditList } from '../../api/repair-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementTextsOfPage } from '../../components/element-name.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/instance.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { type Act, actsOf } from './acts.ts';
import type { TabProps } from './tab-props.ts';
import { usePageOf } from './text-filters.tsx';

/** Users with the permission `administer` also see audit entries, including refused requests (docs/contributing/spec/audit.md). */
export function UserActionsTab({ instance, journal, onStep }: TabProps) {
  const may = useMay();
  const names = useContext(ElementTextsOfPage);
  const actions = useMemo(() => actsOf(journal.rows ?? [], (id) => names.get(id) ?? id), [journal.rows, names]);
  const { rows: onPage, ...pager } = usePageOf(actions, '');
  return (
    <Stack>
      <section>
        <Title order={3} size="h6" mb={4}>
          {repairTexts.done.title}
        </Title>
        {!journal.isWhole && <Text size="sm">{repairTexts.done.isCut}</Text>}
        {journal.rows === undefined ? (
          <Loading />
        ) : actions.length === 0 ? (
          <Text c="dimmed">{repairTexts.done.nothing}</Text>
        ) : (
          <>
            <DataGrid
              label={repairTexts.done.acts}
              isCompact
              columns={actColumns(onStep)}
              rows={onPage}
              rowKey={({ position }) => position}
            />
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
    { heading: pageTexts.time, cell: ({ at }) => <span className="numbers">{formatTime(at)}</span> },
    { heading: repairTexts.done.act, cell: ({ title }) => title },
    { heading: repairTexts.done.about, cell: ({ about }) => <span className="any-text act-about">{orDash(about)}</span> },
    { heading: repairTexts.done.by, cell: ({ actor }) => orDash(actor) },
    {
      heading: repairTexts.done.step,
      cell: ({ position }) => (
        <button type="button" className="link-button" onClick={() => onStep(position)}>
          {pageTexts.travel.step(position)}
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
        {repairTexts.audit.title}
      </Title>
      <List
        query={audit}
        failure={repairTexts.audit.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={repairTexts.audit.none}
        hint={repairTexts.audit.hint}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label={repairTexts.audit.title}
              isCompact
              columns={AUDIT_COLUMNS}
              rows={items}
              rowKey={({ entryId }) => entryId}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={setPage} />
          </>
        )}
      </List>
    </section>
  );
}

const AUDIT_COLUMNS: readonly Column<AuditList['items'][number]>[] = [
  { heading: pageTexts.time, cell: ({ at }) => <span className="numbers">{formatTime(at)}</span> },
  { heading: repairTexts.done.act, cell: ({ act, count }) => (count > 1 ? `${act} × ${count}` : act) },
  {
    heading: repairTexts.audit.result,
    cell: ({ result }) => (
      <Badge tone={result === 'accepted' ? 'done' : 'fail'}>{repairTexts.audit.results[result] ?? result}</Badge>
    ),
  },
  { heading: repairTexts.audit.answer, cell: ({ status, code }) => [status, code].filter((part) => part !== null).join(' ') },
  { heading: repairTexts.done.by, cell: ({ actor }) => orDash(actor) },
  { heading: repairTexts.audit.from, cell: ({ clientAddress }) => orDash(clientAddress), priority: 3 },
];
