import { hash } from 'node:crypto';
import type { Grant } from '../../platform/access-roles.ts';
import type { AuthenticationConfig, AuthorizationConfig } from '../../platform/config/config-security.ts';
import { cutText } from '../../platform/cut-text.ts';
import { grantsOf, grantValuesOf } from '../../requests/grants.ts';
import { holdsUnstorableText, isBlank } from '../../requests/request-texts.ts';

/** User of a token (docs/contributing/spec/http/access.md#acting-user). */
export interface Principal {
  /** owner of the Idempotency-Keys of this principal (docs/contributing/spec/http.md#key-owner) */
  readonly keyOwner: string;
  /** user name in log and journal (docs/contributing/spec/journal.md#actor); undefined: the token names no user */
  readonly actor: string | undefined;
  /** value of the user-id claim; undefined when it is missing, blank, or no text */
  readonly userId: string | undefined;
  readonly userIdClaim: string;
  readonly groups: readonly string[];
  /** expiry of the token; absent: the principal has no token. Unit: ms since epoch */
  readonly expiresAt?: number;
  /** whether its session has ended; asked by long-lived responses; absent: no session */
  readonly hasEnded?: () => Promise<boolean>;
  /** grants of the token (docs/contributing/spec/roles.md); empty while access roles are off */
  readonly grants: readonly Grant[];
}

const MOST_CHARACTERS = 255;

/** The token claims of a token that has been checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** Reads the principal from the configured token claims, without fallback. */
export function principalOf(
  claims: Claims,
  { userIdClaim, groupsClaim }: AuthenticationConfig,
  authorization?: AuthorizationConfig | undefined,
): Principal {
  const userId = textClaim(claims, userIdClaim);
  const subject = textClaim(claims, 'sub');
  const keyOwner = keyOwnerOf(subject, userId) ?? `claims ${hash('sha256', JSON.stringify(claims), 'hex')}`;
  const grants = authorization === undefined ? [] : grantsOf(grantValuesOf(claims, authorization), authorization);
  const { exp } = claims;
  const expiry = typeof exp === 'number' ? { expiresAt: exp * 1000 } : {};
  const groups = groupsOf(claims, groupsClaim);
  return { keyOwner, actor: actorOf(subject, userId), userId, userIdClaim, groups, grants, ...expiry };
}

/** The owner of the keys of a principal; undefined: nothing names the principal, so its keys are good only as long as its token. */
export function keyOwnerOf(subject: string | undefined, userId: string | undefined): string | undefined {
  if (subject !== undefined) return `sub ${subject}`;
  return userId === undefined ? undefined : `user ${userId}`;
}

/** User name for log and journal. A subject has at most 255 characters (OpenID Connect Core, 2); a longer text is cut. */
export function actorOf(subject: string | undefined, userId: string | undefined): string | undefined {
  const name = subject ?? userId;
  return name === undefined ? undefined : cutText(name, MOST_CHARACTERS);
}

function textClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && !isBlank(value) && !holdsUnstorableText(value) ? value : undefined;
}

/** A list of texts, one group each; a single text is one group and is not split at commas. */
function groupsOf(claims: Claims, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter((entry): entry is string => typeof entry === 'string' && !holdsUnstorableText(entry));
}
