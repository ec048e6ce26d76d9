import { expect } from 'chai';
import fc from 'fast-check';
import { bounded, shortened } from '../../../src/mcp/answers.ts';
import { itFull } from '../../support/tier.ts';

const MOST = 2000;

function deep(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('the bounds of answers (docs/contributing/spec/mcp.md#answers)', () => {
  it('leave a value as it is when it fits', () => {
    const value = { a: [1, null, true, 'text'], b: { c: {} } };
    expect(bounded(value, MOST)).to.deep.equal({ value, isCut: false });
  });

  itFull('cut texts, lists, objects and depth until the value fits, and report it', () => {
    const huge: readonly unknown[] = [
      'x'.repeat(1_000_000),
      Array.from({ length: 100_000 }, (_, at) => at),
      Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`name ${at}`, at])),
      { ['n'.repeat(100_000)]: 1 },
      Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => 'x'.repeat(100))),
      deep(10_000),
    ];
    for (const value of huge) {
      const cut = bounded(value, MOST);
      expect(cut.isCut).to.equal(true);
      expect(JSON.stringify(cut.value).length).to.be.at.most(MOST);
      expect(JSON.stringify(cut.value)).to.match(/left out|characters in all/);
    }
  });

  it('keep within the bound whatever comes, and change no prototype', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 200, max: 5000 }), (value, most) => {
        const cut = bounded(value, most);
        expect((JSON.stringify(cut.value) ?? '').length).to.be.at.most(most);
        if (!cut.isCut) expect(JSON.stringify(cut.value)).to.equal(JSON.stringify(value));
      }),
    );
    const hostile = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}');
    const { value } = bounded(hostile, MOST);
    expect(JSON.stringify(value)).to.equal(JSON.stringify(hostile));
    expect((value as { isAdmin?: boolean }).isAdmin).to.equal(undefined);
  });

  it('leave no half of a pair behind when a text is cut', () => {
    expect(shortened('ab😀cd', 3)).to.equal('ab… (6 characters in all)');
  });
});
