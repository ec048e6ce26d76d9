import { expect } from 'chai';
import { startApi } from '../../../src/api/main.ts';
import type { StartRole } from '../../../src/platform/role.ts';
import { expectCommonHeaders } from '../http/expect-answer.ts';
import type { HttpAnswer } from '../http/http-client.ts';
import { type RecordingLog, recordingLog } from '../recording-log.ts';
import { startService, type TestService } from '../service.ts';

/** A service that asks for tokens, and what it logged. */
export interface SecuredService extends TestService {
  readonly log: RecordingLog;
}

/** Starts a service with an issuer on plain http; by default the API alone, which is enough for everything before the engine. */
export async function startSecured(
  authority: string,
  env: Readonly<Record<string, string>> = {},
  roles: readonly StartRole[] = [startApi],
): Promise<SecuredService> {
  const log = recordingLog();
  const settings = { Authentication__Authority: authority, Authentication__RequireHttpsMetadata: 'false', ...env };
  return { ...(await startService({ env: settings, roles, log })), log };
}

/** The header that carries a token. */
export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** 401, an empty body, and its header (docs/contributing/spec/http/access.md#unauthorized); undefined: no such header. */
export function expectUnauthorized(answer: HttpAnswer, challenge: string | undefined): void {
  expect([answer.status, answer.headers['www-authenticate'], answer.text]).to.deep.equal([401, challenge, '']);
  expect(answer.headers['content-length']).to.equal('0');
  expect(answer.headers).not.to.have.property('content-type');
  expectCommonHeaders(answer);
}

/** The header of a token that is not accepted. */
export function invalidToken(description: string): string {
  return `Bearer error="invalid_token", error_description="${description}"`;
}
