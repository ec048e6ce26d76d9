import { causationTooDeep, type Failure } from '../failures.ts';
import type { Run } from '../run.ts';

/** Why nothing may be thrown: the chain of messages, signals and calls that led to this command has reached its limit, and may have no end. */
export function causationFailure({ context: { depth = 0, limits } }: Run): Failure | undefined {
  return depth < limits.maxCausationDepth ? undefined : causationTooDeep(limits.maxCausationDepth);
}
