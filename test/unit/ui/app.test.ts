import { expect } from 'chai';
import { openHealth } from '../../../src/platform/health.ts';
import { type RunningHttpServer, startHttpServer } from '../../../src/platform/http-server.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { apiUrlFor } from '../../../src/ui/server/api-url.ts';
import { createUiApp } from '../../../src/ui/server/app.ts';
import { escapeHtml } from '../../../src/ui/server/page.ts';
import type { Counts } from '../../../src/ui/server/status-page.ts';

describe('the UI', () => {
  let server: RunningHttpServer;
  let counts: Counts | undefined;
  let isBroken = false;

  before(async () => {
    const readCounts = async () => {
      if (isBroken) throw new Error('no');
      return counts;
    };
    const app = createUiApp({ health: openHealth(silentLog), log: silentLog, apiUrl: 'http://localhost:8080', readCounts });
    server = await startHttpServer(app, '127.0.0.1', { key: 'UI_PORT', number: 0, isExplicit: true });
  });
  beforeEach(() => {
    counts = { processes: 2, instances: 1200, running: 200 };
    isBroken = false;
  });
  after(() => server.close(0));

  const get = (path: string) => fetch(server.url.replace('localhost', '127.0.0.1') + path);

  it('shows readiness, counts and the address of the API when the status page is opened', async () => {
    const text = await (await get('/')).text();
    expect(text).to.contain('Ready</span>').and.to.contain('<dd>1,200</dd>').and.to.contain('<dd>1,000</dd>');
    expect(text).to.contain('href="http://127.0.0.1:8080/Definitions"');
  });

  it('shows a dash when the counts cannot be had', async () => {
    counts = undefined;
    expect(await (await get('/')).text()).to.contain('<dd>—</dd>');
  });

  for (const [path, status] of [
    ['/', 200],
    ['/docs', 200],
    ['/style.css', 200],
    ['/icon.svg', 200],
    ['/health', 200],
    ['/nothing', 404],
    ['/%E0%A4%A', 404],
  ] as const) {
    it(`answers ${status} with its protecting headers when ${path} is asked for`, async () => {
      const answer = await get(path);
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('content-security-policy'))
        .to.contain("default-src 'self'")
        .and.to.contain("frame-ancestors 'none'");
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(answer.headers.get('referrer-policy')).to.equal('same-origin');
      expect(answer.headers.has('x-powered-by')).to.equal(false);
    });
  }

  it('answers 500 without details when a page cannot be made', async () => {
    isBroken = true;
    const answer = await get('/');
    expect([answer.status, (await answer.text()).includes('Something went wrong')]).to.deep.equal([500, true]);
  });

  it('names no other host and runs no script when a page is shown', async () => {
    for (const path of ['/', '/docs']) {
      const text = await (await get(path)).text();
      expect(text).not.to.match(/<script|src=|style=|@import/);
      expect([...text.matchAll(/<link[^>]+href="([^"]+)"/g)].map((match) => match[1])).to.deep.equal(['/icon.svg', '/style.css']);
    }
  });

  it('escapes what could be markup when text goes into a page', () => {
    expect(escapeHtml(`<a href="x" id='y'>&`)).to.equal('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  });

  it('keeps the address of the API when the viewed host is none', () => {
    expect(apiUrlFor('http://localhost:1', 'machine-7.example')).to.equal('http://machine-7.example:1');
    for (const host of [undefined, '', 'a/b', 'x" onclick="y', 'u@h'])
      expect(apiUrlFor('http://localhost:1', host)).to.equal('http://localhost:1');
    expect(apiUrlFor(undefined, 'h')).to.equal(undefined);
  });
});
