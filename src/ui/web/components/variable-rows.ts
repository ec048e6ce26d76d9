import { JsonText } from '../api/json-text.ts';
import { repairTexts } from '../texts/repairs.ts';
import { faultOfOutput, outputField, valueOfOutput } from './forms/output-type.ts';
import { jsonParts, placeOf } from './json-field/json-parts.ts';
import { readValue } from './json-text.ts';

/** `before`: JSON text before the edit; null: new. */
export interface VariableRow {
  /** identity in the form */
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly before: string | null;
  readonly isRemoved: boolean;
  /** the user has agreed that the value becomes a text */
  readonly isAgreed?: boolean;
  /** absent: JSON. `text`: as typed in the field of this type */
  readonly typed?: { readonly type: TypedValue; readonly text: string } | undefined;
}

type TypedValue = 'text' | 'number' | 'boolean' | 'date' | 'time';
export type ValueType = TypedValue | 'json';
export const VALUE_TYPES: readonly ValueType[] = ['text', 'number', 'boolean', 'date', 'time', 'json'];

export interface EditedVariables {
  /** JSON object; undefined: none to set */
  readonly variables: JsonText | undefined;
  readonly removed: readonly string[];
  /** variables to set and to remove */
  readonly count: number;
  /** a name is used twice, or a value is invalid JSON */
  readonly fault: string | undefined;
  /** a value becomes a text and the user has not agreed */
  readonly isUnclear: boolean;
}

/** Variables that are named in `text`, the error message, are first. */
export function rowsOf(variables: Readonly<Record<string, unknown>>, text: string): readonly VariableRow[] {
  const names = Object.keys(variables);
  const named = (name: string) => isNamedIn(name, text);
  return [...names.filter(named), ...names.filter((name) => !named(name))].map((name, id) => {
    const value = JSON.stringify(variables[name]) ?? 'null';
    return { id, name, text: value, before: value, isRemoved: false, typed: typedOf(name, variables[name]) };
  });
}

/** Undefined: null, an object or a list. */
function typedOf(name: string, value: unknown): VariableRow['typed'] {
  const { type } = outputField(name, undefined, value);
  return type === 'json' || type === 'structure' ? undefined : { type, text: String(value) };
}

/** The same value with another type. A text that does not fit is dropped. */
export function withType(row: VariableRow, type: ValueType): Partial<VariableRow> {
  if (type === 'json') return { typed: undefined, isAgreed: false };
  const value: unknown = JSON.parse(readValue(row.text).text);
  const text = row.typed?.text ?? (typeof value === 'string' ? value : row.text);
  const fits = type === 'boolean' ? ['true', 'false'].includes(text) : faultOfOutput({ id: row.name, type }, text) === undefined;
  return withTyped({ ...row, typed: { type, text } }, fits || type === 'text' ? text : '');
}

/** The value that is typed in the field of the type. */
export function withTyped({ name, typed, text: stored }: VariableRow, text: string) {
  const type = typed?.type ?? 'text';
  const field = { id: name, type };
  const isFaulty = type !== 'text' && faultOfOutput(field, text) !== undefined;
  const json = type === 'text' ? JSON.stringify(text) : isFaulty ? '' : (valueOfOutput(field, text)?.text ?? '');
  const isSame = json !== '' && stored !== '' && json === stored;
  return { typed: { type, text }, text: isSame ? stored : json, isAgreed: false };
}

/** Error for the text in the field of its type. */
export function faultOfTyped({ name, typed }: VariableRow): string | undefined {
  return typed === undefined || typed.type === 'text' ? undefined : faultOfOutput({ id: name, type: typed.type }, typed.text);
}

function isNamedIn(name: string, text: string): boolean {
  return text.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}

/** Changes as typed. Omits unchanged variables, so that concurrent changes stay, and rows without name. */
export function changesOf(rows: readonly VariableRow[]): EditedVariables {
  const removed = rows.filter(({ isRemoved, before }) => isRemoved && before !== null).map(({ name }) => name);
  const set = rows.filter(({ isRemoved, before, text, name }) => !isRemoved && before !== text && name.trim() !== '');
  const names = set.map(({ name }) => name.trim());
  const all = [...rows.filter(({ before, isRemoved }) => before !== null && !isRemoved).map(({ name }) => name)];
  const added = set.filter(({ before }) => before === null).map(({ name }) => name.trim());
  const twice = added.find((name, index) => all.includes(name) || added.indexOf(name) !== index);
  const members = set.map(({ text }, index) => `${JSON.stringify(names[index])}:${readValue(text).text}`);
  return {
    variables: members.length === 0 ? undefined : new JsonText(`{${members.join(',')}}`),
    removed: removed.filter((name) => !names.includes(name)),
    count: set.length + removed.length,
    isUnclear: set.some((row) => becomesText(row) && row.isAgreed !== true),
    fault: twice === undefined ? faultOfTexts(set) : repairTexts.edit.twice(twice),
  };
}

/** Error for a value that starts like JSON but is invalid: it would be stored as text. */
function faultOfTexts(set: readonly VariableRow[]): string | undefined {
  for (const row of set) {
    const { name, text } = row;
    const fault = faultOfTyped(row);
    if (fault !== undefined) return repairTexts.edit.faultOf(name, fault);
    if (row.typed !== undefined) continue;
    if (!/^\s*[[{"]/.test(text)) continue;
    const { fault: at } = jsonParts(text);
    if (at !== undefined) return repairTexts.edit.noJson(name, placeOf(text, at));
  }
  return undefined;
}

/** Whether the text replaces a value of another type, because that is often a typing error. Not if the type was chosen. */
export function becomesText({ text, before, typed }: VariableRow): boolean {
  return typed === undefined && before !== null && !['text', 'null'].includes(kindOf(before)) && kindOf(text) === 'text';
}

type ValueKind = keyof typeof repairTexts.edit.kinds;

/** Kind of a typed value. */
export function kindOf(text: string): ValueKind {
  const value: unknown = JSON.parse(readValue(text).text);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : (typeof value as ValueKind);
}
