import { expect } from 'chai';
import pg from 'pg';
import { startUi } from '../../src/ui/main.ts';
import { type SignedInPages, startSignedInPages, USERS } from '../support/sign-in/signed-in.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor, type Visited, type Visitor } from '../support/visitor.ts';

const COOKIE = 'sluice.visit';

/** The cookie an answer sets, with its attributes in lower case. */
function cookieOf(answer: Visited): { readonly value: string; readonly attributes: readonly string[]; readonly expires: number } {
  const set = answer.headers.getSetCookie().find((text) => text.startsWith(`${COOKIE}=`)) ?? '';
  const [pair = '', ...attributes] = set.split(';').map((part) => part.trim());
  const expires = Date.parse(attributes.find((text) => text.startsWith('Expires='))?.slice('Expires='.length) ?? '');
  return { value: pair.slice(COOKIE.length + 1), attributes: attributes.map((text) => text.toLowerCase()), expires };
}

describe('the cookie of the UI (docs/contributing/spec/http/access.md#cookie)', () => {
  let pages: SignedInPages;
  let replicaUrl: string;
  let visitor: Visitor;
  before(async () => {
    pages = await startSignedInPages({ Authentication__KnownProxies: '127.0.0.1', Authentication__CookieExpireMinutes: '7' });
    replicaUrl = await pages.replica();
  });
  after(() => pages.stop());
  beforeEach(() => {
    visitor = openVisitor();
  });
  const signIn = async (url = pages.url) => visitor.signIn(await visitor.get(`${url}/workflows`), 'ada', USERS.ada.password);
  const cookieValue = () => visitor.cookies.get(new URL(pages.url).host)?.get(COOKIE) ?? '';
  const sql = async (text: string) => {
    const client = new pg.Client({ connectionString: pages.service.databaseUrl });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };

  it('is HttpOnly and SameSite=Lax, and not Secure when RequireHttpsMetadata is false and the request came by http', async () => {
    const { attributes } = cookieOf(await signIn());
    expect(attributes).to.include.members(['httponly', 'samesite=lax', 'path=/']);
    expect(attributes).to.not.include('secure');
  });

  it('is Secure when the request came by https, as a known proxy specifies', async () => {
    const answer = await visitor.get(`${pages.url}/workflows`, { 'X-Forwarded-For': '10.0.0.1', 'X-Forwarded-Proto': 'https' });
    expect(cookieOf(answer).attributes).to.include('secure');
  });

  it('is a new one when a user signs in', async () => {
    const before = cookieOf(await visitor.get(`${pages.url}/workflows`)).value;
    const first = cookieOf(await signIn()).value;
    expect(first).to.not.equal(before);
    const again = await visitor.get(`${pages.url}/Account/Login?returnUrl=/events`);
    const second = await visitor.follow(again);
    expect(second.status).to.equal(200);
    expect(cookieValue()).to.not.equal(first);
    const old = openVisitor();
    expect((await old.get(`${pages.url}/ui/api/session`, { cookie: `${COOKIE}=${first}` })).status).to.equal(401);
  });

  it('reports nothing about its owner when a user reads it', async () => {
    await signIn();
    const text = decodeURIComponent(cookieValue());
    expect(text).to.match(/^s:[\w-]{20,}\.[\w+/=]{20,}$/);
    expect(Buffer.from(text.slice(2).split('.')[0] ?? '', 'base64url').toString('latin1')).to.not.contain('ada');
  });

  it('is accepted by another replica, in both directions', async () => {
    await signIn();
    const here = await visitor.get(`${replicaUrl}/ui/api/session`, { cookie: `${COOKIE}=${cookieValue()}` });
    expect([here.status, JSON.parse(here.text).user.name]).to.deep.equal([200, 'ada']);
    const other = openVisitor();
    await other.signIn(await other.get(`${replicaUrl}/workflows`), 'bob', USERS.bob.password);
    const value = other.cookies.get(new URL(replicaUrl).host)?.get(COOKIE);
    const there = await other.get(`${pages.url}/ui/api/session`, { cookie: `${COOKIE}=${value}` });
    expect(JSON.parse(there.text).user.name).to.equal('bob');
  });

  it('lives as long as CookieExpireMinutes specifies, from the last request on', async () => {
    const since = Date.now();
    const before = cookieOf(await signIn()).expires;
    expect(before)
      .to.be.at.least(since + 7 * 60_000 - 1000)
      .and.at.most(Date.now() + 7 * 60_000 + 1000);
    await sql("update ui_session set expire = now() + interval '1 minute'");
    const later = cookieOf(await visitor.get(`${pages.url}/ui/api/session`)).expires;
    expect(later).to.be.at.least(before);
    const [row] = await sql("select max(expire) > now() + interval '6 minutes' as moved from ui_session");
    expect(row).to.deep.equal({ moved: true });
  });

  it('is worth nothing when its time is over', async () => {
    await signIn();
    expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(200);
    await sql("update ui_session set expire = now() - interval '1 second'");
    expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(401);
    expect((await visitor.get(`${pages.url}/workflows`)).status).to.equal(302);
  });

  it('is worth nothing when its owner signed in longer ago than SessionHours, however often it was used', async () => {
    await signIn();
    const moveSignIn = (hours: number) =>
      sql(`update ui_session set sess = jsonb_set(sess::jsonb, '{user,signedInAt}', to_jsonb(extract(epoch from now() - interval '${hours} hours') * 1000))::json
        where (sess -> 'user') is not null`);
    await moveSignIn(11.9);
    expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(200);
    const value = cookieValue();
    await moveSignIn(12.1);
    expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(401);
    expect((await visitor.get(`${pages.url}/workflows`)).status).to.equal(302);
    expect((await openVisitor().get(`${replicaUrl}/ui/api/session`, { cookie: `${COOKIE}=${value}` })).status).to.equal(401);
  });

  it('is worth nothing when it was stored by a release that did not note the sign-in', async () => {
    await signIn();
    await sql("update ui_session set sess = (sess::jsonb #- '{user,signedInAt}')::json where (sess -> 'user') is not null");
    expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(401);
  });

  it('is accepted after a restart of every UI process', async () => {
    await signIn();
    await pages.service.stopRole('ui');
    await pages.service.start(startUi);
    const answer = await visitor.get(`${pages.url}/ui/api/session`);
    expect([answer.status, JSON.parse(answer.text).user.name]).to.deep.equal([200, 'ada']);
  });
});

describe('replicas behind one address (docs/contributing/spec/http/access.md#cookie)', () => {
  let pages: SignedInPages;
  before(async () => {
    pages = await startSignedInPages({ UI_PUBLIC_URL: 'https://pages.example' });
  });
  after(() => pages.stop());

  itFull('end a sign-in that another one has begun', async () => {
    const replicaUrl = await pages.replica();
    const visitor = openVisitor();
    const form = await visitor.follow(await visitor.get(`${pages.url}/events`));
    let next = await visitor.post(form.url, { login: 'ada', password: USERS.ada.password });
    while (next.location !== undefined && !next.location.includes('/signin-oidc')) next = await visitor.get(next.location);
    const cookie = `${COOKIE}=${visitor.cookies.get(new URL(pages.url).host)?.get(COOKIE)}`;
    const { origin, pathname, search } = new URL(next.location ?? '');
    expect(origin).to.equal('https://pages.example');
    const back = await visitor.get(replicaUrl + pathname + search, { cookie });
    expect([back.status, back.headers.get('location')]).to.deep.equal([302, '/events']);
    const session = await visitor.get(`${pages.url}/ui/api/session`, { cookie: `${COOKIE}=${cookieOf(back).value}` });
    expect(JSON.parse(session.text).user.name).to.equal('ada');
  });
});
