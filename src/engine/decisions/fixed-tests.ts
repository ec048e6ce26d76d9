import type { FixedTest, FixedValue } from '../model/model-decisions.ts';

/** Truth; null: not comparable. */
type Truth = boolean | null;

/** Undefined: not comparable with literals. */
type Compared = FixedValue | undefined;

/** One test passes, or none if negated. FEEL semantics without its parser. */
export function passesFixed(value: Compared, tests: readonly FixedTest[], isNegated: boolean): boolean {
  let isUnknown = false;
  for (const test of tests) {
    const holds = passes(value, test);
    if (holds === true) return !isNegated;
    if (holds === null) isUnknown = true;
  }
  return isNegated && !isUnknown;
}

function passes(value: Compared, test: FixedTest): Truth {
  if ('operator' in test) {
    const { operator, value: other } = test;
    // without operator: membership, which fails for other types
    if (operator === '=') return isEqual(value, other) === true;
    if (operator === '!=') return negated(isEqual(value, other));
    return compared(operator, value, other);
  }
  const { low, high } = test;
  const above = compared(low.isIncluded ? '>=' : '>', value, low.value);
  const below = compared(high.isIncluded ? '<=' : '<', value, high.value);
  if (above === false || below === false) return false;
  return above === null || below === null ? null : true;
}

function isEqual(value: Compared, other: FixedValue): Truth {
  if (value === null || other === null) return value === other;
  if (value === undefined) return null;
  return typeof value === typeof other ? value === other : null;
}

function compared(operator: '<' | '<=' | '>' | '>=', value: Compared, other: FixedValue): Truth {
  const areOrdered =
    (typeof value === 'number' && typeof other === 'number') || (typeof value === 'string' && typeof other === 'string');
  if (!areOrdered || value === undefined || value === null) return null;
  if (operator === '<') return value < other;
  if (operator === '<=') return value <= other;
  return operator === '>' ? value > other : value >= other;
}

function negated(truth: Truth): Truth {
  return truth === null ? null : !truth;
}
