import { useSyncExternalStore } from 'react';
import type { DrawingState, DrawingTools } from './drawing-tools.ts';

export function useDrawingState(tools: DrawingTools): DrawingState {
  return useSyncExternalStore(tools.watch, () => tools.state);
}
