import { discover, fetchKeys } from '../../api/auth/discovery.ts';
import { SETTINGS } from '../../platform/config-table.ts';
import { errorMessage, redactText } from '../../platform/redact.ts';
import type { Lenient } from './diagnosis.ts';
import { type DoctorFinding, notice, wrong } from './finding.ts';

/** The issuer of Authentication:Authority: whether its document and its keys can be fetched, and which name it uses for itself in tokens. */
export async function checkIssuer(read: Lenient): Promise<readonly DoctorFinding[]> {
  const [authority, requiresHttps] = [read(SETTINGS.authority), read(SETTINGS.requireHttpsMetadata)];
  if (authority === undefined || requiresHttps === undefined) return [];
  if (requiresHttps && new URL(authority).protocol !== 'https:') return []; // refused before any request
  try {
    const { issuer, jwksUri } = await discover({ authority, requiresHttps });
    const signing = (await fetchKeys(jwksUri))
      .jwks()
      .keys.filter(({ kty = '', use }) => /^(?:RSA|EC)$/.test(kty) && use !== 'enc');
    if (signing.length === 0)
      return [wrong(`The issuer publishes no RSA or EC key at ${redactText(jwksUri.href)}: every token is refused.`)];
    if (issuer.replace(/\/$/, '') === authority.replace(/\/$/, '')) return [];
    return [notice(`The issuer calls itself ${redactText(issuer)}: only tokens with exactly this \`iss\` are accepted.`)];
  } catch (error) {
    return [
      wrong(
        `The issuer of ${SETTINGS.authority.key} cannot be used: ${errorMessage(error)}. Until then every call is answered 401.`,
      ),
    ];
  }
}
