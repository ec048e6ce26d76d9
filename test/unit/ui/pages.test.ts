import { expect } from 'chai';
import { apiUrlApart, apiUrlFor } from '../../../src/ui/server/api-url.ts';
import { instanceOfPath, pageAt } from '../../../src/ui/server/app.ts';
import { shared } from '../../../src/ui/server/http/shared.ts';
import { escapeHtml } from '../../../src/ui/server/page.ts';
import { userFromClaims } from '../../../src/ui/server/sign-in/identity-provider.ts';

const CLAIMS = { userIdClaim: 'preferred_username', groupsClaim: 'groups' };

describe('the operator pages', () => {
  it('know their addresses when one is asked for', () => {
    const id = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
    const known = [
      '/',
      '/workflows',
      '/workflows/',
      '/process-instances/a%2Fb',
      '/process-instances/a/3',
      `/process-instance/${id}`,
    ];
    for (const path of [
      ...known,
      '/processes/a%2Fb',
      '/user-tasks',
      '/admin/custom-tasks',
      '/decisions',
      '/decisions/a%20b',
      '/decision-editor',
      '/events',
      '/dashboard',
      '/dead-letters',
      '/batches',
      '/incidents',
      '/timers',
      '/modeler',
      '/settings',
    ])
      expect(pageAt(path), path).to.not.equal(undefined);
    for (const path of [
      '/nothing',
      '/workflows/x',
      '/decisions/a/b',
      '/process-instances',
      '/processes',
      '/processes/a/1',
      '/process-instances/a/b',
      '/process-instance/1',
      '/admin',
    ])
      expect(pageAt(path), path).to.equal(undefined);
  });

  it('know which instance one is about', () => {
    const id = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
    expect(instanceOfPath(`/process-instance/${id.toUpperCase()}/`)).to.equal(id);
    for (const path of ['/workflows', '/process-instance/1', `/process-instances/${id}`])
      expect(instanceOfPath(path), path).to.equal(undefined);
  });

  it('escape what could be markup when text goes into a page', () => {
    expect(escapeHtml(`<a href="x" id='y'>&`)).to.equal('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  });

  it('keep the address of the API when the viewed host is invalid', () => {
    expect(apiUrlFor('http://localhost:1', 'machine-7.example')).to.equal('http://machine-7.example:1');
    for (const host of [undefined, '', 'a/b', 'x" onclick="y', 'u@h'])
      expect(apiUrlFor('http://localhost:1', host)).to.equal('http://localhost:1');
    expect(apiUrlFor(undefined, 'h')).to.equal(undefined);
  });

  it('name the machine of an API that runs on another one', () => {
    const place = { url: 'http://localhost:8090', host: 'api-1' };
    expect(apiUrlApart(place, 'api-1')).to.equal('http://localhost:8090');
    expect(apiUrlApart(place, 'pages-1')).to.equal('http://api-1:8090');
    expect(apiUrlApart({ url: 'http://10.0.0.7:8090', host: 'api-1' }, 'pages-1')).to.equal('http://10.0.0.7:8090');
  });

  it('show the first name a token has when a user signs in', () => {
    const claims = { sub: 's', name: 'Ada L', preferred_username: 'ada', groups: ['a', 1, 'b'] };
    expect(userFromClaims(claims, CLAIMS, 't')).to.deep.equal({
      name: 'ada',
      subject: 's',
      userId: 'ada',
      groups: ['a', 'b'],
      idToken: 't',
    });
    expect(userFromClaims({ sub: 's', name: 'Ada L', groups: 'one,two' }, CLAIMS, null)).to.deep.include({
      name: 'Ada L',
      userId: null,
      groups: ['one,two'],
    });
    expect(userFromClaims({ sub: 's' }, { ...CLAIMS, userIdClaim: 'constructor' }, null)).to.deep.include({
      name: 's',
      userId: null,
      groups: [],
    });
  });

  it('share a reading while it is fresh, and forget one that failed', async () => {
    let time = 0;
    let reads = 0;
    const read = shared(
      10,
      async () => {
        reads += 1;
        if (reads === 2) throw new Error('no');
        return reads;
      },
      () => time,
    );
    expect([await read(), await read()]).to.deep.equal([1, 1]);
    time = 10;
    expect(await read().catch(() => 'failed')).to.equal('failed');
    expect(await read()).to.equal(3);
  });
});
