import { expect } from 'chai';
import { indexedPathsOf, indexedVariable } from '../../../src/platform/config/setting-types.ts';

describe('the setting of indexed variables', () => {
  it('reads a key, or all keys, and a path', () => {
    expect(indexedVariable.parse('order:customer.name')).to.deep.equal({ key: 'order', path: 'customer.name' });
    expect(indexedVariable.parse('*:a:b')).to.deep.equal({ key: '*', path: 'a:b' });
  });

  it('refuses entries that name no path, without repeating them', () => {
    for (const text of ['order', ':total', 'order:', 'order:a..b', 'order:.a', 'order: a', `order:${'x'.repeat(257)}`]) {
      const { error } = indexedVariable.safeParse(text);
      expect(error?.issues[0]?.message, text).to.match(/^must hold entries <process key>:<path>, for example /);
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
