/** Another engine under the same load. */
export interface Peer {
  readonly name: string;
  /** one sentence on equal and different conditions, for the report */
  readonly note: string;
  /** Scenarios of `bench/cycles` that it can do, with the name of its conversation. */
  readonly conversations: Readonly<Record<string, string>>;
  /** time under load before each measurement. Unit: s. Default: 8 */
  readonly warmSeconds?: number;
  /** Makes it ready and starts it. @returns why it cannot be measured here, where its tool chain is missing */
  start(): Promise<RunningPeer | { readonly missing: string }>;
}

export interface RunningPeer {
  readonly url: string;
  /** CPU seconds so far, by process */
  cpu(): Record<string, number>;
  /** Number of ended instances of all models, as the engine reports it. */
  ended(): Promise<number>;
  stop(): Promise<void>;
}
