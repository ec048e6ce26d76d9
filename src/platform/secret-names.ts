/** `{{secrets.NAME}}` in an input of a custom task: the host puts the secret in its place (docs/spec/secrets.md). */
const PLACEHOLDER = /\{\{\s*secrets\.([A-Za-z_][\w.-]{0,127})\s*\}\}/g;
const ENCODED = /%7B%7B(?:%20)*secrets\.([A-Za-z_][\w.-]{0,127})(?:%20)*%7D%7D/gi;

/** The secrets that a text names, each once. */
export function secretsIn(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name as string))];
}

/** The text with secrets in place of its placeholders; in a query of an address both are encoded. `secretOf` gives undefined for one that stays. */
export function withSecretsIn(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes('secrets.')) return text;
  const filled = text.replace(PLACEHOLDER, (placeholder, name: string) => secretOf(name) ?? placeholder);
  return filled.replace(ENCODED, (placeholder, name: string) => {
    const secret = secretOf(name);
    return secret === undefined ? placeholder : encodeURIComponent(secret.toWellFormed());
  });
}

/**
 * Which secrets an input may get, by the name of the input: those that the model writes into it. What stands in a variable, where a customer may have
 * written it, is never a placeholder.
 */
export type SecretsOfInputs = Readonly<Record<string, readonly string[]>>;
