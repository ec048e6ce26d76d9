import { NativeSelect, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { useNameOf } from '../../components/element-name.tsx';
import { Pager } from '../../components/pager.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { ElementButton } from './element-button.tsx';
import type { TabProps } from './tab-props.ts';
import { passes, TextFilters, usePageOf, useTextFilters } from './text-filters.tsx';

type NameOf = ReturnType<typeof useNameOf>;
type Row = ShownInstanceState['conditionSequences'][number] & { readonly number: number };
const FILTERS = [
  ['flow', pageTexts.conditions.flow],
  ['condition', pageTexts.conditions.condition],
  ['path', pageTexts.conditions.path],
] as const;

/** Conditions in order of evaluation (docs/contributing/spec/pages.md#instance-tabs). */
export function ConditionsTab({ state, selected, onSelect }: TabProps) {
  const rows = useMemo(() => state.conditionSequences.map((row, index) => ({ ...row, number: index })), [state]);
  const nameOf = useNameOf();
  const [filters, setFilter] = useTextFilters();
  const [result, setResult] = useState('All');
  const shown = rows.filter(
    (row) =>
      passes(filters, (name) => `${textOf(row, name, nameOf)} ${textOf(row, name, (id) => id)}`) &&
      (result === 'All' || (result === 'True') === row.result),
  );
  const { rows: onPage, ...pager } = usePageOf(shown, JSON.stringify([filters, result]));
  if (rows.length === 0) return <Text c="dimmed">{pageTexts.conditions.none}</Text>;
  return (
    <>
      <TextFilters columns={FILTERS} texts={filters} onChange={setFilter}>
        <NativeSelect
          size="xs"
          aria-label={pageTexts.conditions.result}
          data={[
            { value: 'All', label: texts.shared.all },
            { value: 'True', label: pageTexts.conditions.yes },
            { value: 'False', label: pageTexts.conditions.no },
          ]}
          value={result}
          onChange={(event) => setResult(event.currentTarget.value)}
        />
      </TextFilters>
      <DataGrid
        label={pageTexts.tabs.conditions}
        isCompact
        columns={columns(onSelect, nameOf)}
        rows={onPage}
        rowKey={({ number }) => number}
        isSelected={({ sequenceFlowId }) => sequenceFlowId === selected}
      />
      <Pager {...pager} />
    </>
  );
}

function columns(onSelect: (element: string) => void, nameOf: NameOf): readonly Column<Row>[] {
  return [
    {
      heading: pageTexts.conditions.flow,
      cell: ({ sequenceFlowId }) => <ElementButton id={sequenceFlowId} onSelect={onSelect} />,
    },
    { heading: pageTexts.conditions.condition, cell: ({ condition }) => <span className="json-line">{condition}</span> },
    { heading: pageTexts.conditions.path, cell: (row) => textOf(row, 'path', nameOf) },
    {
      heading: pageTexts.conditions.result,
      cell: ({ result }) => (
        <Badge tone={result ? 'done' : 'stop'}>{result ? pageTexts.conditions.yes : pageTexts.conditions.no}</Badge>
      ),
    },
  ];
}

function textOf(row: Row, name: string, nameOf: NameOf): string {
  if (name === 'path') return `${nameOf(row.sourceActivityId)} → ${nameOf(row.targetActivityId)}`;
  return name === 'condition' ? row.condition : nameOf(row.sequenceFlowId);
}
