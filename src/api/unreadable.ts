import { maxHeaderSize } from 'node:http';
import { type Answer, problemAnswer } from '../platform/answer.ts';
import type { UnreadableRequest } from '../platform/http-messages.ts';
import type { AnswerUnreadable, RefusalOfBytes } from '../platform/http-server.ts';
import { commonAnswers } from './common-answers.ts';
import { routerPathOf } from './exchange.ts';
import type { AllowFinder } from './router.ts';
import { headersOf } from './send.ts';

/**
 * Answers bytes that the HTTP parser rejects (docs/contributing/spec/http/errors.md#unreadable-requests). No rate limits or token checks, because
 * there are no headers.
 */
export function createUnreadableAnswer(findAllow: AllowFinder): AnswerUnreadable {
  return (request) => refusalOf(answerTo(request, findAllow));
}

function answerTo({ kind, method, path }: UnreadableRequest, findAllow: AllowFinder): Answer {
  switch (kind) {
    case 'target':
      return commonAnswers.malformedPath(path);
    case 'method': {
      const routerPath = routerPathOf(path);
      if (routerPath === undefined) return commonAnswers.malformedPath(path);
      const allow = findAllow(routerPath);
      return allow === undefined ? commonAnswers.noEndpoint(path) : commonAnswers.wrongMethod(path, method, allow);
    }
    case 'size':
      return problemAnswer('headers-too-large', `The request line and the headers are larger than ${maxHeaderSize} bytes.`, path);
    case 'other':
      return problemAnswer('unreadable-request', 'The request is not readable as HTTP/1.1.', path);
  }
}

function refusalOf(answer: Answer): RefusalOfBytes {
  return { status: answer.status, headers: headersOf(answer), body: answer.body };
}
