import { expect } from 'chai';
import { usesIn } from '../../../src/ui/web/components/forms/variable-uses.ts';
import { wordsOfName } from '../../../src/ui/web/components/words-of-name.ts';
import { isWide, partedForPhone, summaryOf } from '../../../src/ui/web/pages/user-tasks/panes/summary.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: conditions of models
describe('the types of variables, read from conditions', () => {
  for (const [condition, uses] of [
    ['_context.approved == true && _context.amount > 10', { approved: 'boolean', amount: 'number' }],
    ['${approved}', { approved: 'boolean' }],
    ['=not(approved)', { approved: 'boolean' }],
    ['${!approved && amount le 5}', { approved: 'boolean', amount: 'number' }],
    ['=order.total > 5', {}],
    ['${decision == "accept" || decision == \'refuse\'}', { decision: 'text accept,refuse' }],
    ['name == "true or false"', { name: 'text true or false' }],
    ['amount > 5 && amount == "x"', {}],
    ['true', {}],
    ['list.size() > 2', {}],
  ] as const)
    it(`finds ${JSON.stringify(uses)} when the condition is ${condition}`, () => {
      const found = [...usesIn([condition])].map(([name, use]) => [name, use.type === 'text' ? `text ${use.values}` : use.type]);
      expect(Object.fromEntries(found)).to.deep.equal(uses);
    });
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: conditions of models

describe('the summary of variables', () => {
  const variables = Object.entries({ orderId: 7, callbackUrl: 'x', link: 'https://a.example/b', _trace: 1, note: 'a' });

  it('leaves out technical variables and those of the form', () => {
    expect(summaryOf(variables, { shown: undefined, compared: [] }, new Set(['note'])).map(([name]) => name)).to.deep.equal([
      'orderId',
    ]);
  });

  it('has what the author chose, in that order, when there is a choice', () => {
    const names = summaryOf(variables, { shown: ['note', 'missing', 'callbackUrl'], compared: ['orderId'] }, new Set()).map(
      ([name]) => name,
    );
    expect(names).to.deep.equal(['note', 'callbackUrl']);
  });

  it('is in parts for a phone: short values in four rows, first those that are compared, then the others', () => {
    const many = Object.entries({
      text: 'x'.repeat(41),
      a: 1,
      wide: 'y'.repeat(30),
      b: 2,
      c: 3,
      list: [1],
      d: 4,
      e: 5,
      f: 6,
      g: 7,
    });
    const summary = summaryOf(many, { shown: undefined, compared: ['g'] }, new Set());
    const { near, folded } = partedForPhone(summary);
    expect(near.map(([name]) => name)).to.deep.equal(['g', 'a', 'wide', 'b', 'c', 'd', 'e']);
    expect(folded.map(([name]) => name)).to.deep.equal(['text', 'list', 'f']);
    expect([isWide('y'.repeat(30)), isWide('y')]).to.deep.equal([true, false]);
  });

  it('writes names as words', () => {
    const names = ['invoiceNumber', 'invoice_number', 'sum', 'customerVATId', 'a b', '__proto__', 'größe'];
    expect(names.map(wordsOfName)).to.deep.equal([
      'Invoice number',
      'Invoice number',
      'Sum',
      'Customer VAT id',
      'a b',
      '__proto__',
      'Größe',
    ]);
  });
});
