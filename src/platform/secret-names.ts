/** `{{secrets.NAME}}` in an input of a custom task: the plugin host replaces it (docs/contributing/spec/secrets.md). In a query string it is percent-encoded. */
const PLACEHOLDER =
  /\{\{\s*secrets\.([A-Za-z_][\w.-]{0,127})\s*\}\}|%7B%7B(?:%20)*secrets\.([A-Za-z_][\w.-]{0,127})(?:%20)*%7D%7D/gi;

/** The secrets that a text names, each once. */
export function secretsIn(text: string): readonly string[] {
  if (!text.includes('secrets.')) return [];
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, plain, encoded]) => (plain ?? encoded) as string))];
}

/** Replaces the placeholders by secrets, encoded like the placeholder. `secretOf` returns undefined for one that stays. */
export function withSecretsIn(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes('secrets.')) return text;
  return text.replace(PLACEHOLDER, (placeholder, plain: string | undefined, encoded: string | undefined) => {
    const secret = secretOf(plain ?? (encoded as string));
    if (secret === undefined) return placeholder;
    return plain === undefined ? encodeURIComponent(secret.toWellFormed()) : secret;
  });
}

/**
 * Names of the secrets of an input, by input name: those that the model itself contains. A placeholder in the value of a
 * variable is not replaced, because a customer may have written it.
 */
export type SecretsOfInputs = Readonly<Record<string, readonly string[]>>;
