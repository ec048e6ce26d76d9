import type { Json, Variables } from '../../engine/values.ts';
import { type SecretsOfInputs, withSecretsIn } from '../../platform/config/config-secrets.ts';
import { HIDES_NOTHING, type Hiding, hiding } from './hide-secrets.ts';
import type { Secrets } from './open-secrets.ts';

/** The inputs as the plugin gets them, or why it cannot have them. `isRetryable`: a place of secrets could not be asked. */
export type InputWithSecrets =
  | { readonly ok: true; readonly input: Variables; readonly hiding: Hiding }
  | { readonly ok: false; readonly message: string; readonly isRetryable: boolean };

/** Eight signs hold a colon and five more. */
const BASIC = /^Basic ([A-Za-z0-9+/]{8,}={0,2})$/i;

/** Puts secrets into the inputs of a custom task whose model names them there. Only this host ever sees the result. */
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

/** The named secrets that the inputs contain: a condition may have removed one. */
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

/** Names of maps may hold placeholders too, of headers for example. */
function put(value: Json, secretOf: (secret: string) => string | undefined): Json {
  if (typeof value === 'string') return inBasic(value, secretOf) ?? withSecretsIn(value, secretOf);
  if (Array.isArray(value)) return value.map((item) => put(item, secretOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [withSecretsIn(name, secretOf), put(item, secretOf)]));
}

/** The caller has already encoded user and password (RFC 7617). Undefined: not basic authentication, or no placeholder in it. */
function inBasic(value: string, secretOf: (secret: string) => string | undefined): string | undefined {
  const encoded = BASIC.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const filled = withSecretsIn(pair, secretOf);
  return filled === pair ? undefined : `Basic ${Buffer.from(filled).toString('base64')}`;
}

/** Encoded credentials; a search for the plain text would miss their content. */
function signInsOf(value: Json): string[] {
  if (typeof value === 'string') return BASIC.exec(value)?.slice(1) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(signInsOf);
}
