import { Button, Group, NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';
import type { DmnFile } from '../decisions/dmn-file.ts';
import type { TableEditor } from './open-editor.ts';

const words = decisionsTexts.editor;

/** Choice of the table, undo and redo. */
export function TableTools(props: {
  readonly editor: TableEditor;
  readonly file: DmnFile;
  readonly shown: string | undefined;
  readonly onShow: (id: string) => void;
}) {
  const { editor, file, shown, onShow } = props;
  const [steps, setSteps] = useState(editor.steps());
  useEffect(() => editor.watchText(() => setSteps(editor.steps())), [editor]);
  if (shown === undefined) return <EmptyState text={words.noTable} />;
  return (
    <Group gap="sm" mb="sm" align="flex-end">
      <NativeSelect
        label={words.decision}
        value={shown}
        data={editor.tables.map((id) => ({ value: id, label: file.node(id)?.name || id }))}
        onChange={(event) => onShow(event.currentTarget.value)}
      />
      <Button variant="default" disabled={!steps.canUndo} onClick={editor.undo}>
        {words.undo}
      </Button>
      <Button variant="default" disabled={!steps.canRedo} onClick={editor.redo}>
        {words.redo}
      </Button>
    </Group>
  );
}
