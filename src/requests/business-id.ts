/** Longest business id. Unit: UTF-16 code units. */
export const MAX_BUSINESS_ID_LENGTH = 256;
const EDGE_WHITE_SPACE = /^[\p{White_Space}\uFEFF]|[\p{White_Space}\uFEFF]$/u;
const ONLY_WHITE_SPACE = /^[\p{White_Space}\uFEFF]*$/u;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a text is empty or holds white space only, "blank" in the rules (docs/contributing/spec/http.md#white-space). */
export function isBlank(text: string): boolean {
  return ONLY_WHITE_SPACE.test(text);
}

/** The broken rule of a business id, as the client reads it; undefined when the id is good (docs/contributing/spec/http.md#business-id-rules, in that order). */
export function businessIdFault(businessId: string): string | undefined {
  if (isBlank(businessId)) return 'BusinessId must not be empty or white space.';
  if (EDGE_WHITE_SPACE.test(businessId)) return 'BusinessId must not have leading or trailing white space.';
  if (CONTROL_CHARACTER.test(businessId)) return 'BusinessId must not contain control characters.';
  if (businessId.length > MAX_BUSINESS_ID_LENGTH) return `BusinessId must be at most ${MAX_BUSINESS_ID_LENGTH} characters.`;
  return undefined;
}
