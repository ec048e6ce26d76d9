import { expect } from 'chai';
import pg from 'pg';
import { buildUi } from '../../bin/build-ui.mjs';
import { startUi } from '../../src/ui/main.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

describe('what the UI serves (docs/contributing/spec/pages.md#routes)', () => {
  let service: TestService;
  let url: string;
  let visitor: Visitor;
  before(async function () {
    this.timeout(60_000);
    await buildUi({ isQuiet: true });
    service = await startService({ env: { UI_PORT: '0' } });
    url = (await service.start(startUi)).url ?? '';
  });
  after(() => service.stop());
  beforeEach(() => {
    visitor = openVisitor();
  });
  const get = (path: string, headers?: Record<string, string>) => visitor.get(url + path, headers);

  const PAGES = [
    '/workflows',
    '/process-instances/a%20b',
    '/process-instances/a/3',
    '/user-tasks',
    '/admin/custom-tasks',
    '/dead-letters',
    '/batches',
    '/incidents',
    '/timers',
    '/decisions',
    '/decisions/a%20b',
    '/decision-editor',
    '/events',
    '/dashboard',
    '/modeler',
    '/settings',
  ];
  for (const path of PAGES) {
    it(`serves the application at ${path}, with its protecting headers`, async () => {
      const { status, text, headers } = await get(path);
      expect(status).to.equal(200);
      expect(text).to.contain('<div id="root">');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).to.contain("default-src 'self';").and.to.contain("script-src 'self';");
      expect(policy).to.contain("frame-ancestors 'none'").and.to.contain("object-src 'none'").and.to.contain("base-uri 'none'");
      expect(policy).to.match(/form-action 'self'\s*;/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('referrer-policy')).to.equal('same-origin');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.has('x-powered-by')).to.equal(false);
    });
  }

  it('answers 500 with the page Error and the trace id when something unforeseen happens', async () => {
    await get('/ui/api/session'); // a visit that is looked up again
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    await database.query('alter table ui_session rename to ui_session_away');
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traced = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const page = await get('/workflows', traced);
    const data = await get('/ui/api/workflows', traced);
    await database.query('alter table ui_session_away rename to ui_session');
    await database.end();
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([500, 'text/html; charset=utf-8']);
    expect(page.text).to.contain('<h1>Error</h1>').and.to.contain(traceId).and.to.not.contain('ui_session');
    expect(data.status).to.equal(500);
    expect(JSON.parse(data.text).detail).to.equal('An unexpected error occurred. See server logs for details.');
    expect((await get('/workflows')).status).to.equal(200);
  });

  it('has a first page when no other address is given', async () => {
    expect((await get('/')).status).to.equal(200);
  });

  it('answers 404 with the application when the address is unknown', async () => {
    for (const path of ['/nothing', '/workflows/below', '/process-instance/1', '/process-instances', '/docs', '/index.html'])
      expect([path, (await get(path)).status]).to.deep.equal([path, 404]);
  });

  it('answers 404 with the application when the instance is unknown, and 200 when it is there', async () => {
    const path = `/process-instance/${UNKNOWN_ID}`;
    const unknown = await get(path);
    expect(unknown.status).to.equal(404);
    expect(unknown.text).to.contain('<div id="root">');
    await deploy(service.url, sequence('plain', task('first')));
    const instanceId = await start(service.url, 'plain');
    await stateOf(service.url, instanceId);
    expect((await get(`/process-instance/${instanceId.toUpperCase()}/`)).status).to.equal(200);
  });

  it('answers 404, never 500, when the path cannot be decoded', async () => {
    for (const path of [
      '/%E0%A4%A',
      '/process-instances/%',
      '/%00',
      '/workflows%2F..%2F..%2Fetc%2Fpasswd',
      '/assets/..%2f..%2fpackage.json',
    ])
      expect([path, (await get(path)).status]).to.deep.equal([path, 404]);
  });

  it('names no other host and has no own script in the page', async () => {
    const { text } = await get('/workflows');
    expect(text).to.not.match(/https?:\/\//);
    expect(text).to.not.match(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(text).to.not.match(/ on\w+=/);
  });

  it('keeps the parts of pages forever when their names change with their content', async () => {
    const script = /href="(\/assets\/libraries-[^"]+\.js)"/.exec((await get('/workflows')).text)?.[1] ?? '';
    const { status, headers, text } = await get(script, { 'Accept-Encoding': 'gzip' });
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).to.equal('gzip');
    expect(text.length).to.be.greaterThan(1000);
    expect((await get('/assets/none.js')).status).to.equal(404);
    expect((await get('/theme.js')).headers.get('cache-control')).to.equal('no-cache');
  });

  it('sends scripts as compressed by the build to clients that accept Brotli only', async () => {
    const script = /href="(\/assets\/libraries-[^"]+\.js)"/.exec((await get('/workflows')).text)?.[1] ?? '';
    const asked = async (encoding: string, path = script) => {
      const answer = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': encoding } });
      return { answer, text: await answer.text() };
    };
    const [brotli, plain] = [await asked('gzip, br'), await asked('identity')];
    expect(brotli.answer.headers.get('content-encoding')).to.equal('br');
    expect(brotli.answer.headers.get('vary')).to.contain('Accept-Encoding');
    expect(brotli.answer.headers.get('content-type')).to.match(/^text\/javascript/);
    expect(brotli.answer.headers.get('cache-control')).to.contain('immutable');
    expect(plain.answer.headers.get('content-encoding')).to.equal(null);
    expect(brotli.text).to.equal(plain.text);
    expect((await asked('br', '/assets/none.js')).answer.status).to.equal(404);
  });

  it('makes no visit when a machine asks for health', async () => {
    for (const path of ['/health', '/alive', '/ready']) expect((await get(path)).headers.getSetCookie()).to.deep.equal([]);
  });
});
