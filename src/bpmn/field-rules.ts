import type { FieldRules } from '../engine/model-forms.ts';

const BOUNDS = ['min', 'max', 'minLength', 'maxLength'] as const;
/** A longer pattern is left out: one that is cut would say something else. Unit: characters. */
const MAX_PATTERN = 1000;

/** What the author of a form asks of a value, as a member of the field. What is no number, or no expression, is left out: the engine decides nothing by it. */
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
