import { expect } from 'chai';
import { DOCUMENTED_ENDPOINTS } from '../../src/api/endpoints.ts';
import { http } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
/** What a browser sends for another site without asking first (Fetch, CORS-safelisted request headers). */
const UNASKED = [
  undefined,
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=application/json',
];
/** Nothing of their body counts; their task is named by an id that cannot be guessed. */
const WITHOUT_BODY = ['/UserTasks/{activityInstanceId}/unclaim'];

describe('requests that another site has a browser send (docs/contributing/spec/threats.md#csrf)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const { pattern } of DOCUMENTED_ENDPOINTS.filter(({ method }) => method === 'POST')) {
    const path = pattern.replace(/\{\w+\}/g, ID);
    it(`are refused by POST ${pattern} when the browser need not ask first`, async () => {
      for (const type of UNASKED) {
        const headers = { Origin: 'http://evil.example', ...(type !== undefined && { 'Content-Type': type }) };
        const { status } = await http(service.url, { method: 'POST', path, headers, body: Buffer.from('{}') });
        expect([type, status]).to.deep.equal([type, WITHOUT_BODY.includes(pattern) ? 404 : 415]);
      }
    });

    it(`are not allowed by POST ${pattern} when the browser asks`, async () => {
      const headers = {
        Origin: 'http://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      };
      const answer = await http(service.url, { method: 'OPTIONS', path, headers });
      expect(answer.status).to.equal(405);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).to.deep.equal([]);
    });
  }
});
