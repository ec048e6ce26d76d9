/**
 * Use of a secret in the inputs, by task type:
 * - `sent`: to another service
 * - `hidden`: in the output of the plugin
 * - `stored`: in variables. Sluice rejects a secret in these inputs (docs/contributing/spec/http/custom-tasks.md#refused-secrets).
 */
const SECRET_USE = {
  'rest-call': 'sent',
  email: 'sent',
  log: 'hidden',
  delay: 'hidden',
  'publish-message': 'stored',
  'broadcast-signal': 'stored',
} as const;

/** Task types in lower case. A test compares them with the plugins. */
export const BUNDLED: ReadonlySet<string> = new Set(Object.keys(SECRET_USE));
/** Sends nothing to other services. */
export const SENDS_NOTHING: ReadonlySet<string> = typesOf('hidden', 'stored');
/** Task types that would store a secret. */
export const STORES_INPUTS: ReadonlySet<string> = typesOf('stored');

function typesOf(...wanted: readonly string[]): ReadonlySet<string> {
  return new Set(Object.entries(SECRET_USE).flatMap(([type, use]) => (wanted.includes(use) ? [type] : [])));
}
