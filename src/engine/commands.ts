import type { Ordinal } from './events.ts';
import type { Variables } from './values.ts';

/** One outside stimulus applied to one instance. */
export type EngineCommand =
  | {
      readonly type: 'StartInstance';
      readonly instanceId: string;
      readonly definitionId: string;
      readonly version: number;
      readonly businessId: string | null;
      readonly variables: Variables;
    }
  | { readonly type: 'CompleteActivity'; readonly activityId: string; readonly variables: Variables }
  | { readonly type: 'ClaimUserTask'; readonly entry: Ordinal; readonly userId: string; readonly userGroups: readonly string[] }
  | { readonly type: 'UnclaimUserTask'; readonly entry: Ordinal }
  | { readonly type: 'CompleteUserTask'; readonly entry: Ordinal; readonly userId: string; readonly variables: Variables }
  | { readonly type: 'FailUserTask'; readonly entry: Ordinal; readonly code: string; readonly message: string }
  | { readonly type: 'CancelUserTask'; readonly entry: Ordinal; readonly reason: string };

/**
 * Why the rules say no. The code names the rule; the data are what the client's text needs (api/http-errors.ts).
 * Never an exception: a rejection crosses a queue and has to keep its fields.
 */
export type Rejection =
  | { readonly code: 'NO_ACTIVE_ENTRY'; readonly activityId: string }
  | { readonly code: 'ACTIVITY_IS_USER_TASK'; readonly activityId: string }
  | { readonly code: 'ACTIVITY_NOT_COMPLETABLE'; readonly activityId: string }
  | { readonly code: 'USER_TASK_NOT_FOUND' }
  | { readonly code: 'CLAIM_NOT_ALLOWED'; readonly userId: string }
  | { readonly code: 'TASK_NOT_CLAIMED' }
  | { readonly code: 'TASK_CLAIMED_BY_OTHER'; readonly claimedBy: string; readonly userId: string }
  | { readonly code: 'MISSING_OUTPUT_VARIABLES'; readonly names: readonly string[] };
