import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { InstanceState } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { Pager } from '../../parts/pager.tsx';
import type { TabProps } from './instance-tabs.tsx';

type Row = InstanceState['conditionSequences'][number] & { readonly number: number };
const PAGE_SIZE = 20;
const FILTERS = ['Sequence Flow', 'Condition', 'Path'] as const;

/** Conditions of sequence flows, in order of evaluation (contract 10.6). */
export function ConditionsTab({ state, selected, onSelect }: TabProps) {
  const rows = useMemo(() => state.conditionSequences.map((row, index) => ({ ...row, number: index })), [state]);
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const [result, setResult] = useState('All');
  const [page, setPage] = useState(1);
  const shown = rows.filter(
    (row) =>
      FILTERS.every((name) =>
        textOf(row, name)
          .toLowerCase()
          .includes((filters[name] ?? '').trim().toLowerCase()),
      ) &&
      (result === 'All' || (result === 'True') === row.result),
  );
  const at = Math.min(page, Math.max(1, Math.ceil(shown.length / PAGE_SIZE)));
  if (rows.length === 0) return <Text c="dimmed">No conditions evaluated.</Text>;
  return (
    <>
      <Group gap="xs" mb="xs">
        {FILTERS.map((name) => (
          <TextInput
            key={name}
            size="xs"
            w={150}
            placeholder={name}
            aria-label={`${name} contains`}
            value={filters[name] ?? ''}
            onChange={(event) => setFilters({ ...filters, [name]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          size="xs"
          aria-label="Result"
          data={['All', 'True', 'False']}
          value={result}
          onChange={(event) => setResult(event.currentTarget.value)}
        />
      </Group>
      <DataGrid
        label="Conditions"
        isCompact
        columns={columns(onSelect)}
        rows={shown.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE)}
        rowKey={({ number }) => number}
        isSelected={({ sequenceFlowId }) => sequenceFlowId === selected}
      />
      <Pager page={at} pageSize={PAGE_SIZE} totalCount={shown.length} onChange={setPage} />
    </>
  );
}

function columns(onSelect: (element: string) => void): readonly Column<Row>[] {
  return [
    {
      heading: 'Sequence Flow',
      cell: ({ sequenceFlowId }) => (
        <button type="button" className="link-button" onClick={() => onSelect(sequenceFlowId)}>
          {sequenceFlowId}
        </button>
      ),
    },
    { heading: 'Condition', cell: ({ condition }) => <span className="json-line">{condition}</span> },
    { heading: 'Path', cell: (row) => textOf(row, 'Path') },
    { heading: 'Result', cell: ({ result }) => <Badge tone={result ? 'done' : 'stop'}>{result ? 'True' : 'False'}</Badge> },
  ];
}

function textOf(row: Row, name: (typeof FILTERS)[number]): string {
  if (name === 'Path') return `${row.sourceActivityId} → ${row.targetActivityId}`;
  return name === 'Condition' ? row.condition : row.sequenceFlowId;
}
