import type { Causation } from '../../messages/causation.ts';
import type { TraceContext } from '../../platform/telemetry/tracing.ts';

/** Origin of a change: a command, or a due timer. */
export interface ChangeOrigin {
  readonly id: string;
  readonly kind: string;
  /** causation; absent: none */
  readonly causation?: Causation;
  /** sender of the command (docs/contributing/spec/journal.md#actor); absent: unknown */
  readonly actor?: string;
}

/** Returns the trace of a command; undefined: none. */
export type TraceOf = (commandId: string) => TraceContext | undefined;
