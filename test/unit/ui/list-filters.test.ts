import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findNames } from '../../../src/queries/find-instances.ts';
import { parseFilters } from '../../../src/queries/lists/list-filters.ts';
import { elementTexts } from '../../../src/ui/web/components/element-texts.ts';
import {
  addressValue,
  type ListFilter,
  MOST_FILTERS,
  optionOfVariable,
  optionsFor,
  readEntry,
  shownComparison,
  shownValue,
} from '../../../src/ui/web/components/filter-bar/list-filters.ts';
import { conditionsIn, filterText } from '../../../src/ui/web/components/filter-text.ts';
import { setZone } from '../../../src/ui/web/texts/numbers.ts';

const STATUS: ListFilter = { name: 'status', label: 'status', choices: [{ value: 'Failed', label: 'Failed' }] };
const ID: ListFilter = { name: 'businessId', label: 'business id' };
const KEY: ListFilter = { name: 'key', label: 'process', completesBareText: true };
const FROM: ListFilter = { name: 'from', label: 'created from', kind: 'time' };
const VARIABLES: ListFilter = { name: 'variables', label: 'variable', kind: 'variables' };
const ALL = [ID, STATUS, FROM, VARIABLES];

describe('a text in the filter field of a list (docs/contributing/spec/pages.md#filter-bar)', () => {
  before(() => setZone('utc'));
  after(() => setZone('local'));

  /** What the address gets. */
  const address = (text: string, before = '') => {
    const entry = readEntry(text, ALL);
    return entry === undefined ? undefined : { [entry.filter.name]: addressValue(entry, before) };
  };

  it('names a filter by its label or its name in the address, in any case', () => {
    expect(address('Business ID: PO-1: a,b|c')).to.deep.equal({ businessId: { value: 'PO-1: a,b|c' } });
    expect(address('businessid:x')).to.deep.equal({ businessId: { value: 'x' } });
    expect(address('status: failed')).to.deep.equal({ status: { value: 'Failed' } });
    for (const text of ['PO-1', 'nothing: x', ': x', '']) expect(address(text), text).to.equal(undefined);
  });

  it('can be the name of an element, which is an id in the address', () => {
    const names = elementTexts([
      ['pay', 'Collect\n payment'],
      ['a1', 'Approve'],
      ['a2', 'Approve'],
      ['plain', null],
    ]);
    const element: ListFilter = { name: 'activity', label: 'element', names };
    const idOf = (text: string) => addressValue({ filter: element, value: text }, '').value;
    expect(['collect payment', 'pay', 'Approve (a2)', 'plain'].map(idOf)).to.deep.equal(['pay', 'pay', 'a2', 'plain']);
    expect(['pay', 'a1', 'gone'].map((id) => shownValue(element, id))).to.deep.equal(['Collect payment', 'Approve (a1)', 'gone']);
    const options = optionsFor('element: appr', [element], []);
    expect(options.map(({ label, value }) => [label, value])).to.deep.equal([
      ['element: Approve (a1)', 'a1'],
      ['element: Approve (a2)', 'a2'],
    ]);
  });

  it('is refused when the API would refuse the number of filters', () => {
    const filters = (count: number) => filterText(Array.from({ length: count }, (_, n) => ['ErrorCode', '!=', `a,b|\\${n}\\`]));
    expect(parseFilters(filters(MOST_FILTERS), findNames.filters).ok).to.equal(true);
    expect(parseFilters(filters(MOST_FILTERS + 1), findNames.filters).ok).to.equal(false);
    for (const count of [0, 1, MOST_FILTERS]) expect(conditionsIn(filters(count))).to.equal(count);
  });

  it('is a time in the chosen zone, and UTC in the address', () => {
    for (const [text, value] of [
      ['2026-01-31', '2026-01-31T00:00:00'],
      ['2026-01-31 10:30', '2026-01-31T10:30:00'],
      ['2026-01-31T10:30:05Z', '2026-01-31T10:30:05'],
    ] as const)
      expect(address(`created from: ${text}`), text).to.deep.equal({ from: { value } });
    expect(shownValue(FROM, '2026-01-31T10:30')).to.equal('2026-01-31 10:30');
    expect(shownValue(FROM, 'nonsense')).to.equal('nonsense');
  });

  it('compares variables, one after the other, each once', () => {
    expect(address('customer = 42')).to.deep.equal({ variables: { value: 'customer==42' } });
    expect(address('order.total>=100', 'customer==42')).to.deep.equal({ variables: { value: 'customer==42\norder.total>=100' } });
    expect(address('customer==42', 'customer==42')).to.deep.equal({ variables: { value: 'customer==42' } });
    expect(shownComparison('customer==42')).to.equal('customer = 42');
    expect(shownComparison('total>=100')).to.equal('total >= 100');
  });

  it('is completed by suggested comparisons: names first, then values', () => {
    const labels = (text: string, suggested: readonly string[]) => optionsFor(text, ALL, suggested).map(({ label }) => label);
    expect(labels('', ['customer = ']))
      .to.include('customer = …')
      .and.not.include('variable: customer = 42');
    expect(labels('', [])).to.include('variable: customer = 42');
    expect(optionsFor('customer =', ALL, ['customer = Ann'])).to.deep.equal([
      { filter: VARIABLES, value: 'customer = Ann', label: 'customer = Ann' },
    ]);
    expect(optionsFor('cust', ALL, ['customer = '])[0]).to.include({ label: 'customer = …', text: 'customer = ' });
    expect(labels('customer = A', ['customer = Ann'])).to.deep.equal(['customer = Ann']);
    expect(optionOfVariable('Customer', ALL, ['customer = '])?.text).to.equal('customer = ');
    expect(optionOfVariable('cust', ALL, ['customer = '])).to.equal(undefined);
    expect(optionsFor('Ann', ALL, ['customer = Ann'])[0]).to.include({ value: 'customer = Ann' });
    const completed = optionsFor('ann', ALL, [], [{ filter: KEY, value: 'annual-report' }]).map(({ label }) => label);
    expect(completed).to.deep.equal(['business id: ann', 'process: annual-report']);
  });

  it('has a fault with what to enter instead when the value is invalid', () => {
    expect(address('status: lost')).to.deep.equal({ status: { fault: 'Enter one of: Failed.' } });
    expect(address('created from: today')?.['from']?.fault).to.match(/^Enter a time such as /);
    expect(address('business id:')?.['businessId']?.fault).to.equal('Enter a value after "business id:".');
    expect(address('variable: x')?.['variables']?.fault).to.match(/^Enter a comparison such as /);
  });

  it('suggests names, then values', () => {
    const labels = (text: string, suggested: readonly string[] = []) =>
      optionsFor(text, ALL, suggested).map(({ label }) => label);
    expect(labels('')).to.deep.equal(['business id:', 'status:', 'created from:', 'variable: customer = 42']);
    expect(labels('stat')).to.deep.equal(['status:', 'business id: stat']);
    expect(labels('status: ')).to.deep.equal(['status: Failed']);
    expect(labels('business id: PO', ['PO-1', 'PO-2'])).to.deep.equal(['business id: PO-1', 'business id: PO-2']);
    expect(labels('created from:')).to.have.length(3);
  });
});

describe('the example of the first steps', () => {
  it('is the one of the folder of examples', () => {
    const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    expect(read('src/ui/web/pages/home/hello.bpmn')).to.equal(read('examples/hello.bpmn'));
  });
});
