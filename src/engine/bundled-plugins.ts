/**
 * The plugins that come with the engine, by task type, and what becomes of a secret in their inputs (docs/contributing/spec/secrets.md#refused-secrets): it is sent to
 * another service, or hidden in what the plugin writes, or it would be stored in variables.
 */
const BECOMES_OF_SECRETS = {
  'rest-call': 'sent',
  email: 'sent',
  log: 'hidden',
  delay: 'hidden',
  'publish-message': 'stored',
  'broadcast-signal': 'stored',
} as const;

/** Task types of the bundled plugins, in lower case; a test compares them with the plugins. */
export const BUNDLED: ReadonlySet<string> = new Set(Object.keys(BECOMES_OF_SECRETS));
/** Those that send nothing to other services. */
export const STAYS_INSIDE: ReadonlySet<string> = typesOf('hidden', 'stored');
/** Those that would store a secret. */
export const STORES_INPUTS: ReadonlySet<string> = typesOf('stored');

function typesOf(...wanted: readonly string[]): ReadonlySet<string> {
  return new Set(Object.entries(BECOMES_OF_SECRETS).flatMap(([type, becomes]) => (wanted.includes(becomes) ? [type] : [])));
}
