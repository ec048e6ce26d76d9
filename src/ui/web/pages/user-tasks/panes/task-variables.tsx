import { Title } from '@mantine/core';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { JsonValue } from '../../../components/json-value.tsx';
import type { TaskVariables } from './use-task-variables.ts';

const COLUMNS: readonly Column<readonly [string, unknown]>[] = [
  { heading: 'Name', cell: ([name]) => <span className="json-line">{name}</span> },
  { heading: 'Value', cell: ([name, value]) => <JsonValue value={value} name={name} /> },
];

/** The variables that the task sees, to be read only. */
export function TaskVariablesTable({ variables }: { readonly variables: TaskVariables }) {
  if (variables.length === 0) return null;
  return (
    <section aria-label="Variables" className="work-section">
      <Title order={3} size="h5" mb={8}>
        Variables
      </Title>
      <DataGrid label="Variables of the task" columns={COLUMNS} rows={variables} rowKey={([name]) => name} />
    </section>
  );
}
