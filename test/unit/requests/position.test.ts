import { expect } from 'chai';
import fc from 'fast-check';
import { type Position, readPosition, writePosition } from '../../../src/requests/position.ts';

const seconds = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1000);
const mark = fc.record({
  kind: fc.constantFrom('i' as const, 'd' as const),
  subjectId: fc.uuid(),
  seq: fc.integer({ min: 1, max: 2_147_483_647 }),
});
const position: fc.Arbitrary<Position> = fc.oneof(
  fc.record({ issuedAt: seconds, marks: fc.array(mark, { minLength: 1, maxLength: 9 }) }),
  fc.record({ issuedAt: seconds, commandId: fc.uuid() }),
);

describe('the text of a position', () => {
  it('gives the position back when it is read', () => {
    fc.assert(fc.property(position, (value) => void expect(readPosition(writePosition(value))).to.deep.equal(value)));
  });

  it('is visible ASCII without commas, and short when it names one row', () => {
    fc.assert(
      fc.property(position, (value) => {
        const text = writePosition(value);
        expect(text).to.match(/^[\x21-\x2b\x2d-\x7e]+$/);
        if ('commandId' in value || value.marks.length === 1) expect(text.length).to.be.lessThan(48);
      }),
    );
  });

  it('is refused when anything of it is cut off or changed in form', () => {
    const text = writePosition({ issuedAt: 1_700_000_000_000, marks: [{ kind: 'i', subjectId: crypto.randomUUID(), seq: 7 }] });
    const bad = [
      '',
      '1',
      text.slice(0, -1),
      text.slice(0, -3),
      `${text}.`,
      `${text}!`,
      `2${text.slice(1)}`,
      text.toUpperCase(),
      ` ${text}`,
    ];
    for (const each of bad) expect(readPosition(each), each).to.equal(undefined);
  });

  it('is refused when it is any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(readPosition(text)).to.equal(undefined)));
  });
});
