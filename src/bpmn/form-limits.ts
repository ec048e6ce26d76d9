import type { FormField } from '../engine/model.ts';
import { quote } from './finding.ts';

/** Most fields of one form, and most values of one field; more is left out. */
const MAX_FIELDS = 200;
/** Longest text of each part of a field; the rest is cut off. */
const MAX_LENGTH = 1000;
/** Longest list of the fields of one form: the form goes along with its task wherever that is shown. Unit: characters of JSON. */
const MAX_FORM_LENGTH = 256 * 1024;

/** As many fields as a form may have. `leftOut`: what warnings say is missing; empty: nothing is. */
export interface BoundedFields {
  readonly fields: readonly FormField[];
  readonly leftOut: readonly string[];
  /** see {@link FormModel} */
  readonly notShown: readonly string[];
}

/** So many parts that cannot be shown are named. */
const MAX_NOT_SHOWN = 20;
const NONE: BoundedFields = Object.freeze({ fields: Object.freeze([]), leftOut: Object.freeze([]), notShown: Object.freeze([]) });
/** Fields of a form in the process are those of many tasks. */
const lengths = new WeakMap<FormField, number>();

export function cut(text: string): string {
  return text.slice(0, MAX_LENGTH);
}

export function isCut(text: string): boolean {
  return text.length > MAX_LENGTH;
}

/** The first field of each id, within the limits. */
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

/** The field itself where nothing of it is too long. */
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
