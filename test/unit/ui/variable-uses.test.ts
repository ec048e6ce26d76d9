import { expect } from 'chai';
import { usesIn } from '../../../src/ui/web/components/forms/variable-uses.ts';
import { wordsOfName } from '../../../src/ui/web/components/words-of-name.ts';
import { isWide, lineOf, partedForPhone, summaryOf, withoutPlan } from '../../../src/ui/web/pages/user-tasks/panes/summary.ts';

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
  const none = () => false;
  const variables = Object.entries({ orderId: 7, callbackUrl: 'x', link: 'https://a.example/b', _trace: 1, note: 'a' });

  it('leaves out technical variables and those of the form', () => {
    expect(
      summaryOf(variables, { shown: undefined, compared: [], isUsed: none }, new Set(['note'])).map(([name]) => name),
    ).to.deep.equal(['orderId']);
  });

  it('has what the author chose, in that order, when there is a choice', () => {
    const names = summaryOf(
      variables,
      { shown: ['note', 'missing', 'callbackUrl'], compared: ['orderId'], isUsed: none },
      new Set(),
    ).map(([name]) => name);
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
    const summary = summaryOf(many, { shown: undefined, compared: ['g'], isUsed: none }, new Set());
    const { near, folded } = partedForPhone(summary);
    expect(near.map(([name]) => name)).to.deep.equal(['g', 'a', 'wide', 'b', 'c', 'list', 'd']);
    expect(folded.map(([name]) => name)).to.deep.equal(['list', 'e', 'f', 'text']);
    expect([isWide('y'.repeat(30)), isWide('y')]).to.deep.equal([true, false]);
  });

  it('has what the model uses before objects with a name, and those before short values', () => {
    const order = Object.entries({
      rows: [{ a: {} }],
      iban: 'CH93',
      items: [{ name: 'Laptop' }, { name: 'Mouse' }],
      customer: { id: 7, name: 'Ann Smith' },
      risk: 'low',
      total: 12,
      dueAt: '2026-11-26T14:36:35.000Z',
      travelAt: '2026-11-26T14:36:35.000Z',
    });
    const summary = summaryOf(order, { shown: undefined, compared: ['total'], isUsed: (name) => name === 'risk' }, new Set());
    const shown = withoutPlan(summary, { dueDate: '2026-11-26T15:36:35+01:00' });
    expect(shown.map(([name]) => name)).to.deep.equal(['total', 'risk', 'customer', 'iban', 'items', 'travelAt', 'rows']);
    expect(withoutPlan(summary, { dueDate: '2026-11-27T00:00:00Z' }).map(([name]) => name)).to.include('dueAt');
  });

  it('has one line for objects and lists with names', () => {
    const [name, title] = [{ id: 1, name: 'Ann Smith' }, { title: 'Laptop' }];
    const many = Array.from({ length: 9 }, (_, at) => ({ name: `Article ${at}` }));
    expect([name, [title, 'Mouse'], many].map(lineOf)).to.deep.equal([
      'Ann Smith',
      'Laptop, Mouse',
      'Article 0, Article 1, Article 2, … (9)',
    ]);
    expect([{ id: 1 }, [], [name, {}], 'text', null].map(lineOf)).to.deep.equal(Array(5).fill(undefined));
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
