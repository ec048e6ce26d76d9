import { Group, Modal, Text, Title } from '@mantine/core';
import type { CustomTask, CustomTaskParameter } from '../../../wire/custom-tasks.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { shownTask } from '../../texts/built-in-tasks.ts';
import { pageTexts } from '../../texts/custom-tasks.ts';
import { texts } from '../../texts/texts.ts';

const COLUMNS: readonly Column<CustomTaskParameter>[] = [
  { heading: texts.names.name, cell: ({ name, displayName }) => <ParameterName name={name} displayName={displayName} /> },
  { heading: pageTexts.type, cell: ({ type, itemType }) => (itemType === null ? type : pageTexts.listOf(type, itemType)) },
  { heading: pageTexts.required, cell: ({ required }) => (required ? pageTexts.yes : pageTexts.no) },
  { heading: pageTexts.default, cell: ({ defaultValue }) => <span className="json-line">{orDash(defaultValue)}</span> },
  { heading: pageTexts.description, cell: ({ description }) => <span className="any-text">{orDash(description)}</span> },
];

/** Parameters as a table, and the catalog entry as JSON. */
export function SchemaView({ entry, onClose }: { readonly entry: CustomTask; readonly onClose: () => void }) {
  useReturnFocus();
  const text = JSON.stringify(entry, null, 2);
  const { displayName, parameterSchema } = shownTask(entry);
  const parameters = parameterSchema?.parameters;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={displayName === null ? entry.taskType : `${displayName} (${entry.taskType})`}
      closeButtonProps={{ 'aria-label': texts.shared.close }}
    >
      {parameters === undefined || parameters.length === 0 ? (
        <Text>{parameters === undefined ? pageTexts.noneDeclared : pageTexts.takesNone}</Text>
      ) : (
        <DataGrid isCompact label={pageTexts.parameters} columns={COLUMNS} rows={parameters} rowKey={({ name }) => name} />
      )}
      <Group justify="space-between" mt="md">
        <Title order={3} size="h5">
          {pageTexts.asJson}
        </Title>
        <CopyButton text={text} label={pageTexts.copyEntry} />
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
