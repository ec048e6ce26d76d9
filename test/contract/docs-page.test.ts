import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { expectProblem } from '../support/http/expect-answer.ts';
import { get, http } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';

const FILES = ['start.js', 'swagger-ui-bundle.js', 'swagger-ui.css'];

describe('GET /docs (docs/contributing/spec/http.md#api-description)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ roles: [startApi] });
  });
  after(() => service.stop());

  it('is its own page without scripts that only loads files of this service, with or without a slash', async () => {
    for (const [path, base] of [
      ['/docs', 'docs/'],
      ['/docs/', './'],
      ['/DOCS', 'docs/'],
    ] as const) {
      const page = await get(service.url, path);
      expect(page.status).to.equal(200);
      expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
      const addresses = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
      expect(addresses.filter((address) => address !== 'data:,').sort()).to.deep.equal(FILES.map((file) => base + file));
      expect(page.text).not.to.match(/<script(?![^>]* src=)|\son\w+=|<style|https?:/);
    }
  });

  it('lets no script but its own run, and nothing be loaded from other hosts', async () => {
    const directives = String((await get(service.url, '/docs')).headers['content-security-policy']).split('; ');
    expect(directives).to.include.members([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]);
    for (const directive of directives) expect(directive).not.to.match(/https?:|\*|unsafe-eval|script-src.*unsafe-inline/);
  });

  it('has the files of its page when they are asked for', async () => {
    for (const file of FILES) {
      const answer = await get(service.url, `/docs/${file}`);
      expect(answer.status).to.equal(200);
      expect(answer.headers['content-type']).to.match(file.endsWith('.css') ? /^text\/css\b/ : /^text\/javascript\b/);
      expect(answer.headers['x-content-type-options']).to.equal('nosniff');
    }
    const start = (await get(service.url, '/docs/start.js')).text;
    expect(start)
      .to.contain('openapi.json')
      .and.not.to.match(/https?:/);
    expectProblem(await get(service.url, '/docs/package.json'), 404, 'No endpoint matches this path.', '/docs/package.json');
    const path = '/docs/..%2Fpackage.json';
    expectProblem(await http(service.url, { path }), 404, 'No endpoint matches this path.', path);
  });

  it('sends its files compressed when the headers allow it', async () => {
    for (const path of ['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']) {
      const plain = await get(service.url, path);
      const { vary, 'content-length': length } = plain.headers;
      expect([vary, Number(length)]).to.deep.equal(['Accept-Encoding', Buffer.byteLength(plain.text)]);
      const zipped = await get(service.url, path, { 'Accept-Encoding': 'gzip' });
      expect([zipped.status, zipped.headers['content-encoding']]).to.deep.equal([200, 'gzip']);
      expect(Number(zipped.headers['content-length'])).to.be.below(Number(length) / 3);
    }
  });

  it('answers 404, as the document does, when Docs:Enabled is false, but not in development', async () => {
    for (const [NODE_ENV, status] of [
      ['production', 404],
      ['development', 200],
    ] as const) {
      const other = await startService({
        roles: [startApi],
        env: { Docs__Enabled: 'false', NODE_ENV },
        databaseUrl: service.databaseUrl,
      });
      try {
        for (const path of ['/docs', '/openapi.json', '/docs/start.js']) {
          expect((await get(other.url, path)).status, `${NODE_ENV} ${path}`).to.equal(status);
        }
      } finally {
        await other.stop();
      }
    }
  });
});
