import { type Answer, errorAnswer } from '../../platform/answer.ts';
import type { Logger } from '../../platform/log.ts';
import type { FurtherCheck } from '../body/members.ts';
import type { ApiRequest } from '../exchange.ts';
import type { Principal } from './principal.ts';

/**
 * Checks the user of the body, in the order of missing-member checks (docs/contributing/spec/http/errors.md#missing-member). With
 * authentication on, user and groups come from the token only (docs/contributing/spec/http/access.md#acting-user).
 */
export function checkActingUser({ principal, endpoint }: Pick<ApiRequest, 'principal' | 'endpoint'>, log: Logger): FurtherCheck {
  return (textOf) => {
    const bodyUserId = textOf('UserId');
    if (principal !== undefined) return refusalOf(principal, bodyUserId, endpoint, log);
    return bodyUserId === undefined ? errorAnswer('missing-field', 'UserId is required') : undefined;
  };
}

/**
 * The answer if a caller of the APIs of other products may not act as this user (docs/contributing/spec/http/access.md#acting-user). `userId`:
 * undefined: the user of the token. Without authentication each user may be named.
 */
export function refusalOfUser(
  { principal, endpoint }: Pick<ApiRequest, 'principal' | 'endpoint'>,
  userId: string | undefined,
  log: Logger,
): Answer | undefined {
  return principal === undefined ? undefined : refusalOf(principal, userId, endpoint, log);
}

/** The acting user of a checked request. */
export function userIdOf({
  principal,
  members,
}: ApiRequest & { readonly members: { readonly UserId: string | undefined } }): string {
  return (principal === undefined ? members.UserId : principal.userId) ?? '';
}

function refusalOf(principal: Principal, bodyUserId: string | undefined, endpoint: string, log: Logger): Answer | undefined {
  if (principal.userId === undefined) {
    log.event('token-without-user-id', { Endpoint: endpoint, ClaimName: principal.userIdClaim });
    return errorAnswer('missing-user-id', 'Authenticated user has no user id claim');
  }
  if (bodyUserId === undefined || bodyUserId === principal.userId) return undefined;
  log.event('body-user-differs-from-token', { Endpoint: endpoint });
  return errorAnswer('user-mismatch', 'UserId does not match the authenticated user');
}
