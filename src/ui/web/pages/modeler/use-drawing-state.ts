import { useSyncExternalStore } from 'react';
import type { DrawingState, DrawingTools } from './drawing-tools.ts';

/** What can be undone, and what is selected, now. */
export function useDrawingState(tools: DrawingTools): DrawingState {
  return useSyncExternalStore(tools.watch, () => tools.state);
}
