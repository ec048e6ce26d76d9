import { expect } from 'chai';
import type { FormField } from '../../../src/engine/model/model-texts.ts';
import { faultOf } from '../../../src/ui/web/components/forms/field-fault.ts';
import { valueOfField } from '../../../src/ui/web/components/forms/field-value.ts';
import { faultOfOutput } from '../../../src/ui/web/components/forms/output-type.ts';
import { dueWords, spanWords } from '../../../src/ui/web/pages/user-tasks/panes/time-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the value of a number field', () => {
  for (const [text, json] of [
    ['', undefined],
    ['12', '12'],
    ['1e3', '1e3'],
    ['12345678901234567890', '12345678901234567890'],
    ['.5', '0.5'],
    ['007', '7'],
    ['+3', '3'],
  ] as const) {
    it(`is ${json ?? 'none'} when '${text}' is entered`, () => {
      expect(valueOfField({ id: 'a', type: 'number' }, text)?.text).to.equal(json);
    });
  }
});

describe('the error at a field of a form (docs/contributing/spec/pages.md#work-on-a-task)', () => {
  const text = (more: Partial<FormField>): FormField => ({ id: 'a', type: 'text', ...more });
  const number = (more: Partial<FormField>): FormField => ({ id: 'a', type: 'number', ...more });
  const cases: readonly (readonly [title: string, field: FormField, entered: string, message: string | undefined])[] = [
    ['nothing is asked', text({}), '', undefined],
    ['a value is needed', text({ isRequired: true }), ' ', 'A value is needed.'],
    ['it can only be read', text({ isRequired: true, isReadOnly: true }), '', undefined],
    ['it is a checkbox', { id: 'a', type: 'boolean', isRequired: true }, 'false', undefined],
    ['it is too short', text({ rules: { minLength: 3 } }), 'ab', 'At least 3 characters are needed.'],
    ['it is left empty, which is possible', text({ rules: { minLength: 3 } }), '', undefined],
    ['it is too long', text({ rules: { maxLength: 1 } }), 'ab', 'At most 1 characters are possible.'],
    ['it does not match', text({ rules: { pattern: '^a+$' } }), 'b', 'Must match ^a+$'],
    ['it matches', text({ rules: { pattern: '^a+$' } }), 'aa', undefined],
    ['the pattern is none', text({ rules: { pattern: '(' } }), 'b', undefined],
    ['the text is too long to be matched', text({ rules: { pattern: '^a+$' } }), 'b'.repeat(1001), undefined],
    ['it is no number', number({}), 'x', 'This is not a number.'],
    ['it is too small', number({ rules: { min: 1 } }), '0', 'Must be 1 or more.'],
    ['it is too large', number({ rules: { max: 1 } }), '1.5', 'Must be 1 or less.'],
    ['it is at the bounds', number({ rules: { min: 1, max: 1 } }), '1', undefined],
  ];
  for (const [title, field, entered, message] of cases) {
    it(`is ${message === undefined ? 'nothing' : `'${message}'`} when ${title}`, () =>
      expect(faultOf(field, entered)).to.equal(message));
  }

  it('is that a value is needed when an expected output is left empty', () => {
    expect(faultOfOutput({ id: 'a', type: 'json' }, ' ')).to.equal('A value is needed.');
    expect(faultOfOutput({ id: 'a', type: 'json' }, '""')).to.equal(undefined);
  });

  it('is at an expected output what its type asks for', () => {
    expect(faultOfOutput({ id: 'a', type: 'number' }, '1x')).to.equal('This is not a number.');
    expect(faultOfOutput({ id: 'a', type: 'text' }, '{"a":')).to.equal(undefined);
    for (const type of ['json', 'structure'] as const)
      expect(faultOfOutput({ id: 'a', type }, '{"a":')).to.equal('This is not valid JSON.');
    expect(faultOfOutput({ id: 'a', type: 'json' }, 'plain')).to.equal(undefined);
  });
});

describe('times in words', () => {
  it('are in one unit when they are spans', () => {
    const spans = [0, MINUTE, 59 * MINUTE, HOUR, 47 * HOUR, 48 * HOUR, 2400 * HOUR].map(spanWords);
    expect(spans).to.deep.equal(['less than a minute', '1 min', '59 min', '1 h', '47 h', '2 days', '100 days']);
  });

  it('show overdue tasks when a due date is past', () => {
    const due = '2026-01-01T12:00:00.000Z';
    expect(dueWords(due, Date.parse(due) - HOUR)).to.deep.equal({ text: 'Due in 1 h', isOverdue: false });
    expect(dueWords(due, Date.parse(due) + 72 * HOUR)).to.deep.equal({ text: 'Overdue by 3 days', isOverdue: true });
  });
});
