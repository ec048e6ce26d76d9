import { visibleText } from '../platform/log-text.ts';
import { memberOf } from './api-caller.ts';
import { cutText } from './bounded.ts';
import { argumentsOf, businessId, idempotencyKey, variables } from './schemas.ts';
import { type ArgumentSchema, type Arguments, objectOf } from './tool.ts';

/** A process with a start form: the latest version of its key. */
export interface StartForm {
  readonly key: string;
  readonly version: number;
  readonly fields: readonly StartField[];
}

/** A field, with the name that it has among the arguments of the tool. */
export interface StartField {
  readonly id: string;
  readonly argument: string;
  readonly schema: object;
  readonly isRequired: boolean;
}

/** Beyond this the fields go into `_variables`. */
const MOST_FIELDS = 100;
const MOST_CHOICES = 200;
const MOST_LABEL = 120;
const MOST_TEXT = 10_000;
/** Characters that clients of models accept in the name of an argument. Reserved names begin with `_`. */
const PLAIN = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const OF_EVERY_OBJECT: ReadonlySet<string> = new Set(['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']);

/** Reads a row of the list of start forms. */
export function readStartForm(row: unknown): StartForm {
  const key = String(memberOf(row, 'processDefinitionKey'));
  const rows = memberOf(memberOf(row, 'startForm'), 'fields');
  const asked = (Array.isArray(rows) ? rows : []).filter((field) => memberOf(field, 'isReadOnly') !== true);
  const taken = new Set<string>();
  const fields = asked.slice(0, MOST_FIELDS).map((field, at) => readField(field, at, taken));
  return { key, version: Number(memberOf(row, 'version')), fields };
}

/** The schema of the arguments of a start. */
export function schemaOfForm({ fields }: StartForm): ArgumentSchema {
  const properties = {
    ...Object.fromEntries(fields.map(({ argument, schema }) => [argument, schema])),
    _businessId: businessId,
    _variables: { ...variables, description: 'Further variables, in addition to those of the form.' },
    _idempotencyKey: idempotencyKey,
  };
  return argumentsOf(
    properties,
    fields.filter(({ isRequired }) => isRequired).map(({ argument }) => argument),
  );
}

/** The variables of a start from its arguments: those of the form count more than further ones. */
export function variablesOfForm({ fields }: StartForm, given: Arguments): Readonly<Record<string, unknown>> {
  const ofFields = fields
    .filter(({ argument }) => Object.hasOwn(given, argument))
    .map(({ id, argument }): [string, unknown] => [id, given[argument]]);
  return Object.fromEntries([...Object.entries(objectOf(given, '_variables') ?? {}), ...ofFields]);
}

function readField(field: unknown, at: number, taken: Set<string>): StartField {
  const id = String(memberOf(field, 'id'));
  const argument = uniqueName(PLAIN.test(id) && !OF_EVERY_OBJECT.has(id) ? id : `field_${at + 1}`, taken);
  taken.add(argument);
  const label = memberOf(field, 'label');
  const shown = labelText(typeof label === 'string' ? label : id);
  const schema = { ...typeOf(field), title: shown, ...defaultOf(field) };
  return { id, argument, schema, isRequired: memberOf(field, 'isRequired') === true };
}

/** Two fields of one name, or one that is called like the place of another. */
function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name.slice(0, 56)}_${count}`;
  return unique;
}

function typeOf(field: unknown): object {
  switch (memberOf(field, 'type')) {
    case 'number':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', maxLength: 64, description: 'A date, as YYYY-MM-DD, or a time in ISO 8601.' };
    case 'enum':
      return choicesOf(field);
    default:
      return { type: 'string', maxLength: MOST_TEXT };
  }
}

function choicesOf(field: unknown): object {
  const values = memberOf(field, 'values');
  const choices = (Array.isArray(values) ? values : []).map((value) => memberOf(value, 'id'));
  const texts = [...new Set(choices.filter((choice): choice is string => typeof choice === 'string'))];
  return texts.length === 0 || texts.length > MOST_CHOICES
    ? { type: 'string', maxLength: MOST_TEXT }
    : { type: 'string', enum: texts };
}

/** Models write defaults as texts. A value of another type and an expression are omitted. */
function defaultOf(field: unknown): { readonly default?: string | number | boolean } {
  const given = memberOf(field, 'defaultValue');
  const type = memberOf(field, 'type');
  if (type === 'number') {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    return typeof value === 'number' && Number.isFinite(value) ? { default: value } : {};
  }
  if (type === 'boolean') {
    const value = given === 'true' ? true : given === 'false' ? false : given;
    return typeof value === 'boolean' ? { default: value } : {};
  }
  return typeof given === 'string' && given.length <= MOST_LABEL && type !== 'enum' ? { default: given } : {};
}

function labelText(label: string): string {
  return visibleText(cutText(label, MOST_LABEL));
}
