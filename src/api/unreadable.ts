import { maxHeaderSize } from 'node:http';
import type { AnswerUnreadable, RefusalOfBytes } from '../platform/http-server.ts';
import type { UnreadableRequest } from '../platform/unreadable-request.ts';
import { type Answer, problemAnswer } from './answer.ts';
import { commonAnswers } from './http-errors.ts';
import type { PathFinder } from './paths.ts';
import { headersOf } from './send.ts';

/**
 * Answers bytes that the HTTP parser refuses, in shape P like every other refusal (docs/spec/http/errors.md#unreadable-requests). No permit is
 * used up and no token looked at: there are no headers to look at.
 */
export function createUnreadableAnswer(findPath: PathFinder): AnswerUnreadable {
  return (request) => refusalOf(answerTo(request, findPath));
}

function answerTo({ kind, method, path }: UnreadableRequest, findPath: PathFinder): Answer {
  switch (kind) {
    case 'target':
      return commonAnswers.malformedPath(path);
    case 'method': {
      const match = findPath(path);
      if (match.kind === 'found') return commonAnswers.wrongMethod(path, method, match.target.allow);
      return match.kind === 'malformed' ? commonAnswers.malformedPath(path) : commonAnswers.noEndpoint(path);
    }
    case 'size':
      return problemAnswer(400, `The request line and the headers are larger than ${maxHeaderSize} bytes.`, path);
    case 'other':
      return problemAnswer(400, 'The request is not readable as HTTP/1.1.', path);
  }
}

function refusalOf(answer: Answer): RefusalOfBytes {
  return { status: answer.status, headers: headersOf(answer), body: answer.body };
}
