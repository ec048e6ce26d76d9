import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { FitIcon, MinusIcon, PlusIcon } from '../../components/page-icons.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { modelerTexts } from '../../texts/modeler.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { RedoIcon, UndoIcon } from './icons.tsx';
import { useDrawingState } from './use-drawing-state.ts';

/** Undo, redo and zoom. The editor handles their keys while the drawing has the focus. */
export function DrawingButtons({ tools }: { readonly tools: DrawingTools }) {
  const { canUndo, canRedo } = useDrawingState(tools);
  return (
    <div className="modeler-buttons" role="toolbar" aria-label={modelerTexts.tools.toolbar}>
      <ToolButton name={modelerTexts.tools.undo} keys="Ctrl+Z" isOff={!canUndo} onClick={() => tools.undo()}>
        <UndoIcon />
      </ToolButton>
      <ToolButton name={modelerTexts.tools.redo} keys="Ctrl+Y" isOff={!canRedo} onClick={() => tools.redo()}>
        <RedoIcon />
      </ToolButton>
      <ToolButton name={modelerTexts.tools.zoomOut} keys="Ctrl+−" onClick={() => tools.zoom(-1)}>
        <MinusIcon />
      </ToolButton>
      <ToolButton name={modelerTexts.tools.zoomIn} keys="Ctrl++" onClick={() => tools.zoom(1)}>
        <PlusIcon />
      </ToolButton>
      <ToolButton name={modelerTexts.tools.fit} keys="F" onClick={() => tools.fit()}>
        <FitIcon />
      </ToolButton>
    </div>
  );
}

function ToolButton(props: {
  readonly name: string;
  readonly keys: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  const { name, keys, isOff = false, onClick, children } = props;
  return (
    <Tooltip label={`${name} (${keys})`}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={name}
        aria-disabled={isOff}
        data-disabled={isOff}
        onClick={() => !isOff && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
