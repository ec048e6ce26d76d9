import { causationTooDeep, causationTooLarge, type Failure } from '../failures.ts';
import type { CausationInfo, EngineLimits } from '../running/context.ts';

/**
 * Returns a failure if the chain of messages, signals and calls that led to this command is too long, or has too many members in total.
 * Prevents endless chains.
 */
export function causationFailure({
  causation,
  limits,
}: {
  readonly causation?: CausationInfo | undefined;
  readonly limits: EngineLimits;
}): Failure | undefined {
  if (causation === undefined) return undefined;
  const { depth, size, trail } = causation;
  const { maxCausationDepth, maxCausationSize } = limits;
  if (depth >= maxCausationDepth) return causationTooDeep(maxCausationDepth, trail);
  return size >= maxCausationSize ? causationTooLarge(maxCausationSize, trail) : undefined;
}
