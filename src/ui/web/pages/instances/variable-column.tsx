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
export type WithVariable<T> = T & { readonly variable?: string | number | boolean };
export type InstanceRow = WithVariable<FoundInstanceRow>;

export interface InstancePage extends FoundInstances {
  readonly items: readonly InstanceRow[];
}

/** `path` '': no variable. */
export async function readInstances(query: Query, path: string, signal?: AbortSignal): Promise<InstancePage> {
  const page = await getService<FoundInstances>('/Instances', query, signal);
  return { ...page, items: await withVariable(page.items, ({ instanceId }) => instanceId, path, signal) };
}

/** Adds the values to the rows of a page. `instanceOf`: instance id of a row. */
export async function withVariable<T>(
  rows: readonly T[],
  instanceOf: (row: T) => string,
  path: string,
  signal?: AbortSignal,
): Promise<readonly WithVariable<T>[]> {
  const instances = [...new Set(rows.map(instanceOf))].join(',');
  const isRead = path !== '' && instances !== '';
  const { values } = isRead ? await getView<VariableValuesView>('variables/values', { path, instances }, signal) : { values: {} };
  const known = new Map(Object.entries(values));
  return rows.map((row) => {
    const value = known.get(instanceOf(row));
    const added: WithVariable<object> = value === undefined ? {} : { variable: value };
    return { ...row, ...added };
  });
}

export const instanceRowsQuery = (query: Query, path: string) =>
  queryOptions({
    queryKey: ['/Instances', query, path],
    queryFn: ({ signal }) => readInstances(query, path, signal),
    placeholderData: keepPreviousData,
  });

/** [] without a variable. */
export function variableColumns<T>(path: string): readonly Column<WithVariable<T>>[] {
  if (path === '') return [];
  return [
    {
      heading: pageTexts.variableColumn(path),
      cell: ({ variable }) =>
        variable === undefined ? orDash(null) : <span className="any-text place-cell">{String(variable)}</span>,
    },
  ];
}

const STALE_MS = 60_000;
/** `key` '': of all processes. */
const variablePaths = (key: string) => ({
  ...uiQuery<VariablesView>('variables', { key: key === '' ? undefined : key }),
  staleTime: STALE_MS,
});

/** Choice of the variable, in the menu of columns. Hidden if no variable is known. `process`: filter by process key; '': none. */
export function VariableChoice(props: {
  readonly path: string;
  readonly process: string;
  readonly onChange: (path: string) => void;
}) {
  const { path, process, onChange } = props;
  const { data } = useQuery(variablePaths(process));
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
  const { data } = useQuery({ ...variablePaths(''), enabled: path !== '' });
  if (path === '' || data === undefined || data.searchesAll || data.paths.includes(path)) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {pageTexts.unindexed(path)}
    </Text>
  );
}
