import { domainToASCII } from 'node:url';
import type { Json, Variables } from '../../engine/values.ts';
import { type SecretsOfInputs, withSecretsIn } from '../../platform/config/config-secrets.ts';
import { redactText } from '../../platform/redact.ts';
import type { LogDetails } from '../../plugins/plugin.ts';
import type { Secrets } from './open-secrets.ts';

/** Replaces secrets by `***` in the output of a plugin. */
export interface Hiding {
  /** Hides also the beginning of a secret where the text may have been cut. */
  text(text: string): string;
  values(values: Variables): Variables;
  details(details: LogDetails): LogDetails;
}

/** Shorter texts occur in results by chance, and hiding them would damage results. Unit: characters. */
const SHORTEST = 4;
/** Shortest hidden beginning of a secret at the end of a cut text, in characters. */
const SHORTEST_END = 6;
/** Shortest hidden base64 form of a secret. */
const SHORTEST_BASE64 = 8;
const HIDDEN = '***';

const HIDES_NOTHING: Hiding = { text: (text) => text, values: (values) => values, details: (details) => details };

/**
 * Hides secrets, also their encoded forms in URLs, credentials and JSON, except very short ones. Ignores case, because responses contain host names in lower
 * case.
 */
export function hiding(secrets: Iterable<string>): Hiding {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    for (const form of formsOf(secret)) forms.add(form);
  }
  if (forms.size === 0) return HIDES_NOTHING;
  // longer forms first, because one form can be a part of another
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(ordered.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'gi');
  const whole = (given: string) => given.replace(pattern, HIDDEN);
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

/** Plain, and encoded for JSON, URLs, host names, HTML forms and base64; also without the credentials that `redactText` removes. */
function formsOf(secret: string): readonly string[] {
  const written = secret.toWellFormed();
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    ...[secret, redactText(secret), json, JSON.stringify(json).slice(1, -1), json.replaceAll('/', '\\/'), asciiOf(json)],
    ...[encodeURIComponent(written), encodeURI(written), String(new URLSearchParams([['', written]])).slice(1)],
    ...[/[\s/?#@:\\]/.test(written) ? '' : domainToASCII(written), ...inBase64(written)],
  ];
  return forms.filter(({ length }) => length >= SHORTEST);
}

function asciiOf(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Constant part of base64 texts that contain the secret, for each of the three alignments, in the alphabets of basic authentication and of URLs. */
function inBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const inner = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return inner.length < SHORTEST_BASE64 ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The text may have been cut inside a secret. */
function withoutEnd(text: string, forms: readonly string[]): string {
  const lower = text.toLowerCase();
  const end = lower.length === text.length ? lower : text;
  for (const form of forms) {
    const beginning = end === lower ? form.toLowerCase() : form;
    for (let length = Math.min(form.length - 1, text.length); length >= SHORTEST_END; length -= 1) {
      if (end.endsWith(beginning.slice(0, length))) return `${text.slice(0, -length)}${HIDDEN}`;
    }
  }
  return text;
}

/** `isRetryable`: a source of secrets could not be read. */
export type InputWithSecrets =
  | { readonly ok: true; readonly input: Variables; readonly hiding: Hiding }
  | { readonly ok: false; readonly message: string; readonly isRetryable: boolean };

/** Basic authentication. Eight characters of base64 encode a colon and five more characters. */
const BASIC = /^Basic ([A-Za-z0-9+/]{8,}={0,2})$/i;

/** Inserts secrets where the model names them. Fails if this host does not have a secret or cannot read it. The result exists only in memory. */
export async function putSecrets(
  input: Variables,
  { named, processKey }: { readonly named: SecretsOfInputs | null; readonly processKey: string },
  secrets: Secrets,
): Promise<InputWithSecrets> {
  if (named === null) return { ok: true, input, hiding: HIDES_NOTHING };
  const values = new Map<string, string>();
  for (const secret of wanted(input, named)) {
    let value: string | undefined;
    try {
      value = await secrets.find(secret, processKey);
    } catch (error) {
      return { ok: false, message: `Secret '${secret}' cannot be read: ${(error as Error).message}`, isRetryable: true };
    }
    if (value === undefined) {
      return { ok: false, message: `This host has no secret '${secret}' for process '${processKey}'`, isRetryable: false };
    }
    values.set(secret, value);
  }
  const filled = Object.fromEntries(
    Object.entries(input).map(([name, given]) => {
      const allowed = Object.hasOwn(named, name) ? named[name] : undefined;
      return [name, put(given, (secret) => (allowed?.includes(secret) === true ? values.get(secret) : undefined))];
    }),
  );
  return { ok: true, input: filled, hiding: hiding([...values.values(), ...signInsOf(filled)]) };
}

/** An expression of the model may have removed a named secret. */
function wanted(input: Variables, named: SecretsOfInputs): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, allowed] of Object.entries(named)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined;
    if (given === undefined) continue;
    put(given, (secret) => {
      if (allowed.includes(secret)) found.add(secret);
      return undefined;
    });
  }
  return found;
}

/** Inserts secrets, also in names of maps, such as header names. */
function put(value: Json, secretOf: (secret: string) => string | undefined): Json {
  if (typeof value === 'string') return inBasic(value, secretOf) ?? withSecretsIn(value, secretOf);
  if (Array.isArray(value)) return value.map((item) => put(item, secretOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [withSecretsIn(name, secretOf), put(item, secretOf)]));
}

/** Encoded user and password (RFC 7617). Undefined for other values, and without a placeholder. */
function inBasic(value: string, secretOf: (secret: string) => string | undefined): string | undefined {
  const encoded = BASIC.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const filled = withSecretsIn(pair, secretOf);
  return filled === pair ? undefined : `Basic ${Buffer.from(filled).toString('base64')}`;
}

/** Encoded credentials, because a search for the plain secret does not find them. */
function signInsOf(value: Json): string[] {
  if (typeof value === 'string') return BASIC.exec(value)?.slice(1) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(signInsOf);
}
