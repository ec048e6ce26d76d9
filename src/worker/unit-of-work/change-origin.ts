import type { TraceContext } from '../../platform/telemetry/trace-context.ts';

/** What made a change: a command, or something that became due. */
export interface ChangeOrigin {
  readonly id: string;
  readonly kind: string;
  /** how many messages, signals and calls led here; absent: none */
  readonly depth?: number;
}

/** The trace a command belongs to; undefined when it belongs to none. */
export type TraceOf = (commandId: string) => TraceContext | undefined;
