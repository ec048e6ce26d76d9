/** Operator actions on a webhook (docs/contributing/spec/event-feed.md#acts). */
export type WebhookAct = 'retry' | 'skip' | 'pause' | 'resume';

/** Whether anything is sent to a webhook. */
export type WebhookState = 'Active' | 'Paused';

/** A webhook after an act. */
export interface SteeredWebhook {
  readonly state: WebhookState;
  /** instances that are sent again, or of which an event was skipped */
  readonly instances: number;
}
