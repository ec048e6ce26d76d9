/** `{{secrets.NAME}}` in an input of a custom task: the host puts the secret in its place (docs/spec/secrets.md). In a query it stands encoded. */
const PLACEHOLDER =
  /\{\{\s*secrets\.([A-Za-z_][\w.-]{0,127})\s*\}\}|%7B%7B(?:%20)*secrets\.([A-Za-z_][\w.-]{0,127})(?:%20)*%7D%7D/gi;

/** The secrets that a text names, each once. */
export function secretsIn(text: string): readonly string[] {
  if (!text.includes('secrets.')) return [];
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, plain, encoded]) => (plain ?? encoded) as string))];
}

/** The text with secrets in place of its placeholders, encoded where these are. `secretOf` gives undefined for one that stays. */
export function withSecretsIn(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes('secrets.')) return text;
  return text.replace(PLACEHOLDER, (placeholder, plain: string | undefined, encoded: string | undefined) => {
    const secret = secretOf(plain ?? (encoded as string));
    if (secret === undefined) return placeholder;
    return plain === undefined ? encodeURIComponent(secret.toWellFormed()) : secret;
  });
}

/**
 * Which secrets an input may get, by the name of the input: those that the model writes into it. What stands in a variable, where a customer may have
 * written it, is never a placeholder.
 */
export type SecretsOfInputs = Readonly<Record<string, readonly string[]>>;
