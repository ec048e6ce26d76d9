/** GET /ui/api/events: the five sections of the page, each in its order (docs/contributing/spec/pages.md#events). */
export interface RegisteredEventsView {
  readonly messageStarts: readonly { readonly name: string; readonly key: string }[];
  readonly signalStarts: readonly { readonly name: string; readonly key: string }[];
  readonly conditionalStarts: readonly { readonly key: string; readonly activityId: string; readonly condition: string }[];
  readonly messageSubscriptions: readonly MessageSubscriptionView[];
  readonly signalSubscriptions: readonly SignalSubscriptionView[];
}

/** A waiting signal subscription. */
export interface SignalSubscriptionView {
  readonly name: string;
  readonly instanceId: string;
  readonly activityId: string;
  /** activity instance that waits, or to which the boundary event is attached */
  readonly activityInstanceId: string | null;
}

/** A waiting message subscription; `correlationKey` null: it has none. */
export interface MessageSubscriptionView extends SignalSubscriptionView {
  readonly correlationKey: string | null;
}
