import type { EngineLimits } from '../engine/running/context.ts';

/** Limits that no setting changes. */
export const FIXED_LIMITS: Pick<EngineLimits, 'maxWriteSize' | 'maxVariablesSize' | 'maxCallDepth'> = {
  /** docs/contributing/spec/variables.md#variable-limits; unit: characters of JSON */
  maxWriteSize: 1_048_576,
  maxVariablesSize: 8 * 1_048_576,
  /** docs/contributing/spec/calls.md#call-depth */
  maxCallDepth: 64,
};
