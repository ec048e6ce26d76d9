/** A JSON Schema as the OpenAPI document uses it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minProperties?: number;
}
export type Schemas = Readonly<Record<string, JsonSchema>>;

const NOTES = ['description', 'example', 'examples', 'format', 'default', 'title'];
const READ = ['$ref', 'type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items', 'pattern'];
const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minProperties'];
const KNOWN = new Set([...NOTES, ...READ, ...BOUNDS]);

/**
 * Returns the errors of a value with their places; empty if it is valid. Stricter than the standard: unknown members of an object are errors, unless
 * the schema describes them. Throws for an unknown keyword.
 */
export function faultsOf(value: unknown, schema: JsonSchema, schemas: Schemas, at = '$'): readonly string[] {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
  if (unknown.length > 0) throw new Error(`the check does not know ${unknown.join(', ')}`);
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.slice('#/components/schemas/'.length)];
    return named === undefined ? [`${at}: ${schema.$ref} does not exist`] : faultsOf(value, named, schemas, at);
  }
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((choice) => faultsOf(value, choice, schemas, at));
    return all.some((faults) => faults.length === 0) ? [] : all.flat();
  }
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(value, type))) {
    return [`${at}: ${JSON.stringify(value)?.slice(0, 80)} is not ${[schema.type].flat().join(' or ')}`];
  }
  return [...valueFaults(value, schema, at), ...memberFaults(value, schema, schemas, at)];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function valueFaults(value: unknown, schema: JsonSchema, at: string): readonly string[] {
  const { minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity, pattern } = schema;
  const faults: string[] = [];
  if (schema.enum !== undefined && !schema.enum.includes(value)) faults.push(`${at}: ${value} is not in the list`);
  if (schema.const !== undefined && schema.const !== value) faults.push(`${at}: ${value} is not ${schema.const}`);
  if (typeof value === 'string') {
    if (value.length < minLength || value.length > maxLength) faults.push(`${at}: the length is ${value.length}`);
    if (pattern !== undefined && !new RegExp(pattern).test(value)) faults.push(`${at}: '${value}' does not match ${pattern}`);
  }
  if (typeof value === 'number' && (value < minimum || value > maximum)) faults.push(`${at}: ${value} is out of bounds`);
  return faults;
}

function memberFaults(value: unknown, schema: JsonSchema, schemas: Schemas, at: string): readonly string[] {
  const { items, additionalProperties = {} } = schema;
  if (Array.isArray(value)) return items ? value.flatMap((item, n) => faultsOf(item, items, schemas, `${at}[${n}]`)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, required = [], minProperties = 0 } = schema;
  const faults = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name} is missing`);
  if (Object.keys(value).length < minProperties) faults.push(`${at} has too few members`);
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isOpen = schema.additionalProperties !== undefined || schema.properties === undefined;
    if (known !== undefined) faults.push(...faultsOf(member, known, schemas, `${at}.${name}`));
    else if (!isOpen || additionalProperties === false) faults.push(`${at}.${name} is not documented`);
    else if (typeof additionalProperties === 'object')
      faults.push(...faultsOf(member, additionalProperties, schemas, `${at}.${name}`));
  }
  return faults;
}
