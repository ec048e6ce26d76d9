/** Operator actions (docs/contributing/spec/event-feed.md#acts). */
export type WebhookAct = 'retry' | 'skip' | 'pause' | 'resume';

/** Paused: nothing is sent. */
export type WebhookState = 'Active' | 'Paused';

export interface SteeredWebhook {
  readonly state: WebhookState;
  /** sent again, or with a skipped event */
  readonly instances: number;
}
