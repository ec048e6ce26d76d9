import type { CausationInfo, EngineLimits } from '../context.ts';
import { causationTooDeep, causationTooLarge, type Failure } from '../failures.ts';

/**
 * Why nothing may be thrown or called: the messages, signals and calls that led to this command are too many in a row, or too many altogether. They may
 * have no end.
 */
export function causationFailure(
  causation: CausationInfo | undefined,
  { maxCausationDepth, maxCausationSize }: Pick<EngineLimits, 'maxCausationDepth' | 'maxCausationSize'>,
): Failure | undefined {
  if (causation === undefined) return undefined;
  const { depth, size, trail } = causation;
  if (depth >= maxCausationDepth) return causationTooDeep(maxCausationDepth, trail);
  return size >= maxCausationSize ? causationTooLarge(maxCausationSize, trail) : undefined;
}
