import { expect } from 'chai';
import { indexedVariable } from '../../../src/platform/config/config-keys.ts';
import { indexedPathsOf } from '../../../src/platform/indexed-variables.ts';

describe('the setting of indexed variables', () => {
  it('reads a key, or all keys, and a path', () => {
    expect(indexedVariable('order:customer.name')).to.deep.equal({ ok: true, value: { key: 'order', path: 'customer.name' } });
    expect(indexedVariable('*:a:b')).to.deep.equal({ ok: true, value: { key: '*', path: 'a:b' } });
  });

  it('refuses entries that name no path, without repeating them', () => {
    for (const text of ['order', ':total', 'order:', 'order:a..b', 'order:.a', 'order: a', `order:${'x'.repeat(257)}`]) {
      const parsed = indexedVariable(text);
      expect(parsed.ok, text).to.equal(false);
      if (!parsed.ok) expect(parsed.reason).to.match(/^must hold entries <process key>:<path>, for example /);
    }
  });

  it('gives each path of a key once, with those of all keys', () => {
    const indexed = ['order:a', '*:b', '*:a', 'other:c'].map((text) => {
      const [key = '', path = ''] = text.split(':');
      return { key, path };
    });
    expect(indexedPathsOf(indexed, 'order')).to.deep.equal(['a', 'b']);
    expect(indexedPathsOf(indexed, 'third')).to.deep.equal(['b', 'a']);
  });
});
