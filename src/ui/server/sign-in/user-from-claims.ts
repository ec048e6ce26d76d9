import type { AuthorizationConfig, SignInConfig } from '../../../platform/config/config-authorization.ts';
import { isBlank } from '../../../requests/business-id.ts';
import { grantValuesOf } from '../../../requests/grants.ts';
import { holdsUnstorableText } from '../../../requests/unstorable-text.ts';
import type { SessionUser } from './session.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Who it is: name shown, acting user and groups (docs/contributing/spec/sign-in.md#shown-name). Claims are read as own properties only. */
export function userFromClaims(
  claims: Claims,
  { userIdClaim, groupsClaim }: Pick<SignInConfig, 'userIdClaim' | 'groupsClaim'>,
  idToken: string | null,
  authorization?: AuthorizationConfig | undefined,
): SessionUser {
  const subject = textClaim(claims, 'sub') ?? '';
  const name = textClaim(claims, 'preferred_username') ?? textClaim(claims, 'name') ?? subject;
  const grantValues = authorization && grantValuesOf(claims, authorization);
  const groups = groupsOf(claims, groupsClaim);
  return { name, subject, userId: textClaim(claims, userIdClaim) ?? null, groups, ...(grantValues && { grantValues }), idToken };
}

function textClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && !isBlank(value) && !holdsUnstorableText(value) ? value : undefined;
}

/** A list of texts, one group each; a single text is one group. */
function groupsOf(claims: Claims, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter((entry): entry is string => typeof entry === 'string' && !holdsUnstorableText(entry));
}
