import { NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { VariablesView, VariableValuesView } from '../../../wire/search.ts';
import { getService, getView, type Query } from '../../api/client.ts';
import type { FoundInstanceRow, FoundInstances } from '../../api/service-types.ts';
import { uiQuery } from '../../api/views.ts';
import type { Column } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { pageTexts } from '../../texts/instances.ts';

/** `variable`: value in the chosen column; undefined: none. */
export type InstanceRow = FoundInstanceRow & { readonly variable?: string | number | boolean };

export interface InstancePage extends FoundInstances {
  readonly items: readonly InstanceRow[];
}

/** `path` '': no variable. */
export async function readInstances(query: Query, path: string, signal?: AbortSignal): Promise<InstancePage> {
  const page = await getService<FoundInstances>('/Instances', query, signal);
  if (path === '' || page.items.length === 0) return page;
  const instances = page.items.map(({ instanceId }) => instanceId).join(',');
  const { values } = await getView<VariableValuesView>('variables/values', { path, instances }, signal);
  const valueAt = (id: string) => (Object.hasOwn(values, id) ? values[id] : undefined);
  const withValue = (row: FoundInstanceRow): InstanceRow => {
    const variable = valueAt(row.instanceId);
    return variable === undefined ? row : { ...row, variable };
  };
  return { ...page, items: page.items.map(withValue) };
}

export const instanceRowsQuery = (query: Query, path: string) =>
  queryOptions({
    queryKey: ['/Instances', query, path],
    queryFn: ({ signal }) => readInstances(query, path, signal),
    placeholderData: keepPreviousData,
  });

/** [] without a variable. */
export function variableColumns(path: string): readonly Column<InstanceRow>[] {
  if (path === '') return [];
  return [
    {
      heading: pageTexts.variableColumn(path),
      cell: ({ variable }) =>
        variable === undefined ? orDash(null) : <span className="any-text place-cell">{String(variable)}</span>,
    },
  ];
}

const variablePaths = { ...uiQuery<VariablesView>('variables'), staleTime: Number.POSITIVE_INFINITY };

/** Choice of the variable, in the menu of columns. Hidden if no variable is indexed. */
export function VariableChoice(props: { readonly path: string; readonly onChange: (path: string) => void }) {
  const { path, onChange } = props;
  const { data } = useQuery(variablePaths);
  const paths = data?.paths ?? [];
  if (paths.length === 0 && path === '') return null;
  const known = paths.includes(path) || path === '' ? paths : [...paths, path];
  return (
    <NativeSelect
      label={pageTexts.variable}
      size="xs"
      mt={4}
      data={[{ value: '', label: pageTexts.noVariable }, ...known]}
      value={path}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Reason for a column without values. */
export function UnindexedNote({ path }: { readonly path: string }) {
  const { data } = useQuery(variablePaths);
  if (path === '' || data === undefined || data.paths.includes(path)) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {pageTexts.unindexed(path)}
    </Text>
  );
}
