import { z } from 'zod';
import { type Answer, problemAnswer } from '../../platform/answer.ts';
import { likelyName } from '../../platform/likely-name.ts';
import { repeated } from '../../requests/request-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ApiRequest } from '../exchange.ts';

/** `what`: kind, for the error text. `known`: accepted names. */
interface UnknownName {
  readonly name: string;
  readonly what: string;
  readonly known: readonly string[];
}

/**
 * Query parameters and body members that are not in the OpenAPI document (docs/contributing/spec/http/errors.md#unknown-member).
 * @returns undefined for endpoints without rate limit or not in the document, such as health checks, to which load balancers send any parameter
 */
export function unknownNamesOf(endpoint: Endpoint): ((request: ApiRequest) => Answer | undefined) | undefined {
  if (endpoint.rateLimit === undefined || endpoint.isUndocumented === true) return undefined;
  return ({ path, queryText, body }) => {
    const unknown = unknownParameter(endpoint, queryText) ?? unknownMember(endpoint, body.members);
    return unknown && refusalOf(unknown, path);
  };
}

function unknownParameter(endpoint: Endpoint, queryText: string): UnknownName | undefined {
  if (queryText === '') return undefined;
  const known = endpoint.method === 'GET' ? Object.keys(endpoint.query?.shape ?? {}) : [];
  for (const name of new URLSearchParams(queryText).keys()) {
    if (!isAmong(known, name)) return { name, what: 'a query parameter of this endpoint', known };
  }
  return undefined;
}

function unknownMember(endpoint: Endpoint, members: Readonly<Record<string, unknown>>): UnknownName | undefined {
  if (endpoint.method === 'GET' || endpoint.body === null) return undefined;
  const { shape } = endpoint.body;
  const known = Object.keys(shape);
  for (const [name, value] of Object.entries(members)) {
    const spelling = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (spelling === undefined) return { name, what: 'a member of this request', known };
    const inner = unknownInside(spelling, shape[spelling] as z.ZodType, value);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Finds an unknown member of objects in a list. Case-sensitive. Undefined: all are known. */
function unknownInside(list: string, schema: z.ZodType, value: unknown): UnknownName | undefined {
  const item = itemOf(schema);
  if (item === undefined || !Array.isArray(value)) return undefined;
  const known = Object.keys(item.shape);
  for (const [index, each] of value.entries()) {
    if (typeof each !== 'object' || each === null) continue;
    const name = Object.keys(each).find((one) => !known.includes(one));
    if (name !== undefined) return { name, what: `a member of ${list}[${index}]`, known };
  }
  return undefined;
}

function itemOf(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return itemOf(schema.unwrap() as z.ZodType);
  const element = schema instanceof z.ZodArray ? schema.element : undefined;
  return element instanceof z.ZodObject ? element : undefined;
}

function isAmong(known: readonly string[], name: string): boolean {
  return known.some((one) => one.toLowerCase() === name.toLowerCase());
}

function refusalOf({ name, what, known }: UnknownName, path: string): Answer {
  const likely = likelyName(name, known);
  const advice = likely === undefined ? '' : ` Did you mean ${likely}?`;
  return problemAnswer('unknown-field', `'${repeated(name)}' is not ${what}.${advice}`, path);
}
