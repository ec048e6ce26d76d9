import { Group, Modal, Text, Title } from '@mantine/core';
import type { CustomTask, CustomTaskParameter } from '../../../wire/custom-tasks.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { useReturnFocus } from '../../components/use-return-focus.ts';

const COLUMNS: readonly Column<CustomTaskParameter>[] = [
  { heading: 'Name', cell: ({ name, displayName }) => <ParameterName name={name} displayName={displayName} /> },
  { heading: 'Type', cell: ({ type, itemType }) => (itemType === null ? type : `${type} of ${itemType}`) },
  { heading: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
  { heading: 'Default', cell: ({ defaultValue }) => <span className="json-line">{orDash(defaultValue)}</span> },
  { heading: 'Description', cell: ({ description }) => <span className="any-text">{orDash(description)}</span> },
];

/** What a plugin takes: its parameters as a table, and the whole entry of the catalog as JSON. */
export function SchemaView({ entry, onClose }: { readonly entry: CustomTask; readonly onClose: () => void }) {
  useReturnFocus();
  const text = JSON.stringify(entry, null, 2);
  const parameters = entry.parameterSchema?.parameters;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={entry.displayName === null ? entry.taskType : `${entry.displayName} (${entry.taskType})`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {parameters === undefined || parameters.length === 0 ? (
        <Text>{parameters === undefined ? 'The plugin does not say what it takes.' : 'It takes no parameters.'}</Text>
      ) : (
        <DataGrid isCompact label="Parameters" columns={COLUMNS} rows={parameters} rowKey={({ name }) => name} />
      )}
      <Group justify="space-between" mt="md">
        <Title order={3} size="h5">
          As JSON
        </Title>
        <CopyButton text={text} label="Copy the entry as JSON" />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <pre className="json" tabIndex={0}>
        {text}
      </pre>
    </Modal>
  );
}

function ParameterName({ name, displayName }: Pick<CustomTaskParameter, 'name' | 'displayName'>) {
  return (
    <>
      <span className="json-line">{name}</span>
      {displayName !== null && displayName !== name && (
        <Text size="xs" c="dimmed">
          {displayName}
        </Text>
      )}
    </>
  );
}
