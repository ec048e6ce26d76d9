import { expect } from 'chai';
import { commonAnswers } from '../../../src/api/common-answers.ts';

describe('the answers that endpoints share', () => {
  const path = '/p';
  const answers: readonly [answer: ReturnType<typeof commonAnswers.noEndpoint>, status: number, detail: string][] = [
    [commonAnswers.malformedPath(path), 400, 'The request path is malformed.'],
    [commonAnswers.noEndpoint(path), 404, 'No endpoint matches this path.'],
    [commonAnswers.wrongMethod(path, 'PUT', 'POST'), 405, 'The method PUT is not allowed on this path.'],
    [commonAnswers.malformedKey(path), 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
    [commonAnswers.notJson(path), 415, 'The request body must be JSON (application/json).'],
    [commonAnswers.unknownEncoding(path, 'zstd'), 415, "The content encoding 'zstd' is not supported."],
    [commonAnswers.bodyTooLarge(path, 1048576), 413, 'The request body is larger than 1048576 bytes.'],
    [commonAnswers.invalidJson(path, 'why'), 400, 'The request body is not valid JSON: why'],
    [commonAnswers.bodyNotAnObject(path), 400, 'The request body must be a JSON object.'],
    [commonAnswers.keyReused(path), 422, 'Idempotency-Key was already used with a different request.'],
    [commonAnswers.queueUnreachable(path), 503, 'The command queue is not reachable. Nothing was done.'],
    [commonAnswers.overloaded(path), 503, 'Too many commands are waiting. Nothing was done.'],
    [
      commonAnswers.noWorkerAnswered(path, 15),
      503,
      'No worker answered within 15 seconds. The outcome is unknown. ' +
        'Repeat the request with the same Idempotency-Key to learn the outcome without doing the work twice.',
    ],
    [
      commonAnswers.databaseUnreachable(path),
      503,
      'The database is not reachable. Repeat the request after the Retry-After delay.',
    ],
    [
      commonAnswers.databaseUnreachable(path, false),
      503,
      'The database is not reachable. The outcome is unknown. Repeat the request with the same Idempotency-Key.',
    ],
    [commonAnswers.unforeseen(path), 500, 'An unexpected error occurred. See server logs for details.'],
    [
      commonAnswers.readSideBehind(path),
      503,
      'Lists do not contain the requested write yet. Repeat the request after the Retry-After delay.',
    ],
  ];
  for (const [answer, status, detail] of answers) {
    it(`answer ${status} with the text of the contract: ${detail.slice(0, 40)}`, () => {
      expect(answer.status).to.equal(status);
      expect(JSON.parse(answer.body)).to.deep.include({ status, detail, instance: path });
    });
  }
});
