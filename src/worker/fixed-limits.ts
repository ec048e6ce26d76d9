import type { EngineLimits } from '../engine/running/context.ts';

/** Limits that no setting changes. */
export const FIXED_LIMITS: Pick<EngineLimits, 'maxWriteSize' | 'maxVariablesSize' | 'maxCallDepth'> = {
  /** one write; all variables of an instance (docs/contributing/spec/variables.md#variable-limits); unit: characters of JSON */
  maxWriteSize: 1_048_576,
  maxVariablesSize: 8 * 1_048_576,
  /** docs/contributing/spec/calls.md#call-depth; unit: instances above a called one */
  maxCallDepth: 64,
};
