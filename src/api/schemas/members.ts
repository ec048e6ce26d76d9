import { z } from 'zod';

/**
 * Traits that the zod type does not contain.
 * - `refusal`: error text if the member is missing, null, blank, empty, or an all-zero GUID; undefined: optional.
 * - `format` `xml`: any character.
 * - `format` `guid`: converted to lower case.
 * - `format` `businessId`: see docs/contributing/spec/http.md#business-id-rules.
 * - `format` `resources`: files.
 * - `format` `objects`: the endpoint checks their content.
 */
export interface MemberTraits {
  readonly refusal?: string;
  readonly format?: 'xml' | 'guid' | 'businessId' | 'resources' | 'objects';
}

/** Traits by member schema. The functions below register them. */
export const memberTraits = z.registry<MemberTraits>();

/** Members in the order of the checks, in the documented spelling. */
export type RequestSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

const HYPHENATED = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const HYPHENATED_OR_BLANK = new RegExp(`${HYPHENATED.source}|^\\s*$`);
const NOT_BLANK = /\S/;

/** `refusal`: error text if it is absent or blank. */
export function requiredText(refusal: string, description: string) {
  return z.string().regex(NOT_BLANK).meta({ description }).register(memberTraits, { refusal });
}

/** Null and blank count as absent. */
export function optionalText(description: string) {
  return z.string().nullish().meta({ description });
}

/** See docs/contributing/spec/http/access.md#acting-user. */
export function actingUserId() {
  return optionalText(
    'User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token or be absent.',
  );
}

export function storedReason() {
  return optionalText('Reason. Sluice stores it in the history.');
}

/** `refusal`: error text if it is absent or blank. */
export function requiredXml(refusal: string, description: string) {
  return z.string().regex(NOT_BLANK).meta({ description }).register(memberTraits, { refusal, format: 'xml' });
}

/** `refusal`: error text if it is absent, blank or all zeros. */
export function requiredGuid(refusal: string, description: string) {
  const schema = z.string().regex(HYPHENATED).meta({ description, format: 'uuid' });
  return schema.register(memberTraits, { refusal, format: 'guid' });
}

/** Null and blank count as absent. */
export function optionalGuid(description: string) {
  return z.string().regex(HYPHENATED_OR_BLANK).nullish().meta({ description }).register(memberTraits, { format: 'guid' });
}

/** See docs/contributing/spec/http.md#business-id. */
export function optionalBusinessId() {
  const description = 'Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters.';
  return z.string().min(1).max(256).nullish().meta({ description }).register(memberTraits, { format: 'businessId' });
}

/** Default `{}` (docs/contributing/spec/http.md#variables). */
export function optionalVariables(use?: string) {
  return variables()
    .nullish()
    .meta({ description: use === undefined ? VARIABLES : `${VARIABLES} ${use}` });
}

/** Variables with at least one name. `refusal`: error text if they are absent or empty. */
export function requiredVariables(refusal: string) {
  return variables()
    .meta({ description: `${VARIABLES} At least one name.`, minProperties: 1 })
    .register(memberTraits, { refusal });
}

/** List with default `[]`. */
export function optionalTexts(description: string) {
  return z.array(z.string()).nullish().meta({ description });
}

/** List with default `[]`. */
export function optionalResources(description: string) {
  const resource = z.object({ Name: z.string(), Content: z.string() });
  return z.array(resource).nullish().meta({ description }).register(memberTraits, { format: 'resources' });
}

/** `refusal`: error text if it is absent or empty. The endpoint checks the content. */
export function requiredObjects<S extends z.ZodType<object>>(refusal: string, object: S, description: string) {
  return z.array(object).meta({ description }).register(memberTraits, { refusal, format: 'objects' });
}

/** Null and `[]` count as absent. The endpoint checks the content. */
export function optionalObjects<S extends z.ZodType<object>>(object: S, description: string) {
  return z.array(object).nullish().meta({ description }).register(memberTraits, { format: 'objects' });
}

/** Whole number; both bounds are included. */
export function optionalWhole(least: number, most: number, description: string) {
  return z.int().min(least).max(most).nullish().meta({ description });
}

export function optionalFlag(description: string) {
  return z.boolean().nullish().meta({ description });
}

const VARIABLES =
  'Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent ' +
  'exactly, U+0000 and unpaired surrogates.';

function variables() {
  return z.record(z.string(), z.unknown());
}
