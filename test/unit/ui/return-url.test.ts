import { expect } from 'chai';
import { isLocalPath, readReturnUrl } from '../../../src/ui/server/sign-in/sign-in.ts';

/** The address that is returned to when this was asked for, as a query carries it. */
function kept(decoded: string): string {
  return readReturnUrl(`returnUrl=${encodeURIComponent(decoded)}`).address;
}

describe('the return address', () => {
  it('is kept when it is a path of this service', () => {
    for (const path of ['/', '/workflows?filter=active', '/a%2Fb?q=%5C', '/dashboard#top', '/a//b', `/${'x'.repeat(2047)}`])
      expect(kept(path)).to.equal(path);
  });

  it('becomes the start page when a browser could read another place in it', () => {
    const places = [
      'https://evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\evil.example',
      '/a\\b',
      ' /workflows',
      '/ workflows',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r//evil.example',
      'workflows',
      'javascript:alert(1)',
      '/\u0000',
      '/ä',
      '/\u2028//evil.example',
      `/${'x'.repeat(2048)}`,
    ];
    for (const place of places)
      expect(readReturnUrl(`returnUrl=${encodeURIComponent(place)}`)).to.deep.equal({ address: '/', isRefused: true });
  });

  it('is decoded exactly once when it comes encoded', () => {
    expect(readReturnUrl('returnUrl=/%09//evil').address).to.equal('/');
    expect(readReturnUrl('returnUrl=%2F%5Cevil').address).to.equal('/');
    expect(readReturnUrl('returnUrl=/%5Cevil').address).to.equal('/');
    expect(readReturnUrl('returnUrl=%2F%2Fevil').address).to.equal('/');
    expect(readReturnUrl('returnUrl=/%252Fevil').address).to.equal('/%2Fevil');
    expect(readReturnUrl('returnUrl=/+x').address).to.equal('/');
    expect(readReturnUrl('returnUrl=%E0%A4%A').address).to.equal('/');
  });

  it('becomes the start page when it is sent more than once, or not at all', () => {
    expect(readReturnUrl('returnUrl=/a&returnUrl=/b')).to.deep.equal({ address: '/', isRefused: true });
    expect(readReturnUrl('returnUrl=/a&RETURNURL=/a')).to.deep.equal({ address: '/', isRefused: true });
    for (const nothing of ['', 'returnUrl=', 'x=/a'])
      expect(readReturnUrl(nothing)).to.deep.equal({ address: '/', isRefused: false });
  });

  it('keeps to the same rule when a page is asked for without a sign-in', () => {
    expect(['/workflows', '//evil.example/x', '/\\evil'].map(isLocalPath)).to.deep.equal([true, false, false]);
  });
});
