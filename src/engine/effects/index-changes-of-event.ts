import type { ElementCancelled, ElementCompleted, ElementFailed, EngineEvent } from '../events.ts';
import { type Renamed, renamedBy } from '../migration/migrations.ts';
import type { ActivityInstanceOrdinal, SubscriptionOrdinal } from '../ordinals.ts';

/** Change of a lookup table, in the transaction of its event. */
export type IndexChange =
  | { readonly kind: 'openUserTask'; readonly entry: ActivityInstanceOrdinal }
  | { readonly kind: 'closeUserTask'; readonly entry: ActivityInstanceOrdinal }
  | {
      readonly kind: 'openSubscription';
      readonly subscription: SubscriptionOrdinal;
      readonly of: 'message' | 'signal';
      readonly name: string;
      readonly key: string;
    }
  | { readonly kind: 'closeSubscription'; readonly subscription: SubscriptionOrdinal }
  | { readonly kind: 'openTimer'; readonly subscription: SubscriptionOrdinal; readonly dueAt: number; readonly element: string }
  | { readonly kind: 'closeTimer'; readonly subscription: SubscriptionOrdinal }
  | { readonly kind: 'moveInstance'; readonly definitionId: string; readonly elements: Renamed };

type IndexChangeOf<T extends EngineEvent['type']> = (event: Extract<EngineEvent, { type: T }>) => IndexChange | undefined;

const INDEX_CHANGES: { readonly [T in EngineEvent['type']]?: IndexChangeOf<T> } = {
  InstanceMigrated: ({ definitionId, elements }) => ({ kind: 'moveInstance', definitionId, elements: renamedBy(elements) }),
  UserTaskCreated: ({ entry }) => ({ kind: 'openUserTask', entry }),
  ElementCompleted: ofEndedEntry,
  ElementFailed: ofEndedEntry,
  ElementCancelled: ofEndedEntry,
  SubscriptionOpened: ({ subscription, subject, element }) => {
    switch (subject.kind) {
      case 'timer':
        return { kind: 'openTimer', subscription, dueAt: subject.schedule.dueAt, element };
      case 'message':
        return { kind: 'openSubscription', subscription, of: 'message', name: subject.name, key: subject.key };
      case 'signal':
        return { kind: 'openSubscription', subscription, of: 'signal', name: subject.name, key: '' };
      case 'conditional':
        return undefined;
    }
  },
  SubscriptionClosed: ({ subscription, subject }) => {
    if (subject.kind === 'conditional') return undefined;
    return { kind: subject.kind === 'timer' ? 'closeTimer' : 'closeSubscription', subscription };
  },
};

export function indexChangeOf(event: EngineEvent): IndexChange | undefined {
  const change = INDEX_CHANGES[event.type] as IndexChangeOf<EngineEvent['type']> | undefined;
  return change?.(event);
}

function ofEndedEntry({ elementType, entry }: ElementCompleted | ElementFailed | ElementCancelled): IndexChange | undefined {
  return elementType === 'userTask' ? { kind: 'closeUserTask', entry } : undefined;
}
