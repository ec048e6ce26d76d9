import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { fetchJson } from './fetch-json.ts';

/** Where an issuer is and how far it may be trusted. */
export interface IssuerPlace {
  readonly authority: string;
  readonly requiresHttps: boolean;
}

/** Discovery document of an issuer (OpenID Connect Discovery 1.0, 3). */
export interface IssuerMetadata {
  /** exactly what `iss` of its tokens holds */
  readonly issuer: string;
  readonly jwksUri: URL;
}

/** Finds a key by the header of a token. */
export type KeySet = LocalJWKSet;

const TIMEOUT_MS = 5000;

/** Gets the discovery document of an issuer. Rejects with a readable reason. */
export async function discover({ authority, requiresHttps }: IssuerPlace): Promise<IssuerMetadata> {
  const url = new URL(`${authority.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const document = membersOf(await fetchJson(url, TIMEOUT_MS), 'the discovery document');
  const { issuer, jwks_uri: jwksUri } = document;
  if (typeof issuer !== 'string' || issuer === '') throw new Error('the discovery document names no issuer');
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) throw new Error('the discovery document names no jwks_uri');
  const parsed = new URL(jwksUri);
  const isAllowed = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && !requiresHttps);
  if (!isAllowed) throw new Error('the jwks_uri of the discovery document does not begin with https://');
  return { issuer, jwksUri: parsed };
}

/** Gets the signing keys of an issuer. Rejects with a readable reason. */
export async function fetchKeys(jwksUri: URL): Promise<KeySet> {
  const document = await fetchJson(jwksUri, TIMEOUT_MS);
  try {
    return createLocalJWKSet(document as JSONWebKeySet);
  } catch (cause) {
    throw new Error(`${jwksUri.origin}${jwksUri.pathname} is not a key set`, { cause });
  }
}

function membersOf(document: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document };
  throw new Error(`${name} is not a JSON object`);
}
