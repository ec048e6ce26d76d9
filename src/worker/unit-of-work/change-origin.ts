import type { Causation } from '../../messages/causation.ts';
import type { TraceContext } from '../../platform/telemetry/tracing.ts';

/** A command, or a due timer. */
export interface ChangeOrigin {
  readonly id: string;
  readonly kind: string;
  readonly causation?: Causation;
  /** see docs/contributing/spec/journal.md#actor; absent: unknown */
  readonly actor?: string;
}

export type TraceOf = (commandId: string) => TraceContext | undefined;
