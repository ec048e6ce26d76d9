import type { FormField } from '../engine/model.ts';

/** Most fields of one form, and most values of one field; more is left out. */
export const MAX_FIELDS = 200;
/** Longest text of each part of a field; the rest is cut off. */
const MAX_LENGTH = 1000;
/** Longest list of the fields of one form: the form goes along with its task wherever that is shown. Unit: characters of JSON. */
const MAX_FORM_LENGTH = 256 * 1024;

/** As many fields as a form may have. `leftOut`: id of the first that would make it too long; absent: it is not. */
export interface BoundedFields {
  readonly fields: readonly FormField[];
  readonly leftOut?: string;
}

const NONE: BoundedFields = Object.freeze({ fields: Object.freeze([]) });
/** Fields of a form in the process are those of many tasks. */
const lengths = new WeakMap<FormField, number>();

export function cut(text: string): string {
  return text.slice(0, MAX_LENGTH);
}

/** The first field of each id, within the limits. */
export function bounded(fields: readonly FormField[]): BoundedFields {
  if (fields.length === 0) return NONE;
  const kept = new Map<string, FormField>();
  let length = 0;
  for (const field of fields) {
    if (kept.size === MAX_FIELDS) break;
    if (kept.has(field.id)) continue;
    length += lengthOfField(field);
    if (length > MAX_FORM_LENGTH) return { fields: Object.freeze([...kept.values()]), leftOut: field.id };
    kept.set(field.id, field);
  }
  return { fields: Object.freeze([...kept.values()]) };
}

function lengthOfField(field: FormField): number {
  const length = lengths.get(field) ?? JSON.stringify(field).length;
  lengths.set(field, length);
  return length;
}
