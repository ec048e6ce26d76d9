import { hash } from 'node:crypto';
import type { Grant } from '../../platform/access-roles.ts';
import type { AuthenticationConfig, AuthorizationConfig } from '../../platform/config/config-security.ts';
import { cutText } from '../../platform/cut-text.ts';
import { grantsOf, grantValuesOf } from '../../requests/grants.ts';
import { holdsUnstorableText, isBlank } from '../../requests/request-texts.ts';

/** User of a request (docs/contributing/spec/http/access.md#acting-user). */
export interface Principal {
  /** owner of Idempotency-Keys, with a prefix for its kind (docs/contributing/spec/http.md#key-owner) */
  readonly keyOwner: string;
  /** user name in log and event history (docs/contributing/spec/journal.md#actor); undefined: neither subject nor user id */
  readonly actor: string | undefined;
  /** claim; undefined if it is missing, blank, not a text, or cannot be stored */
  readonly userId: string | undefined;
  readonly userIdClaim: string;
  readonly groups: readonly string[];
  /** expiry of the token; absent: no token. Unit: ms since epoch */
  readonly expiresAt?: number;
  /** whether the session has ended, for long-lived responses. Absent: no session */
  readonly hasEnded?: () => Promise<boolean>;
  /** grants of the token (docs/contributing/spec/roles.md); empty while access roles are off */
  readonly grants: readonly Grant[];
}

const MOST_CHARACTERS = 255;

/** Claims of a checked token. */
export type Claims = Readonly<Record<string, unknown>>;

/** Builds the principal. Without subject and user id, the digest of all claims owns the idempotency keys. `authorization` undefined: no grants. */
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

/** `sub ` and the subject, otherwise `user ` and the user id. The prefixes separate kinds of owners. */
export function keyOwnerOf(subject: string | undefined, userId: string | undefined): string | undefined {
  if (subject !== undefined) return `sub ${subject}`;
  return userId === undefined ? undefined : `user ${userId}`;
}

/**
 * Returns the name for log and event history: subject, otherwise user id, cut to 255 characters, the maximum of a subject (OpenID Connect Core, 2).
 */
export function actorOf(subject: string | undefined, userId: string | undefined): string | undefined {
  const name = subject ?? userId;
  return name === undefined ? undefined : cutText(name, MOST_CHARACTERS);
}

function textClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && !isBlank(value) && !holdsUnstorableText(value) ? value : undefined;
}

/** A list of texts, or a text, which is one group even with commas. Omits other values. */
function groupsOf(claims: Claims, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter((entry): entry is string => typeof entry === 'string' && !holdsUnstorableText(entry));
}
