import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { Principal } from '../../../src/api/auth/principal.ts';
import { OpenRequests, WaitingRequests } from '../../../src/api/open-requests.ts';
import type { Answer } from '../../../src/platform/answer.ts';

/** A wait without an end, until it is let go. */
function opened(waits: WaitingRequests, client: object, more: { waitMs?: number; weight?: number } = {}) {
  let end: () => void = () => {};
  const work = () =>
    new Promise<Answer>((resolve) => {
      end = () => resolve({ status: 200, body: '' });
    });
  const request = { principal: undefined, message: client as IncomingMessage, ...client };
  const answer = waits.hold(request, { waitMs: 1000, ...more }, work);
  return { answer, end: () => end() };
}

describe('the count of open requests', () => {
  it('lets a client have a limited number and no more, and one more when one has ended', () => {
    const requests = new OpenRequests({ all: 10, ofClient: 2 });
    const release = requests.admit('ann') as () => void;
    expect(requests.admit('ann')).to.be.a('function');
    expect(requests.admit('ann')).to.equal('ofClient');
    expect(requests.admit('bob')).to.be.a('function');
    release();
    release();
    expect([typeof requests.admit('ann'), requests.admit('ann')]).to.deep.equal(['function', 'ofClient']);
    expect(requests.count).to.equal(3);
  });

  it('lets all clients together have a limited number', () => {
    const requests = new OpenRequests({ all: 3, ofClient: 5 });
    expect(requests.admit('ann', 2)).to.be.a('function');
    expect([requests.admit('bob', 2), typeof requests.admit('bob')]).to.deep.equal(['all', 'function']);
    expect(new OpenRequests({ all: 0, ofClient: 5 }).admit('ann')).to.equal('all');
  });
});

describe('requests that wait (docs/contributing/spec/http.md#waiting-requests)', () => {
  const ada = { principal: { keyOwner: 'sub ada' } as Principal };
  const at = (address: string) => ({ address });
  const originOf = (message: IncomingMessage) => ({
    address: (message as unknown as { address?: string }).address,
    scheme: 'http' as const,
  });
  const statusOf = async ({ answer }: { readonly answer: Promise<Answer> }) => (await answer).status;

  it('get 429 with the name of the setting and Retry-After when a user has too many of them, other users none', async () => {
    const waits = new WaitingRequests({ all: 10, ofClient: 2 }, originOf);
    const first = opened(waits, ada);
    opened(waits, ada);
    const refused = await opened(waits, ada).answer;
    expect(refused.status).to.equal(429);
    expect(refused.headers).to.include.members(['too-many-waits', 'Retry-After']);
    expect(JSON.parse(refused.body).error).to.contain('At most 2 may (Api:WaitsPerClient).');
    const other = opened(waits, { principal: { keyOwner: 'sub bob' } as Principal });
    other.end();
    expect(await statusOf(other)).to.equal(200);
    first.end();
    expect(await statusOf(first)).to.equal(200);
    const later = opened(waits, ada);
    later.end();
    expect(await statusOf(later)).to.equal(200);
  });

  it('count for the address when they have no token: of IPv6 for the network', async () => {
    const waits = new WaitingRequests({ all: 10, ofClient: 1 }, originOf);
    opened(waits, at('2001:db8::1'));
    opened(waits, at('192.0.2.1'));
    expect(await statusOf(opened(waits, at('2001:db8::2')))).to.equal(429);
    expect(await statusOf(opened(waits, at('192.0.2.1')))).to.equal(429);
    const other = opened(waits, at('192.0.2.2'));
    other.end();
    expect(await statusOf(other)).to.equal(200);
  });

  it('get 429 when all clients together have too many, by what they wait for; requests that do not wait get none', async () => {
    const waits = new WaitingRequests({ all: 3, ofClient: 3 }, originOf);
    opened(waits, at('192.0.2.1'), { weight: 2 });
    const refused = await opened(waits, at('192.0.2.2'), { weight: 2 }).answer;
    expect(JSON.parse(refused.body).error).to.contain('At most 3 may (Api:MaxWaits).');
    const quick = opened(waits, at('192.0.2.2'), { weight: 2, waitMs: 0 });
    quick.end();
    expect(await statusOf(quick)).to.equal(200);
  });

  it('are no longer counted when they fail', async () => {
    const waits = new WaitingRequests({ all: 1, ofClient: 1 }, originOf);
    const request = { principal: undefined, message: {} as IncomingMessage };
    const failing = waits.hold(request, { waitMs: 1 }, () => Promise.reject(new Error('away')));
    expect(await failing.catch((error: Error) => error.message)).to.equal('away');
    expect((await waits.hold(request, { waitMs: 1 }, async () => ({ status: 200, body: '' }))).status).to.equal(200);
  });
});
