import { Title } from '@mantine/core';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { JsonValue } from '../../../components/json-value.tsx';
import { texts } from '../../../texts/texts.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';
import type { TaskVariables } from './use-task-variables.ts';

const COLUMNS: readonly Column<readonly [string, unknown]>[] = [
  { heading: texts.names.name, cell: ([name]) => <span className="json-line">{name}</span> },
  { heading: pageTexts.value, cell: ([name, value]) => <JsonValue value={value} name={name} /> },
];

/** The variables that the task sees, to be read only. */
export function TaskVariablesTable({ variables }: { readonly variables: TaskVariables }) {
  if (variables.length === 0) return null;
  return (
    <section aria-label={pageTexts.variables} className="work-section">
      <Title order={3} size="h5" mb={8}>
        {pageTexts.variables}
      </Title>
      <DataGrid label={pageTexts.variablesOf} columns={COLUMNS} rows={variables} rowKey={([name]) => name} />
    </section>
  );
}
