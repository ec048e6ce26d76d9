import { causationTooDeep, type Failure } from '../failures.ts';
import type { Run } from '../run.ts';

/** Why nothing may be thrown here: what led to this command is a chain without end, as far as anybody can tell. */
export function causationFailure({ context: { depth = 0, limits } }: Run): Failure | undefined {
  return depth < limits.maxCausationDepth ? undefined : causationTooDeep(limits.maxCausationDepth);
}
