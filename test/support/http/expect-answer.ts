import { expect } from 'chai';
import type { HttpAnswer } from './http-client.ts';

const TYPES: Readonly<Record<number, readonly [section: string, title: string]>> = {
  400: ['15.5.1', 'Bad Request'],
  403: ['15.5.4', 'Forbidden'],
  404: ['15.5.5', 'Not Found'],
  405: ['15.5.6', 'Method Not Allowed'],
  406: ['15.5.7', 'Not Acceptable'],
  409: ['15.5.10', 'Conflict'],
  413: ['15.5.14', 'Content Too Large'],
  415: ['15.5.16', 'Unsupported Media Type'],
  421: ['15.5.20', 'Misdirected Request'],
  422: ['15.5.21', 'Unprocessable Content'],
  500: ['15.6.1', 'Internal Server Error'],
  503: ['15.6.4', 'Service Unavailable'],
};

/** Shape P (docs/contributing/spec/http/errors.md#shape-p): exactly the six members. `path` as sent, without the query. */
export function expectProblem(answer: HttpAnswer, status: number, detail: string, path: string): void {
  const [section = '', title = ''] = TYPES[status] ?? [];
  expect(answer.json, answer.text).to.deep.equal({
    type: `https://tools.ietf.org/html/rfc9110#section-${section}`,
    title,
    status,
    detail,
    instance: path,
    code: answer.headers['service-error-code'],
  });
  expect(answer.status).to.equal(status);
  expect(answer.headers['content-type']).to.match(/^application\/problem\+json\b/);
  expectCommonHeaders(answer);
}

/** Shape E (docs/contributing/spec/http/errors.md#shape-e). */
export function expectError(answer: HttpAnswer, status: number, text: string): void {
  expect(answer.json, answer.text).to.deep.equal({ error: text });
  expect(answer.status).to.equal(status);
  expect(answer.headers['content-type']).to.match(/^application\/json\b/);
  expectCommonHeaders(answer);
}

/** 200 with a JSON body; gives the body. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
export function expectJson(answer: HttpAnswer): any {
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.headers['content-type']).to.match(/^application\/json\b/);
  expectCommonHeaders(answer);
  return answer.json;
}

/** "200 empty" (docs/contributing/spec/http.md#empty-answer). */
export function expectEmpty(answer: HttpAnswer): void {
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.text).to.equal('');
  expect(answer.headers['content-length']).to.equal('0');
  expect(answer.headers).not.to.have.property('content-type');
  expectCommonHeaders(answer);
}

/** Headers of every answer (docs/contributing/spec/http.md#common-headers). */
export function expectCommonHeaders({ headers }: HttpAnswer): void {
  expect(headers['cache-control']).to.equal('no-store');
  expect(headers['x-content-type-options']).to.equal('nosniff');
  for (const name of ['etag', 'x-powered-by', 'server', 'access-control-allow-origin'])
    expect(headers).not.to.have.property(name);
}
