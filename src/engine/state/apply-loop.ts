import type { IterationEnded, LoopOpened } from '../events.ts';
import { entryIn, type InstanceState, type LoopState } from '../state.ts';

export function newLoop(kind: LoopState['kind']): LoopState {
  return { kind, total: 0, items: null, created: 0, completed: 0, terminated: 0, outputs: new Map() };
}

export function applyToLoop(state: InstanceState, event: LoopOpened | IterationEnded): void {
  const { loop } = entryIn(state, event.type === 'LoopOpened' ? event.entry : event.loop);
  if (loop === null) throw new Error('a loop event names an entry that has no loop');
  if (event.type === 'LoopOpened') {
    loop.total = event.total;
    loop.items = event.items ?? null;
    return;
  }
  if (event.outcome === 'completed') loop.completed += 1;
  else loop.terminated += 1;
  if (event.output !== undefined) loop.outputs.set(event.index, event.output);
}
