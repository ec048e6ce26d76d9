import { expect } from 'chai';
import { csvField, csvParts } from '../../../src/api/csv.ts';

describe('CSV (docs/contributing/spec/audit.md#csv)', () => {
  const fields: readonly [value: string | number | null, text: string][] = [
    [null, ''],
    ['', ''],
    [-7, '-7'],
    ['plain text', 'plain text'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['="a,b"', '"\'=""a,b"""'],
    [' =1', ' =1'],
    ['a;b', 'a;b'],
    ['a;=1+1', "a;'=1+1"],
    ['a; -1;@x', "a;' -1;'@x"],
    ['x;"=1;', `"x;'""=1;"`],
  ];
  for (const [value, text] of fields) {
    it(`writes ${JSON.stringify(value)} so that no program takes it for anything else when it is a field`, () => {
      expect(csvField(value)).to.equal(text);
    });
  }

  it('asks for a portion when the parts before are taken, and holds no more than one', async () => {
    let asked = 0;
    async function* portions() {
      for (; asked < 50; ) {
        asked += 1;
        yield Array.from({ length: 100 }, (_, n) => ['x'.repeat(1000), n]);
      }
    }
    let taken = 0;
    for await (const part of csvParts(['a', 'b'], portions())) {
      taken += part.length;
      expect(part.length).to.be.below(70_000);
      expect(asked * 100 * 1000).to.be.below(taken + 200_000);
    }
    expect(asked).to.equal(50);
    expect(taken).to.be.above(5_000_000);
  });
});
