import { type Right, rightIsMissing } from '../platform/access-roles.ts';
import { type Answer, errorAnswer, problemAnswer } from '../platform/answer.ts';
import type { HostRefusal } from '../platform/host-check.ts';
import { repeated } from '../requests/request-texts.ts';

const RETRY_LATER: readonly string[] = ['Retry-After', '5'];
const UNREADABLE_NOW = 'The database is not reachable. Repeat the request after the Retry-After delay.';
const UNKNOWN_OUTCOME =
  'The database is not reachable. The outcome is unknown. Repeat the request with the same Idempotency-Key.';
const RETRY_SOON: readonly string[] = ['Retry-After', '1'];

/** Error answers in the order of the checks (docs/contributing/spec/http/errors.md#order-of-checks). */
export const commonAnswers = {
  notOurHost: (path: string, { code, detail }: HostRefusal): Answer => problemAnswer(code, detail, path),
  otherOrigin: (path: string): Answer =>
    problemAnswer('cross-origin-request', 'Cross-origin requests are not allowed on this endpoint.', path),
  malformedPath: (path: string): Answer => problemAnswer('malformed-path', 'The request path is malformed.', path),
  noEndpoint: (path: string): Answer => problemAnswer('unknown-endpoint', 'No endpoint matches this path.', path),
  wrongMethod: (path: string, method: string, allow: string): Answer =>
    problemAnswer('method-not-allowed', `The method ${method} is not allowed on this path.`, path, ['Allow', allow]),
  rateLimitMissing: (path: string, policy: string): Answer =>
    problemAnswer('rate-limit-not-configured', `The rate limit policy '${policy}' is not configured.`, path),
  tooManyRequests: (): Answer => errorAnswer('rate-limit-exceeded', 'Too many requests. Please retry later.'),
  tooManyWaits: (most: number): Answer =>
    errorAnswer('too-many-waits', `Too many requests are waiting. At most ${most} may (Api:MaxWaits). Please retry later.`),
  tooManyWaitsOfClient: (most: number): Answer =>
    errorAnswer(
      'too-many-waits',
      `Too many requests of this client are waiting. At most ${most} may (Api:WaitsPerClient). Please retry later.`,
    ),
  rightMissing: (path: string, right: Right, scope?: string): Answer =>
    problemAnswer('missing-permission', rightIsMissing(right, scope), path),
  malformedKey: (path: string): Answer =>
    problemAnswer('invalid-idempotency-key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', path),
  notJson: (path: string): Answer =>
    problemAnswer('unsupported-media-type', 'The request body must be JSON (application/json).', path),
  unknownEncoding: (path: string, encoding: string): Answer =>
    problemAnswer('unsupported-encoding', `The content encoding '${repeated(encoding)}' is not supported.`, path),
  bodyTooLarge: (path: string, limitBytes: number): Answer =>
    problemAnswer('body-too-large', `The request body is larger than ${limitBytes} bytes.`, path),
  invalidJson: (path: string, diagnostic: string): Answer =>
    problemAnswer('invalid-json', `The request body is not valid JSON: ${repeated(diagnostic)}`, path),
  bodyNotAnObject: (path: string): Answer => problemAnswer('invalid-body', 'The request body must be a JSON object.', path),
  bodyNotAForm: (path: string): Answer =>
    problemAnswer('invalid-body', 'The request body must be a form with files (multipart/form-data).', path),
  tooManyParts: (path: string, most: number): Answer =>
    problemAnswer('invalid-body', `The form has more than ${most} files and fields.`, path),
  unreadableFile: (path: string, name: string, reason: string): Answer =>
    problemAnswer('invalid-body', `The file '${repeated(name)}' cannot be read: ${reason}`, path),
  keyReused: (path: string): Answer =>
    problemAnswer('idempotency-key-reused', 'Idempotency-Key was already used with a different request.', path),
  queueUnreachable: (path: string): Answer =>
    problemAnswer('queue-unavailable', 'The command queue is not reachable. Nothing was done.', path, RETRY_LATER),
  tooManySimulations: (path: string): Answer =>
    problemAnswer('overloaded', 'Too many simulations are waiting. Nothing was done.', path, RETRY_SOON),
  overloaded: (path: string): Answer =>
    problemAnswer('overloaded', 'Too many commands are waiting. Nothing was done.', path, RETRY_SOON),
  noWorkerAnswered: (path: string, timeoutSeconds: number): Answer =>
    problemAnswer(
      'no-worker-answered',
      `No worker answered within ${timeoutSeconds} seconds. The outcome is unknown. ` +
        'Repeat the request with the same Idempotency-Key to learn the outcome without doing the work twice.',
      path,
      RETRY_LATER,
    ),
  databaseUnreachable: (path: string, isRead = true): Answer =>
    problemAnswer('database-unavailable', isRead ? UNREADABLE_NOW : UNKNOWN_OUTCOME, path, RETRY_LATER),
  shardUnreachable: (path: string, shard: string, isRead: boolean): Answer =>
    problemAnswer('database-unavailable', `Shard '${shard}': ${isRead ? UNREADABLE_NOW : UNKNOWN_OUTCOME}`, path, RETRY_LATER),
  unforeseen: (path: string): Answer =>
    problemAnswer('internal-error', 'An unexpected error occurred. See server logs for details.', path),
  malformedMinPosition: (path: string): Answer =>
    problemAnswer('invalid-position', 'Service-Min-Position is not a position issued by this service.', path),
  readSideBehind: (path: string): Answer =>
    problemAnswer(
      'position-not-reached',
      'Lists do not contain the requested write yet. Repeat the request after the Retry-After delay.',
      path,
      RETRY_SOON,
    ),
} as const;
