/**
 * Bundled plugins by task type, and the use of a secret in their inputs: sent to another service, hidden in their output, or
 * stored in variables, which is not allowed (docs/contributing/spec/http/custom-tasks.md#refused-secrets).
 */
const BECOMES_OF_SECRETS = {
  'rest-call': 'sent',
  email: 'sent',
  log: 'hidden',
  delay: 'hidden',
  'publish-message': 'stored',
  'broadcast-signal': 'stored',
} as const;

/** Task types of bundled plugins in lower case. A test compares them with the plugins. */
export const BUNDLED: ReadonlySet<string> = new Set(Object.keys(BECOMES_OF_SECRETS));
/** Task types that send nothing to other services. */
export const STAYS_INSIDE: ReadonlySet<string> = typesOf('hidden', 'stored');
/** Task types that would store a secret. */
export const STORES_INPUTS: ReadonlySet<string> = typesOf('stored');

function typesOf(...wanted: readonly string[]): ReadonlySet<string> {
  return new Set(Object.entries(BECOMES_OF_SECRETS).flatMap(([type, becomes]) => (wanted.includes(becomes) ? [type] : [])));
}
