// tier all: a stream looks at its session with each heartbeat, after 15 seconds
import { expect } from 'chai';
import { type SignedInPages, startSignedInPages, USERS } from '../support/sign-in/signed-in.ts';
import { openVisitor } from '../support/visitor.ts';

describe('an event stream of the pages (docs/contributing/spec/event-feed.md#stream-ends)', function () {
  this.timeout(120_000);
  let pages: SignedInPages;
  before(async () => {
    pages = await startSignedInPages({ Feed__Enabled: 'true' });
  });
  after(() => pages.stop());

  it('ends when its user signs out', async () => {
    const visitor = openVisitor();
    await visitor.signIn(await visitor.get(`${pages.url}/settings`), 'ada', USERS.ada.password);
    const { csrfToken } = JSON.parse((await visitor.get(`${pages.url}/ui/api/session`)).text);
    const cookie = [...(visitor.cookies.get(new URL(pages.url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join();
    const stream = await fetch(`${pages.url}/ui/api/service/Events/stream?after=end`, { headers: { cookie } });
    expect(stream.status).to.equal(200);
    // a compressed one would gather events
    expect(stream.headers.get('content-encoding')).to.equal(null);
    expect((await visitor.post(`${pages.url}/Account/Logout`, { csrfToken })).status).to.equal(302);
    expect(await stream.text()).to.contain(': the token is over');
  });
});
