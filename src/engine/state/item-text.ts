import { type Json, textOf } from '../values.ts';

/** Unit: UTF-16 code units. */
const LONGEST = 60;
/** Members that name an object, the best first. */
const NAMES = ['name', 'title', 'label', 'number', 'key', 'id'];

/** One line. Undefined: the value has no short text. */
export function itemText(value: Json | undefined): string | undefined {
  const scalar = typeof value === 'object' && value !== null ? namingMember(value as Readonly<Record<string, Json>>) : value;
  if (typeof scalar !== 'string' && typeof scalar !== 'number') return undefined;
  const text = textOf(scalar).replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function namingMember(object: Readonly<Record<string, Json>>): Json | undefined {
  if (Array.isArray(object)) return undefined;
  const isText = (value: Json | undefined) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
  const name = NAMES.find((one) => Object.hasOwn(object, one) && isText(object[one]));
  return name === undefined ? Object.values(object).find(isText) : object[name];
}
