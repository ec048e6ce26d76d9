import type { Json, Variables } from '../../engine/values.ts';
import type { LogDetails } from '../../plugins/plugin.ts';

/** Puts `***` where a secret stands in what a plugin has said. */
export interface Hiding {
  text(text: string): string;
  values(values: Variables): Variables;
  details(details: LogDetails): LogDetails;
}

/** Shorter ones are words by chance: hiding them would spoil results and hide nothing. Unit: characters. */
const SHORTEST = 4;
const HIDDEN = '***';

export const HIDES_NOTHING: Hiding = { text: (text) => text, values: (values) => values, details: (details) => details };

/** Hides secrets as they are, and as they stand in addresses and in JSON. */
export function hiding(secrets: Iterable<string>): Hiding {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    for (const form of [secret, encoded(secret), JSON.stringify(secret).slice(1, -1)]) forms.add(form);
  }
  if (forms.size === 0) return HIDES_NOTHING;
  // longer ones first: one may be a part of another
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  const text = (given: string) => ordered.reduce((left, form) => left.replaceAll(form, HIDDEN), given);
  const hide = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), hide(item)]));
  };
  return {
    text,
    values: (values) => hide(values) as Variables,
    details: (details) => hide(details) as LogDetails,
  };
}

/** A text with half a character has no such form. */
function encoded(secret: string): string {
  return secret.isWellFormed() ? encodeURIComponent(secret) : secret;
}
