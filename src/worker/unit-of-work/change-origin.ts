import type { Causation } from '../../messages/causation.ts';
import type { TraceContext } from '../../platform/telemetry/trace-context.ts';

/** What made a change: a command, or something that became due. */
export interface ChangeOrigin {
  readonly id: string;
  readonly kind: string;
  /** what led here; absent: nothing did */
  readonly causation?: Causation;
  /** who sent the command (docs/contributing/spec/journal.md#actor); absent: nobody is known */
  readonly actor?: string;
}

/** The trace a command belongs to; undefined when it belongs to none. */
export type TraceOf = (commandId: string) => TraceContext | undefined;
