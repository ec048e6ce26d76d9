import type { EngineEvent, Ordinal } from './events.ts';

/** A change of an index table, stored in the same transaction as the event it follows from (house 5). */
export type IndexChange =
  | { readonly kind: 'openUserTask'; readonly entry: Ordinal }
  | { readonly kind: 'closeUserTask'; readonly entry: Ordinal };

/** The index change an event asks for, if any. */
export function indexChangeOf(event: EngineEvent): IndexChange | undefined {
  switch (event.type) {
    case 'UserTaskCreated':
      return { kind: 'openUserTask', entry: event.entry };
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      return event.elementType === 'userTask' ? { kind: 'closeUserTask', entry: event.entry } : undefined;
    default:
      return undefined;
  }
}
