import type { Right } from '../platform/access-roles.ts';
import type { Answer } from '../platform/answer.ts';
import { repeated } from '../requests/request-texts.ts';
import type { Principal } from './auth/principal.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiPorts } from './ports.ts';

/** `scope`: further condition of the permission, as text. */
interface Refused {
  readonly endpoint: string;
  readonly right: Right;
  readonly path: string;
  readonly principal: Principal | undefined;
  readonly scope: string | undefined;
}

/** 403. Counts and logs the request (docs/contributing/spec/roles.md#refusals-are-seen). */
export function refuseRight(
  { log, metrics }: Pick<ApiPorts, 'log' | 'metrics'>,
  { endpoint: Endpoint, right, path, principal, scope }: Refused,
): Answer {
  metrics.requestForbidden(right);
  log.event('right-missing', { Endpoint, Right: right, ...(principal?.actor !== undefined && { Actor: principal.actor }) });
  return commonAnswers.rightMissing(path, right, scope);
}

/**
 * Scope of one process or decision as text.
 * @param endpoint method and pattern; decides if the key is that of a decision
 */
export function ofKey(endpoint: string, key: string): string {
  return `for the ${/ \/Decisions\//.test(endpoint) ? 'decision' : 'process'} '${repeated(key)}'`;
}
