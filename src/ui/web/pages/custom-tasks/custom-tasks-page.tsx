import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomTask } from '../../../wire/custom-tasks.ts';
import { customTasksQuery } from '../../api/views.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';

/** How often the page refreshes itself. Unit: ms. */
const REFRESH_MS = 5000;

/** The catalog of plugins, their parameters and the processes that run them (docs/spec/pages.md#custom-tasks). */
export function CustomTasksPage() {
  const catalog = useQuery({ ...customTasksQuery, refetchInterval: REFRESH_MS });
  const [opened, setOpened] = useState<CustomTask | null>(null);
  return (
    <>
      <PageHeading title="Custom Tasks" />
      <List
        query={catalog}
        failure="Failed to load catalog"
        isEmpty={(entries) => entries.length === 0}
        empty="No custom-task plugin is registered."
        hint="Plugins are listed here while a process that runs them is alive: a worker, or a plugin host."
      >
        {(entries) => (
          <DataGrid label="Custom tasks" columns={columns(setOpened)} rows={entries} rowKey={({ taskType }) => taskType} />
        )}
      </List>
      {opened !== null && <SchemaView entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function columns(onOpen: (entry: CustomTask) => void): readonly Column<CustomTask>[] {
  return [
    { heading: 'Task Type', cell: ({ taskType }) => <span className="json-line">{taskType}</span> },
    { heading: 'Display Name', cell: ({ displayName }) => orDash(displayName) },
    { heading: 'Silos', cell: ({ siloNames }) => orDash(siloNames.join(', ')) },
    { heading: 'Parameters', cell: ({ parameterSchema }) => <Parameters schema={parameterSchema} /> },
    {
      heading: 'Actions',
      cell: (entry) => (
        <Button size="xs" variant="default" onClick={() => onOpen(entry)} aria-label={`Schema of ${entry.taskType}`}>
          Schema
        </Button>
      ),
    },
  ];
}

function Parameters({ schema }: { readonly schema: CustomTask['parameterSchema'] }) {
  if (schema === null) return '—';
  const { parameters } = schema;
  const names = parameters.map(({ name, type, required }) => `${name}: ${type}${required ? '' : ' (optional)'}`).join(', ');
  return (
    <Tooltip label={names === '' ? 'none' : names}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the names must be there for the keyboard too */}
      <span className="numbers" tabIndex={0}>
        {parameters.length}
      </span>
    </Tooltip>
  );
}

function SchemaView({ entry, onClose }: { readonly entry: CustomTask; readonly onClose: () => void }) {
  useReturnFocus();
  const text = JSON.stringify(entry, null, 2);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={entry.displayName === null ? entry.taskType : `${entry.displayName} (${entry.taskType})`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CopyButton text={text} label="Copy the entry as JSON" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <pre className="json" tabIndex={0}>
        {text}
      </pre>
    </Modal>
  );
}
