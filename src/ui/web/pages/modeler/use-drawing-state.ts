import { useSyncExternalStore } from 'react';
import type { DrawingState, DrawingTools } from './drawing-tools.ts';

/** The current undo state and selection. */
export function useDrawingState(tools: DrawingTools): DrawingState {
  return useSyncExternalStore(tools.watch, () => tools.state);
}
