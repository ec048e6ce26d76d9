// tier all: the browser tests of the commit tier follow links, Back and questions before a page is left
import { expect } from 'chai';
import { addressOf, matchPath } from '../../../src/ui/web/router/location.ts';
import { Router } from '../../../src/ui/web/router/router.ts';

const Page = () => null;
const Other = () => null;
const Missing = () => null;
const ORIGIN = 'http://localhost';

/** History of one tab; events of `go` come later, as in browsers. */
function fakeWindow(start: string) {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(start, ORIGIN), state: null }];
  let at = 0;
  let onPop = () => {};
  return {
    entries,
    get location() {
      const { origin, pathname, search, hash } = entries[at]?.url ?? new URL(ORIGIN);
      return { origin, pathname, search, hash };
    },
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: unknown, _title: string, url: string) {
        entries.splice(at + 1, entries.length, { url: new URL(url, ORIGIN), state });
        at += 1;
      },
      replaceState(state: unknown, _title: string, url?: string) {
        entries[at] = { url: url === undefined ? (entries[at]?.url ?? new URL(ORIGIN)) : new URL(url, ORIGIN), state };
      },
      go(delta: number) {
        setImmediate(() => {
          at += delta;
          onPop();
        });
      },
    },
    addEventListener: (_name: string, listener: () => void) => {
      onPop = listener;
    },
  };
}

describe('the router of the pages', () => {
  const settled = () => new Promise((done) => setImmediate(() => setImmediate(() => setImmediate(done))));
  const open = async (start: string, loadOther = async () => Other as () => null) => {
    const tab = fakeWindow(start);
    Object.assign(globalThis, { window: tab });
    const routes = [
      { path: '/', load: async () => Page },
      { path: '/items/:key/:version?', load: async () => Page },
      { path: '/other', load: loadOther },
    ];
    const router = new Router(routes, Missing);
    await settled();
    return { tab, router, path: () => `${tab.location.pathname}${tab.location.search}` };
  };
  after(() => {
    Reflect.deleteProperty(globalThis, 'window');
  });

  it('finds values in a path, decoded, whatever the case and the last slash', () => {
    expect(matchPath('/items/:key/:version?', '/Items/a%20b%2Fc/')?.params).to.deep.equal({ key: 'a b/c', version: undefined });
    expect(matchPath('/items/:key/:version?', '/items/%E0%A4%A/2')?.params).to.deep.equal({ key: '%E0%A4%A', version: '2' });
    for (const path of ['/items', '/items/a/2/3', '/other', '/'])
      expect(matchPath('/items/:key/:version?', path), path).to.equal(undefined);
    expect(matchPath('/', '/')?.params).to.deep.equal({});
  });

  it('keeps to this site, and resolves an address against the shown one', async () => {
    await open('/items/a?page=2');
    const shown = { pathname: '/items/a', search: '?page=2' };
    const addresses = ['?page=3', '/other?x=1#part', '//evil.example/x', { search: '?b=1' }].map((to) => addressOf(to, shown));
    expect(addresses).to.deep.equal(['/items/a?page=3', '/other?x=1#part', '/evil.example/x', '/items/a?b=1']);
  });

  it('shows the page until the code of the next one is loaded, and drops it when another address was opened before', async () => {
    let arrive = (_page: () => null) => {};
    const { router, path } = await open('/items/a', () => new Promise((done) => (arrive = done)));
    router.navigate('/other');
    expect([router.state.Page, router.state.opening?.pathname, path()]).to.deep.equal([Page, '/other', '/items/a']);
    router.navigate('?page=2', { state: { from: 1 } });
    arrive(Other);
    await settled();
    expect([router.state.Page, path(), router.state.location.state]).to.deep.equal([Page, '/items/a?page=2', { from: 1 }]);
    router.navigate('/nowhere', { replace: true });
    expect([router.state.Page, path()]).to.deep.equal([Missing, '/nowhere']);
  });

  it('asks the guard before links and before Back, which stays until the answer', async () => {
    const { router, path, tab } = await open('/');
    router.navigate('/items/a');
    await settled();
    router.navigate('/items/b');
    let proceed = () => {};
    const asked: string[] = [];
    const remove = router.guard({
      blocks: ({ nextLocation }) => asked.push(nextLocation.pathname) > 0,
      onBlocked: (go) => {
        proceed = go;
      },
    });
    router.navigate('/other');
    expect([path(), asked]).to.deep.equal(['/items/b', ['/other']]);
    router.navigate(-1);
    await settled();
    expect([path(), router.state.params.key, asked]).to.deep.equal(['/items/b', 'b', ['/other', '/items/a']]);
    proceed();
    await settled();
    expect([path(), router.state.params.key, tab.entries.length]).to.deep.equal(['/items/a', 'a', 3]);
    remove();
    router.navigate(-1);
    await settled();
    expect([path(), router.state.location.key]).to.deep.equal(['/', 'default']);
  });
});
