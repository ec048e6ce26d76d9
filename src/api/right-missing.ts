import type { Right } from '../platform/access-roles.ts';
import type { Answer } from '../platform/answer.ts';
import { repeated } from '../requests/request-texts.ts';
import type { Principal } from './auth/principal.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiPorts } from './ports.ts';

/** A request whose sender lacks a permission. `scope`: condition of the permission in addition to the endpoint, as text. */
interface Refused {
  readonly endpoint: string;
  readonly right: Right;
  readonly path: string;
  readonly principal: Principal | undefined;
  readonly scope: string | undefined;
}

/** The 403 of a request; it is counted and leaves a line (docs/contributing/spec/roles.md#refusals-are-seen). */
export function refuseRight(
  { log, metrics }: Pick<ApiPorts, 'log' | 'metrics'>,
  { endpoint: Endpoint, right, path, principal, scope }: Refused,
): Answer {
  metrics.requestForbidden(right);
  log.event('right-missing', { Endpoint, Right: right, ...(principal?.actor !== undefined && { Actor: principal.actor }) });
  return commonAnswers.rightMissing(path, right, scope);
}

/** The scope of a right that is needed for one process, or one decision. @param endpoint whose path has the key */
export function ofKey(endpoint: string, key: string): string {
  return `for the ${/ \/Decisions\//.test(endpoint) ? 'decision' : 'process'} '${repeated(key)}'`;
}
