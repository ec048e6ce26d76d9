import type { FieldRules } from '../engine/model-forms.ts';

const BOUNDS = ['min', 'max', 'minLength', 'maxLength'] as const;
/** Longest pattern; longer ones are dropped because a cut pattern has a different meaning. Unit: characters. */
const MAX_PATTERN = 1000;

/** Validation rules of a form field. Invalid bounds and patterns are dropped: only user interfaces use them, not the engine. */
export function rulesMember(
  boundOf: (name: (typeof BOUNDS)[number]) => unknown,
  pattern?: unknown,
): { readonly rules?: FieldRules } {
  const bounds = BOUNDS.flatMap((name): [string, number][] => {
    const bound = boundOf(name);
    return typeof bound === 'number' && Number.isFinite(bound) ? [[name, bound]] : [];
  });
  const rules: FieldRules = { ...Object.fromEntries(bounds), ...(isPattern(pattern) ? { pattern } : {}) };
  return Object.keys(rules).length === 0 ? {} : { rules: Object.freeze(rules) };
}

function isPattern(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > MAX_PATTERN) return false;
  try {
    return new RegExp(pattern) !== null;
  } catch {
    return false;
  }
}
