import type { FieldRules } from '../../../engine/model/model-texts.ts';
import type { FormField } from '../../../engine/model.ts';
import { cutText } from '../../../engine/values/cut-text.ts';
import { quote } from '../../finding.ts';

/** Fields per form, and values per field; more are dropped. */
const MAX_FIELDS = 200;

/** Characters of a text; the rest is cut. */
const MAX_LENGTH = 1000;

/** Characters of JSON: it is sent with each task. */
const MAX_FORM_LENGTH = 256 * 1024;

/** `leftOut`: warnings about dropped parts. */
export interface BoundedFields {
  readonly fields: readonly FormField[];
  readonly leftOut: readonly string[];
  /** See {@link FormModel}. */
  readonly notShown: readonly string[];
}

/** Parts that cannot be shown. */
const MAX_NOT_SHOWN = 20;
const NONE: BoundedFields = Object.freeze({ fields: Object.freeze([]), leftOut: Object.freeze([]), notShown: Object.freeze([]) });

/** Characters of JSON. Cached because tasks share the form of a process. */
const lengths = new WeakMap<FormField, number>();

export function cut(text: string): string {
  return cutText(text, MAX_LENGTH);
}

export function isCut(text: string): boolean {
  return text.length > MAX_LENGTH;
}

/** Keeps the first field of each id. @param before warnings for `leftOut` @param unshowable parts for `notShown` */
export function bounded(
  written: readonly FormField[],
  before: readonly string[] = [],
  unshowable: readonly string[] = [],
): BoundedFields {
  const notShown = Object.freeze(unshowable.slice(0, MAX_NOT_SHOWN).map(cut));
  if (written.length === 0)
    return before.length + notShown.length === 0 ? NONE : { fields: NONE.fields, leftOut: before, notShown };
  const kept = new Map<string, FormField>();
  const leftOut = [...before];
  const shorter: string[] = [];
  let length = 0;
  for (const whole of written) {
    const field = shortened(whole);
    if (kept.has(field.id)) continue;
    length += lengthOfField(field);
    if (kept.size === MAX_FIELDS || length > MAX_FORM_LENGTH) {
      leftOut.push(`the form is too long, its field '${quote(field.id)}' and those behind it are left out`);
      break;
    }
    if (field !== whole) shorter.push(field.id);
    kept.set(field.id, field);
  }
  const [first, ...more] = shorter;
  if (first !== undefined) {
    const others = more.length === 0 ? '' : `, and of ${more.length} more,`;
    leftOut.push(`the form is too long, a part of its field '${quote(first)}'${others} is left out`);
  }
  return { fields: Object.freeze([...kept.values()]), leftOut, notShown };
}

/** Returns the same object if no part is too long. */
function shortened(field: FormField): FormField {
  const { id, label, defaultValue, values = [] } = field;
  const texts = [id, label, defaultValue, ...values.slice(0, MAX_FIELDS).flatMap((value) => [value.id, value.label])];
  if (values.length <= MAX_FIELDS && !texts.some((text) => typeof text === 'string' && isCut(text))) return field;
  return {
    ...field,
    id: cut(id),
    ...(label === undefined ? {} : { label: cut(label) }),
    ...(typeof defaultValue === 'string' ? { defaultValue: cut(defaultValue) } : {}),
    ...(values.length === 0
      ? {}
      : { values: Object.freeze(values.slice(0, MAX_FIELDS).map((value) => ({ id: cut(value.id), label: cut(value.label) }))) }),
  };
}

function lengthOfField(field: FormField): number {
  const length = lengths.get(field) ?? JSON.stringify(field).length;
  lengths.set(field, length);
  return length;
}

const BOUNDS = ['min', 'max', 'minLength', 'maxLength'] as const;

/** Longer patterns are dropped: a cut one has another meaning. Characters. */
const MAX_PATTERN = 1000;

/** Drops invalid bounds and patterns: only user interfaces use them. */
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
