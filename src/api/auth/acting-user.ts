import { type Answer, errorAnswer } from '../../platform/answer.ts';
import type { Logger } from '../../platform/log.ts';
import type { FurtherCheck } from '../body/members.ts';
import type { WriteRequest } from '../endpoint.ts';
import type { Principal } from './principal.ts';

/** User who claims or completes a task; determined after `check` has accepted the request. */
export interface TaskActor {
  /** its position in the order of missing-member checks (docs/contributing/spec/http/errors.md#missing-member) */
  readonly check: FurtherCheck;
  readonly userId: string;
  /** the groups that count, of those in the body and those of the token */
  groups(ofBody: readonly string[]): readonly string[];
}

/** With authentication on, user and groups come from the token only (docs/contributing/spec/http/access.md#acting-user). */
export function readActingUser({ principal, endpoint }: Pick<WriteRequest, 'principal' | 'endpoint'>, log: Logger): TaskActor {
  let bodyUserId: string | undefined;
  return {
    check(textOf) {
      bodyUserId = textOf('UserId');
      if (principal !== undefined) return refusalOf(principal, bodyUserId, endpoint, log);
      return bodyUserId === undefined ? errorAnswer('missing-field', 'UserId is required') : undefined;
    },
    get userId() {
      return (principal === undefined ? bodyUserId : principal.userId) ?? '';
    },
    groups: (ofBody) => principal?.groups ?? ofBody,
  };
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
