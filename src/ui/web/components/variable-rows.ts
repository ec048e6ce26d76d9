import { JsonText } from '../api/json-text.ts';
import { repairTexts } from '../texts/repairs.ts';
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
}

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
    return { id, name, text: value, before: value, isRemoved: false };
  });
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
  for (const { name, text } of set) {
    if (!/^\s*[[{"]/.test(text)) continue;
    const { fault } = jsonParts(text);
    if (fault !== undefined) return repairTexts.edit.noJson(name, placeOf(text, fault));
  }
  return undefined;
}

/** Whether the text replaces a value of another type, because that is often a typing error. */
export function becomesText({ text, before }: VariableRow): boolean {
  return before !== null && !['text', 'null'].includes(kindOf(before)) && kindOf(text) === 'text';
}

type ValueKind = keyof typeof repairTexts.edit.kinds;

/** Kind of a typed value. */
export function kindOf(text: string): ValueKind {
  const value: unknown = JSON.parse(readValue(text).text);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : (typeof value as ValueKind);
}
