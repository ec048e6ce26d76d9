import { z } from 'zod';

/**
 * Traits of a request member other than its JSON type. refusal: the text when it is missing, null or blank, or an object without
 * members. special: `xml` is text that may hold any character, `guid` is read in lower case and its all-zero value counts as
 * absent, `businessId` keeps the rules of business ids (docs/contributing/spec/http.md#business-id-rules), `resources` is a list of files,
 * `objects` a list of objects that the endpoint reads itself.
 */
export interface MemberTraits {
  readonly refusal?: string;
  readonly special?: 'xml' | 'guid' | 'businessId' | 'resources' | 'objects';
}

/** Traits of request members that zod does not have; filled where the schemas are created. */
export const memberTraits = z.registry<MemberTraits>();

/** A request body: members in documented spelling and in the order of the table of the endpoint, which is that of the checks. */
export type RequestSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

const HYPHENATED = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const HYPHENATED_OR_BLANK = new RegExp(`${HYPHENATED.source}|^\\s*$`);
/** Matches a text with at least one character that is not white space. */
const NOT_BLANK = /\S/;

/** A text that has to be there. `refusal`: the answer when it is not. */
export function requiredText(refusal: string, description: string) {
  return z.string().regex(NOT_BLANK).meta({ description }).register(memberTraits, { refusal });
}

/** A text that may be left out; null and blank are as if left out. */
export function optionalText(description: string) {
  return z.string().nullish().meta({ description });
}

/** The user who acts (docs/contributing/spec/http/access.md#acting-user). */
export function actingUserId() {
  return optionalText(
    'User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token or be absent.',
  );
}

/** Reason of a suspend or resume. */
export function suspensionReason() {
  return optionalText('Reason. Sluice stores it in the history.');
}

/** The raw text of a BPMN document. */
export function requiredXml(refusal: string, description: string) {
  return z.string().regex(NOT_BLANK).meta({ description }).register(memberTraits, { refusal, special: 'xml' });
}

/** A GUID that has to be there. */
export function requiredGuid(refusal: string, description: string) {
  const schema = z.string().regex(HYPHENATED).meta({ description, format: 'uuid' });
  return schema.register(memberTraits, { refusal, special: 'guid' });
}

/** A GUID that may be left out; null and blank are as if left out. */
export function optionalGuid(description: string) {
  return z.string().regex(HYPHENATED_OR_BLANK).nullish().meta({ description }).register(memberTraits, { special: 'guid' });
}

/** A business id (docs/contributing/spec/http.md#business-id). */
export function optionalBusinessId() {
  const description = 'Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters.';
  return z.string().min(1).max(256).nullish().meta({ description }).register(memberTraits, { special: 'businessId' });
}

/** Variables (docs/contributing/spec/http.md#variables); left out they are `{}`. */
export function optionalVariables() {
  return variables().nullish().meta({ description: VARIABLES });
}

/** Variables that must hold at least one name. */
export function requiredVariables(refusal: string) {
  return variables()
    .meta({ description: `${VARIABLES} At least one name.`, minProperties: 1 })
    .register(memberTraits, { refusal });
}

/** A list of texts; left out it is `[]`. */
export function optionalTexts(description: string) {
  return z.array(z.string()).nullish().meta({ description });
}

/** Files with their names; left out it is `[]`. */
export function optionalResources(description: string) {
  const resource = z.object({ Name: z.string(), Content: z.string() });
  return z.array(resource).nullish().meta({ description }).register(memberTraits, { special: 'resources' });
}

/** A required list of objects. `refusal`: the answer when it is missing or empty. The endpoint reads its content. */
export function requiredObjects<S extends z.ZodType<object>>(refusal: string, object: S, description: string) {
  return z.array(object).meta({ description }).register(memberTraits, { refusal, special: 'objects' });
}

/** An optional list of objects: null and `[]` count as absent. The endpoint reads its content. */
export function optionalObjects<S extends z.ZodType<object>>(object: S, description: string) {
  return z.array(object).nullish().meta({ description }).register(memberTraits, { special: 'objects' });
}

/** An optional whole number within bounds. */
export function optionalWhole(least: number, most: number, description: string) {
  return z.int().min(least).max(most).nullish().meta({ description });
}

/** `true` or `false`; may be left out. */
export function optionalFlag(description: string) {
  return z.boolean().nullish().meta({ description });
}

const VARIABLES =
  'Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent ' +
  'exactly, U+0000 and unpaired surrogates.';

function variables() {
  return z.record(z.string(), z.unknown());
}
