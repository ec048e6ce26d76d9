import { causationTooDeep, causationTooLarge, type Failure } from '../failures.ts';
import type { CausationInfo, EngineLimits } from '../running/context.ts';

/** Fails an endless chain: too many links to this command, or members in total. */
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
