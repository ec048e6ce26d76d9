import type { Json, Variables } from '../../engine/values.ts';
import { redactText } from '../../platform/redact.ts';
import type { LogDetails } from '../../plugins/plugin.ts';

/** Puts `***` where a secret stands in what a plugin has said. */
export interface Hiding {
  text(text: string): string;
  values(values: Variables): Variables;
  details(details: LogDetails): LogDetails;
}

/** Shorter ones are words by chance: hiding them would spoil results and hide nothing. Unit: characters. */
const SHORTEST = 4;
/** Of a secret that was cut. Unit: characters. */
const SHORTEST_END = 6;
const HIDDEN = '***';

export const HIDES_NOTHING: Hiding = { text: (text) => text, values: (values) => values, details: (details) => details };

/** Hides secrets as they are, and as they stand in addresses and in JSON. */
export function hiding(secrets: Iterable<string>): Hiding {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    for (const form of formsOf(secret)) forms.add(form);
  }
  if (forms.size === 0) return HIDES_NOTHING;
  // longer ones first: one may be a part of another
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  const whole = (given: string) => ordered.reduce((left, form) => left.replaceAll(form, HIDDEN), given);
  const hide = (value: Json): Json => {
    if (typeof value === 'string') return whole(value);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [whole(name), hide(item)]));
  };
  return {
    text: (given) => withoutEnd(whole(given), ordered),
    values: (values) => hide(values) as Variables,
    details: (details) => hide(details) as LogDetails,
  };
}

/** As it is, as it stands in JSON, in a part of an address and in a whole one, and where somebody has taken credentials out of a text already. */
function formsOf(secret: string): readonly string[] {
  const written = secret.toWellFormed();
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(written), encodeURI(written), redactText(secret)];
}

/** The same without the beginning of a secret at its end: whoever cuts a text may have cut one. */
function withoutEnd(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, text.length); length >= SHORTEST_END; length -= 1) {
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}${HIDDEN}`;
    }
  }
  return text;
}
