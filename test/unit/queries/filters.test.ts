import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { FILTER_OPERATORS, isUsable } from '../../../src/queries/lists/filter-operators.ts';
import { type FilterField, parseFilters } from '../../../src/queries/lists/list-filters.ts';

const expression = sql`x`;
const fields: readonly FilterField[] = [
  { name: 'Key', type: 'text', expression },
  { name: 'BusinessId', type: 'text', expression, hasNull: true },
  { name: 'Version', type: 'integer', expression },
  { name: 'IsOpen', type: 'boolean', expression },
  { name: 'IsDone', type: 'boolean', expression },
  { name: 'CreatedAt', type: 'time', expression },
  { name: 'TaskState', type: 'state', expression },
];
const ALLOWED = 'Allowed names: Key, BusinessId, Version, IsOpen, IsDone, CreatedAt, TaskState.';

/** `Name|Name op value|value`, texts in quotes, for reading in a table. */
function read(text: string): string {
  const parsed = parseFilters(text, fields);
  if (!parsed.ok) return parsed.detail;
  return parsed.value
    .map(({ operator, alternatives }) => {
      const names = alternatives.map(({ field }) => field.name).join('|');
      const values = (alternatives[0]?.values ?? []).map((value) => JSON.stringify(value === null ? null : value.value));
      return `${names} ${operator.text} ${values.join('|')}`;
    })
    .join(' and ');
}

describe('filters that can be read', () => {
  const cases: readonly [text: string, meaning: string][] = [
    ['', ''],
    [' , ,', ''],
    ['Key==a', 'Key == "a"'],
    [' key == a b ', 'Key == "a b"'],
    ['KEY==a,,version==1', 'Key == "a" and Version == "1"'],
    ['(IsOpen|IsDone)==true', 'IsOpen|IsDone == true'],
    ['IsOpen | isdone ==TRUE', 'IsOpen|IsDone == true'],
    ['( IsOpen )!=False', 'IsOpen != false'],
    ['Key==a|b| c', 'Key == "a"|"b"|" c"'],
    ['Key==a |b', 'Key == "a "|"b"'],
    ['Key==', 'Key == ""'],
    ['Key==a|', 'Key == "a"|""'],
    ['Key==|', 'Key == ""|""'],
    ['Key===a', 'Key == "=a"'],
    ['Key==a==b', 'Key == "a==b"'],
    ['Key!==a', 'Key != "=a"'],
    ['Key==*a', 'Key ==* "a"'],
    ['Key==\\*a', 'Key == "*a"'],
    ['Key== *a', 'Key == "*a"'],
    ['Key!@=*a', 'Key !@=* "a"'],
    ['Key_-=a', 'Key _-= "a"'],
    ['Key!_-=*a', 'Key !_-=* "a"'],
    ['Key_=a_=b', 'Key _= "a_=b"'],
    ['Key==a\\,b', 'Key == "a,b"'],
    ['Key==a\\|b', 'Key == "a|b"'],
    ['Key==a\\\\', 'Key == "a\\\\"'],
    ['Key==a\\\\,Version==1', 'Key == "a\\\\" and Version == "1"'],
    ['Key==a\\\\|b', 'Key == "a\\\\"|"b"'],
    ['Key==a\\b', 'Key == "a\\\\b"'],
    ['Key==a\\', 'Key == "a\\\\"'],
    ['Key==\\==a', 'Key == "==a"'],
    ['Key==a\\@=*b', 'Key == "a@=*b"'],
    ['Key==null', 'Key == "null"'],
    ['BusinessId==null', 'BusinessId == null'],
    ['BusinessId!= NULL ', 'BusinessId != null'],
    ['BusinessId==a|Null', 'BusinessId == "a"|null'],
    ['BusinessId==\\null', 'BusinessId == "null"'],
    ['BusinessId==\\Null', 'BusinessId == "Null"'],
    ['BusinessId@=null', 'BusinessId @= "null"'],
    ['BusinessId==*null', 'BusinessId ==* "null"'],
    ['Version>=-3', 'Version >= "-3"'],
    ['Version==99999999999999999999', 'Version == "99999999999999999999"'],
    ['Version<1|5', 'Version < "1"|"5"'],
    ['TaskState==claimed|CANCELLED', 'TaskState == "Claimed"|"Cancelled"'],
    ['CreatedAt>=2026-01-01', 'CreatedAt >= 1767225600'],
    ['CreatedAt<2026-01-01T00:00:00.5Z', 'CreatedAt < 1767225600.5'],
    ['CreatedAt==2026-01-01t02:00:00+02:00', 'CreatedAt == 1767225600'],
    ['CreatedAt==2026-01-01T02:00:00 02:00', 'CreatedAt == 1767225600'],
    ['CreatedAt==2025-12-31T22:30:00-01:30', 'CreatedAt == 1767225600'],
    ['CreatedAt==2026-01-01T00:00:00', 'CreatedAt == 1767225600'],
    ['CreatedAt==2024-02-29', 'CreatedAt == 1709164800'],
    ['CreatedAt==0099-01-01', 'CreatedAt == -59042995200'],
    ['CreatedAt==2026-01-01T00:00:00.123456789', 'CreatedAt == 1767225600.123456'],
  ];
  for (const [text, meaning] of cases) {
    it(`mean ${meaning || 'nothing'} when they are ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.equal(meaning);
    });
  }

  it('are read when there are exactly 20 terms', () => {
    expect(read(Array(20).fill('Key==a').join(',')).split(' and ')).to.have.length(20);
  });
});

describe('filters that cannot be read', () => {
  const malformed = (term: string) => `Malformed filter term '${term}'. ${ALLOWED}`;
  const invalid = (value: string, name: string) => `Value '${value}' is not valid for '${name}'. ${ALLOWED}`;
  const cases: readonly [text: string, detail: string][] = [
    ['Key', malformed('Key')],
    [' Key = a ', malformed('Key = a')],
    ['==a', malformed('==a')],
    ['|Key==a', malformed('|Key==a')],
    ['Key|==a', malformed('Key|==a')],
    ['()==a', malformed('()==a')],
    ['(Key==a', malformed('(Key==a')],
    ['Key)==a', malformed('Key)==a')],
    ['((Key))==a', malformed('((Key))==a')],
    ['(Key)|Version==1', malformed('(Key)|Version==1')],
    ['Version==', malformed('Version==')],
    ['IsOpen==true|', malformed('IsOpen==true|')],
    ['(Key|Version)==', malformed('(Key|Version)==')],
    [`${'x'.repeat(300)}`, malformed(`${'x'.repeat(256)}…`)],
    ['Nope==1', `Unknown filter name 'Nope'. ${ALLOWED}`],
    ['Key|Nope==1', `Unknown filter name 'Nope'. ${ALLOWED}`],
    ['Key\\==a', `Unknown filter name 'Key\\'. ${ALLOWED}`],
    ['Nope==', `Unknown filter name 'Nope'. ${ALLOWED}`],
    ['constructor==1', `Unknown filter name 'constructor'. ${ALLOWED}`],
    ['Key>a', `Operator '>' cannot be used with 'Key'. ${ALLOWED}`],
    ['isopen>=true', `Operator '>=' cannot be used with 'IsOpen'. ${ALLOWED}`],
    ['Version@=1', `Operator '@=' cannot be used with 'Version'. ${ALLOWED}`],
    ['Version==*1', `Operator '==*' cannot be used with 'Version'. ${ALLOWED}`],
    ['TaskState<Created', `Operator '<' cannot be used with 'TaskState'. ${ALLOWED}`],
    ['CreatedAt_=2026', `Operator '_=' cannot be used with 'CreatedAt'. ${ALLOWED}`],
    ['Key|Version>1', `Operator '>' cannot be used with 'Key'. ${ALLOWED}`],
    ['Version==1.5', invalid('1.5', 'Version')],
    ['Version==+1', invalid('+1', 'Version')],
    ['Version==null', invalid('null', 'Version')],
    ['IsOpen==yes', invalid('yes', 'IsOpen')],
    ['IsOpen==true|null', invalid('null', 'IsOpen')],
    ['(Key|IsOpen)==a', invalid('a', 'IsOpen')],
    ['TaskState==Open', invalid('Open', 'TaskState')],
    ['CreatedAt==null', invalid('null', 'CreatedAt')],
    ['CreatedAt==2026-02-30', invalid('2026-02-30', 'CreatedAt')],
    ['CreatedAt==2023-02-29', invalid('2023-02-29', 'CreatedAt')],
    ['CreatedAt==2026-13-01', invalid('2026-13-01', 'CreatedAt')],
    ['CreatedAt==2026-01-01T24:00:00', invalid('2026-01-01T24:00:00', 'CreatedAt')],
    ['CreatedAt==2026-01-01T10:00', invalid('2026-01-01T10:00', 'CreatedAt')],
    ['CreatedAt==2026-01-01T10:00:00+24:00', invalid('2026-01-01T10:00:00+24:00', 'CreatedAt')],
    ['CreatedAt==2026-01-01 10:00:00', invalid('2026-01-01 10:00:00', 'CreatedAt')],
    ['CreatedAt==today', invalid('today', 'CreatedAt')],
    ['Key==a,Nope==1,Key', `Unknown filter name 'Nope'. ${ALLOWED}`],
    [`${'Key==a,'.repeat(20)}Nope==1`, `Too many terms in filters. At most 20 are allowed. ${ALLOWED}`],
    [`Nope==1${',Key==a'.repeat(20)}`, `Unknown filter name 'Nope'. ${ALLOWED}`],
  ];
  for (const [text, detail] of cases) {
    it(`are refused with ${detail.slice(0, 70)}… when they are ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(read(text)).to.equal(detail);
    });
  }
});

describe('any filters', () => {
  const operatorTexts = FILTER_OPERATORS.map((operator) => operator.text);
  const textOperators = FILTER_OPERATORS.filter((operator) => isUsable(operator, 'text')).map((operator) => operator.text);

  /** The escape a client writes: characters with a meaning get a backslash. */
  const escaped = (value: string) => value.replace(/[,|\\*]/g, (character) => `\\${character}`);

  it('give back every text value when it was escaped', () => {
    const value = fc
      .oneof(fc.string(), fc.string({ unit: fc.constantFrom('\\', ',', '|', '*', '=', '!', '_', '-', '@', '<', 'a') }))
      .filter((text) => text === text.replace(/^ +| +$/g, ''));
    fc.assert(
      fc.property(fc.constantFrom(...textOperators), fc.array(value, { minLength: 1, maxLength: 4 }), (operator, values) => {
        const parsed = parseFilters(`Key${operator}${values.map(escaped).join('|')}`, fields);
        if (!parsed.ok) throw new Error(parsed.detail);
        expect(parsed.value[0]?.operator.text).to.equal(operator);
        expect(parsed.value[0]?.alternatives[0]?.values.map((read) => read?.value)).to.deep.equal(values);
      }),
      { numRuns: 500 },
    );
  });

  it('never throw when they are nonsense, and a refusal names the allowed names', () => {
    const piece = fc.constantFrom('Key', 'Version', 'IsOpen', '(', ')', '|', ',', '\\', 'null', ' ', '1', '*', ...operatorTexts);
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const parsed = parseFilters(pieces.join(''), fields);
        if (!parsed.ok) expect(parsed.detail.endsWith(ALLOWED)).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });

  // filters-time.test.ts measures how long that takes
  it('are answered when they are long', () => {
    const text = `Key==${'\\'.repeat(30_000)}${'|='.repeat(15_000)}`;
    expect(parseFilters(text, fields)).to.have.property('ok');
  });
});
