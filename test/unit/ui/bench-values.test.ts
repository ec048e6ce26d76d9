import { expect } from 'chai';
import { type BenchInput, entriesFor, sentValue } from '../../../src/ui/web/pages/decisions/bench-values.ts';

const input = (type: BenchInput['type'], values: readonly string[] = []): BenchInput => ({ name: 'v', type, labels: [], values });

describe('the entries of the test bench for given variables', () => {
  const cases: readonly (readonly [type: BenchInput, value: unknown, text: string | undefined])[] = [
    [input('number'), 1.5, '1.5'],
    [input('number'), 'heavy', undefined],
    [input('number'), '7', undefined],
    [input('number'), true, undefined],
    [input('text'), 'DE', 'DE'],
    [input('text'), 7, undefined],
    [input('text'), null, undefined],
    [input('text'), '', undefined],
    [input('text'), 'two\nlines', undefined],
    [input('text', ['low', 'high']), 'low', 'low'],
    [input('text', ['low', 'high']), 'none', undefined],
    [input('boolean'), false, 'false'],
    [input('boolean'), 'false', undefined],
    [input('date'), '2026-01-31', '2026-01-31'],
    [input('date'), 'tomorrow', undefined],
    [input('json'), { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
    [input('json'), 'word', '"word"'],
    [input('any'), '7', '"7"'],
    [input('any'), 7, '7'],
    [input('any'), 'seven', 'seven'],
  ];
  for (const [field, value, text] of cases) {
    const place = text === undefined ? 'among the further ones' : 'in its field';
    it(`send ${JSON.stringify(value)} as it is, ${place}, when the field is for ${field.type}`, () => {
      const { texts, further } = entriesFor([field], { v: value });
      expect(texts).to.deep.equal(text === undefined ? {} : { v: text });
      expect(JSON.parse(text === undefined ? further : sentValue(field, text).text)).to.deep.equal(
        text === undefined ? { v: value } : value,
      );
    });
  }

  it('have all that no field is for among the further ones, also what is named like a part of every object', () => {
    const variables = JSON.parse('{"__proto__": 1, "other": {"a": 1}}');
    expect(JSON.parse(entriesFor([input('any')], variables).further)).to.deep.equal(variables);
    expect(entriesFor([], {}).further).to.equal('');
  });
});
