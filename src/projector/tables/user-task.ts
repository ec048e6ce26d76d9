import type { EngineEvent } from '../../engine/events.ts';

/** What the events of a batch do to one row of q_user_task. A task that came and went within the batch does nothing. */
export type UserTaskChange =
  | { readonly kind: 'insert'; readonly row: UserTaskRow }
  | { readonly kind: 'claim'; readonly claimedBy: string | null }
  | { readonly kind: 'delete' };

/** One row of q_user_task without its ids, which are the instance and the entry it is kept under. */
export interface UserTaskRow {
  readonly activityId: string;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
  readonly createdAt: Date;
  readonly expectedOutputs: readonly string[];
}

/** The change of one task after one more event about its entry (contract 2.14, 4): only pending tasks have a row. */
export function project(change: UserTaskChange | undefined, event: EngineEvent, at: Date): UserTaskChange | undefined {
  switch (event.type) {
    case 'UserTaskCreated':
      return {
        kind: 'insert',
        row: {
          activityId: event.element,
          assignee: event.assignee,
          candidateUsers: event.candidateUsers,
          candidateGroups: event.candidateGroups,
          claimedBy: null,
          createdAt: at,
          expectedOutputs: event.expectedOutputs,
        },
      };
    case 'UserTaskClaimed':
      return claim(change, event.userId);
    case 'UserTaskUnclaimed':
      return claim(change, null);
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      if (event.elementType !== 'userTask') return change;
      return change?.kind === 'insert' ? undefined : { kind: 'delete' };
    default:
      return change;
  }
}

function claim(change: UserTaskChange | undefined, claimedBy: string | null): UserTaskChange {
  return change?.kind === 'insert' ? { kind: 'insert', row: { ...change.row, claimedBy } } : { kind: 'claim', claimedBy };
}
