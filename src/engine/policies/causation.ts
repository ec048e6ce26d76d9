import type { CausationInfo, EngineLimits } from '../context.ts';
import { causationTooDeep, causationTooLarge, type Failure } from '../failures.ts';

/**
 * Why nothing may be thrown or called: the messages, signals and calls that led to this command are too many in a row, or too many altogether. They may
 * have no end.
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
