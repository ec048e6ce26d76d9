import { hash } from 'node:crypto';
import type { AuthenticationConfig } from '../../platform/config-security.ts';
import { isBlank } from '../../queries/business-id.ts';
import { holdsUnstorableText } from '../body/unstorable-text.ts';

/** Who calls, as the token says (docs/spec/http/access.md#acting-user). */
export interface Caller {
  /** whom an Idempotency-Key of this caller belongs to (docs/spec/http.md#key-owner) */
  readonly keyOwner: string;
  /** value of the user-id claim; undefined when it is missing, blank, or no text */
  readonly userId: string | undefined;
  readonly userIdClaim: string;
  readonly groups: readonly string[];
}

/** Claims of a token that has been checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** Reads the caller from the claims; only the configured claims count, there is no second choice. */
export function callerOf(claims: Claims, { userIdClaim, groupsClaim }: AuthenticationConfig): Caller {
  const userId = textClaim(claims, userIdClaim);
  const subject = textClaim(claims, 'sub');
  const keyOwner = keyOwnerOf(subject, userId) ?? `claims ${hash('sha256', JSON.stringify(claims), 'hex')}`;
  return { keyOwner, userId, userIdClaim, groups: groupsOf(claims, groupsClaim) };
}

/** Whom the keys of a caller belong to; undefined: nothing names him, and his keys are good for what he showed and no longer. */
export function keyOwnerOf(subject: string | undefined, userId: string | undefined): string | undefined {
  if (subject !== undefined) return `sub ${subject}`;
  return userId === undefined ? undefined : `user ${userId}`;
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
