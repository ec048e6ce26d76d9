/** GET /ui/api/events: five sorted sections (docs/contributing/spec/pages.md#events). */
export interface RegisteredEventsView {
  readonly messageStarts: readonly { readonly name: string; readonly key: string }[];
  readonly signalStarts: readonly { readonly name: string; readonly key: string }[];
  readonly conditionalStarts: readonly { readonly key: string; readonly activityId: string; readonly condition: string }[];
  readonly messageSubscriptions: readonly MessageSubscriptionView[];
  readonly signalSubscriptions: readonly SignalSubscriptionView[];
}

export interface SignalSubscriptionView {
  readonly name: string;
  readonly instanceId: string;
  readonly activityId: string;
  /** activity instance that waits, or has the boundary event */
  readonly activityInstanceId: string | null;
}

/** `correlationKey` null: none. */
export interface MessageSubscriptionView extends SignalSubscriptionView {
  readonly correlationKey: string | null;
}
