import { Ajv, type ValidateFunction } from 'ajv';
import type { ItemType, JsonValue, Parameter, ParameterType, Plugin, Values } from './plugin.ts';

/** Parameter in the task type catalog (docs/contributing/spec/http/custom-tasks.md#parameters). */
export interface CatalogParameter {
  readonly name: string;
  readonly displayName: string | null;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly description: string | null;
  readonly defaultValue: string | null;
  readonly itemType: ItemType | null;
}

export interface CatalogSchema {
  readonly parameters: readonly CatalogParameter[];
}

/** Converted to the declared types, or the message of a failure with code `400`. */
export type CheckedInput = { readonly ok: true; readonly input: Values } | { readonly ok: false; readonly message: string };
export type InputCheck = (input: Values) => CheckedInput;

/** Parameters as the catalog shows them; null if the plugin declares none. */
export function catalogSchemaOf({ parameters }: Plugin): CatalogSchema | null {
  if (parameters === undefined) return null;
  return {
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      displayName: parameter.displayName ?? null,
      type: parameter.type,
      required: parameter.required ?? false,
      description: parameter.description ?? null,
      defaultValue: parameter.defaultValue ?? null,
      itemType: parameter.itemType ?? null,
    })),
  };
}

/**
 * Null counts as absent. Converts a string to the declared number, boolean, list or map, because a mapping without `=` is always a string, and a list or map
 * to JSON for a multiline string (docs/contributing/spec/http/custom-tasks.md#mappings). Throws for a rule that is not valid JSON Schema.
 */
export function inputCheckOf({ parameters }: Plugin): InputCheck {
  if (parameters === undefined) return (input) => ({ ok: true, input });
  const checks = parameters.map((parameter) => ({ parameter, fits: fitsOf(parameter) }));
  return (input) => {
    const checked: Record<string, JsonValue> = { ...input };
    for (const { parameter, fits } of checks) {
      const given = Object.hasOwn(input, parameter.name) ? input[parameter.name] : undefined;
      if (given === undefined || given === null) {
        if (parameter.required === true) return { ok: false, message: `Parameter '${parameter.name}' is required` };
        continue;
      }
      const value = coerced(given, parameter.type, parameter.itemType);
      if (!fits(value)) return { ok: false, message: `Parameter '${parameter.name}' ${problemOf(fits)}` };
      checked[parameter.name] = value;
    }
    return { ok: true, input: checked };
  };
}

/** Shared: each instance compiles the meta-schema, which takes 0.1 seconds. */
let ajv: Ajv | undefined;
/** Checks of parameters without a rule, by type and item type. */
const plainChecks = new Map<string, ValidateFunction>();

function fitsOf(parameter: Parameter): ValidateFunction {
  ajv ??= new Ajv({ strict: true, strictTypes: false, allErrors: false });
  if (parameter.rule !== undefined) return ajv.compile(schemaOf(parameter));
  const key = `${parameter.type}:${parameter.itemType ?? ''}`;
  const known = plainChecks.get(key) ?? ajv.compile(schemaOf(parameter));
  plainChecks.set(key, known);
  return known;
}

const ITEM_SCHEMAS: Readonly<Record<ItemType, object>> = {
  String: { type: 'string' },
  MultilineString: { type: 'string' },
  Integer: { type: 'integer' },
  Boolean: { type: 'boolean' },
  Expression: {},
};

function schemaOf({ type, itemType = 'Expression', rule }: Parameter): object {
  const item = ITEM_SCHEMAS[itemType];
  const base =
    type === 'List'
      ? { type: 'array', items: item }
      : type === 'Map'
        ? { type: 'object', additionalProperties: { anyOf: [item, { type: 'null' }] } }
        : ITEM_SCHEMAS[type];
  return rule === undefined ? base : { allOf: [base, rule] };
}

function problemOf(fits: ValidateFunction): string {
  const [error] = fits.errors ?? [];
  if (error === undefined) return 'is not valid';
  const where = error.instancePath === '' ? '' : `at '${error.instancePath}' `;
  const allowed = error.keyword === 'enum' ? `: ${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')}` : '';
  return `${where}${error.message ?? 'is not valid'}${allowed}`;
}

/** Other values than strings stay for the schema to reject. */
function coerced(value: JsonValue, type: ParameterType, itemType: ItemType | undefined): JsonValue {
  switch (type) {
    case 'MultilineString':
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : coerced(value, 'String', itemType);
    case 'String':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'Integer':
      return typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
    case 'Boolean':
      return typeof value === 'string' && /^(true|false)$/i.test(value.trim()) ? value.trim().toLowerCase() === 'true' : value;
    case 'List': {
      const list = parsedText(value);
      return Array.isArray(list) ? list.map((item: JsonValue) => itemOf(item, itemType)) : list;
    }
    case 'Map': {
      const map = parsedText(value);
      if (typeof map !== 'object' || map === null || Array.isArray(map)) return map;
      return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, itemOf(item as JsonValue, itemType)]));
    }
    case 'Expression':
      return value;
  }
}

function itemOf(item: JsonValue, itemType: ItemType | undefined): JsonValue {
  return itemType === undefined ? item : coerced(item, itemType, undefined);
}

function parsedText(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** An input mapping of a model. `literal`: its value, if it is a literal. */
export interface WrittenInput {
  readonly target: string;
  readonly literal: JsonValue | undefined;
}

/**
 * Warnings at a deployment, which they never reject (docs/contributing/spec/http/custom-tasks.md#unserved-types).
 * @returns texts such as `parameter 'url' of 'rest-call' is required and not mapped`
 */
export function inputWarnings(taskType: string, schema: CatalogSchema, inputs: readonly WrittenInput[]): string[] {
  const mapped = new Map(inputs.map((input) => [input.target.split('.', 1)[0] as string, input]));
  const warnings: string[] = [];
  for (const parameter of schema.parameters) {
    const input = mapped.get(parameter.name);
    if (input === undefined) {
      if (parameter.required) warnings.push(`parameter '${parameter.name}' of '${taskType}' is required and not mapped`);
    } else if (input.literal !== undefined) {
      const checked = inputCheckOf({ taskType, parameters: [asParameter(parameter)], execute: () => undefined })({
        [parameter.name]: input.literal,
      });
      if (!checked.ok) warnings.push(`${lowerFirst(checked.message)} for '${taskType}'`);
    }
  }
  const known = new Set(schema.parameters.map(({ name }) => name));
  for (const name of mapped.keys()) {
    if (!known.has(name)) warnings.push(`'${taskType}' has no parameter '${name}'`);
  }
  return warnings;
}

function asParameter({ name, type, required, itemType }: CatalogSchema['parameters'][number]): Parameter {
  return { name, type, required, ...(itemType === null ? {} : { itemType }) };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
