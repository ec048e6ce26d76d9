import { expect } from 'chai';
import fc from 'fast-check';
import { jsonParts, placeOf } from '../../../src/ui/web/components/json-field/json-parts.ts';
import { randomRuns } from '../../support/tier.ts';

const faultOf = (text: string) => jsonParts(text).fault;

describe('the parts of a JSON text', () => {
  it('are names, texts, numbers, words and marks', () => {
    const text = '{"a": [1.5e3, "b"], "c": null}';
    const found = jsonParts(text).parts.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
    expect(found).to.deep.equal([
      ...['mark {', 'name "a"', 'mark :', 'mark [', 'number 1.5e3', 'mark ,', 'text "b"', 'mark ]'],
      ...['mark ,', 'name "c"', 'mark :', 'word null', 'mark }'],
    ]);
  });

  it('end at the first fault, with its line and column', () => {
    const places: readonly (readonly [string, number, number])[] = [
      ['{"a":', 1, 6],
      ['{"a":1,\n"b" 2}', 2, 5],
      ['[1,]', 1, 4],
      ['{"a":1,}', 1, 8],
      ['{"a":"x', 1, 6],
      ['[1}', 1, 3],
      ['{} {}', 1, 4],
      ['{a:1}', 1, 2],
      ['', 1, 1],
    ];
    for (const [text, line, column] of places) expect(placeOf(text, faultOf(text) ?? -1), text).to.deep.equal({ line, column });
  });

  it('have a fault exactly when the text is not JSON', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        ' ',
        '\n',
        '\t',
        '"a"',
        '""',
        '"\\n"',
        '"\\u00e9"',
        '"\\x"',
        '"\u007f"',
        '"\u0001"',
        '"\ud800"',
        '"',
        '0',
        '-1',
        '01',
      ],
      ...['1.5', '1.', '2e+3', 'true', 'nul', 'null', '\u00a0'],
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (json) => (faultOf(json) === undefined) === isJson(json)),
      { numRuns: randomRuns(4000) },
    );
  });
});
