import { type Answer, errorAnswer } from '../../platform/answer.ts';
import type { Logger } from '../../platform/log.ts';
import type { FurtherCheck } from '../body/members.ts';
import type { ApiRequest } from '../exchange.ts';
import type { Principal } from './principal.ts';

/**
 * Runs with the checks of missing members (docs/contributing/spec/http/errors.md#missing-member). Without authentication, `UserId` is required. With
 * authentication, it must be absent or equal the user of the token (docs/contributing/spec/http/access.md#acting-user).
 */
export function checkActingUser({ principal, endpoint }: Pick<ApiRequest, 'principal' | 'endpoint'>, log: Logger): FurtherCheck {
  return (textOf) => {
    const bodyUserId = textOf('UserId');
    if (principal !== undefined) return refusalOf(principal, bodyUserId, endpoint, log);
    return bodyUserId === undefined ? errorAnswer('missing-field', 'UserId is required') : undefined;
  };
}

/**
 * Checks the user of a request for a Camunda API (docs/contributing/spec/http/access.md#acting-user). Undefined: the caller may act as this user;
 * always without authentication. `userId` undefined: the user of the token.
 */
export function refusalOfUser(
  { principal, endpoint }: Pick<ApiRequest, 'principal' | 'endpoint'>,
  userId: string | undefined,
  log: Logger,
): Answer | undefined {
  return principal === undefined ? undefined : refusalOf(principal, userId, endpoint, log);
}

/** Acting user of a checked request. */
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
