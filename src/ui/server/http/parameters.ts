import type { Request } from 'express';
import { isGuid } from '../../../platform/ids.ts';
import { parameterOf, type QueryParameters, readQueryParameters, repeated } from '../../../requests/request-texts.ts';
import { RequestRefusal } from './answer.ts';

const LARGEST = 2_147_483_647;
/** RFC 3339. UTC if it has no offset or no time. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i;

/** Names are case-insensitive. Of a repeated parameter, the first value counts. */
export function parametersOf({ originalUrl }: Request): QueryParameters {
  const mark = originalUrl.indexOf('?');
  return readQueryParameters(mark < 0 ? '' : originalUrl.slice(mark + 1));
}

/** Throws RequestRefusal if it is absent. */
export function requiredText(parameters: QueryParameters, name: string): string {
  const text = parameterOf(parameters, name.toLowerCase());
  if (text === undefined) throw new RequestRefusal('missing-field', `${name} is required.`);
  return text;
}

export function optionalText(parameters: QueryParameters, name: string): string | undefined {
  return parameterOf(parameters, name.toLowerCase());
}

/** Returns an integer up to the maximum of a Postgres integer. Undefined if absent. Throws RequestRefusal if it is invalid. */
export function optionalNumber(parameters: QueryParameters, name: string, least = 0): number | undefined {
  const text = optionalText(parameters, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= LARGEST) return number;
  throw new RequestRefusal('invalid-query', `${name} must be a whole number, ${least} or more.`);
}

/** Returns undefined if absent. Case-sensitive. Throws RequestRefusal for other values. */
export function optionalWord<const T extends string>(
  parameters: QueryParameters,
  name: string,
  words: readonly T[],
): T | undefined {
  const text = optionalText(parameters, name);
  if (text === undefined) return undefined;
  const word = words.find((known) => known === text);
  if (word === undefined)
    throw new RequestRefusal('invalid-query', `${name} '${repeated(text)}' is not one of ${words.join(', ')}.`);
  return word;
}

/** Returns a GUID in lower case. Undefined if absent. Throws RequestRefusal if it is invalid. */
export function optionalGuid(parameters: QueryParameters, name: string): string | undefined {
  const text = optionalText(parameters, name);
  if (text === undefined || isGuid(text)) return text?.toLowerCase();
  throw new RequestRefusal('invalid-query', `${name} must be a GUID.`);
}

/** Returns undefined if absent. Throws RequestRefusal if it is invalid. */
export function optionalTime(parameters: QueryParameters, name: string): Date | undefined {
  const text = optionalText(parameters, name)?.replace(' ', '+');
  if (text === undefined) return undefined;
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/i.test(text) || !text.includes('T');
  const time = new Date(TIME.test(text) ? `${text}${hasOffset ? '' : 'Z'}` : Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new RequestRefusal('invalid-query', `${name} must be a time, for example 2026-01-31T08:00:00Z.`);
  return time;
}

/** Returns the id in lower case. Throws RequestRefusal (404) if it is not a GUID. */
export function instanceIdOf(request: Request): string {
  const { instanceId } = request.params;
  if (typeof instanceId !== 'string' || !isGuid(instanceId)) {
    throw new RequestRefusal('unknown-instance', `Instance ${repeated(String(instanceId))} not found.`);
  }
  return instanceId.toLowerCase();
}
