// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { EXECUTION, reading } from '../../support/engine/evaluating.ts';
import { randomRuns } from '../../support/tier.ts';

const evaluator = createEvaluator({ timeoutMs: 60_000, memoryMb: 32, maxOutputBytes: 1_000_000 });

/** Pieces of the grammar in any order: far more often almost right than random characters are. */
const pieces = fc.constantFrom(
  ...[
    'x',
    'y',
    'list',
    'map',
    'a',
    '1',
    '7.0',
    '"s"',
    "'t'",
    'null',
    'true',
    'not',
    'empty',
    'and',
    'or',
    'div',
    'is null',
    'new',
    'List<int>',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '.',
    '?.',
    '?[',
    '?',
    ':',
    ',',
    ';',
    '\n',
    '=',
    '==',
    '!=',
    '<',
    '<=',
    '+',
    '-',
    '*',
    '/',
    '%',
    '!',
    '&&',
    '||',
    '??',
  ],
  ...[
    '.Count',
    '.Add(1)',
    '.Trim()',
    '.b',
    '[0]',
    "['k']",
    '_context.',
    'Math.Abs(',
    'execution.',
    'if (',
    'else',
    'return',
    'throw new X(',
    'let ',
    '${',
    '#{',
    '++',
  ],
);
const nearTexts = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(' '));
const texts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  nearTexts,
  nearTexts.map((text) => `= ${text}`),
  nearTexts.map((text) => `\${${text}}`),
);
const variables: fc.Arbitrary<Variables> = fc.record({
  x: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  y: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  list: fc.array(fc.integer(), { maxLength: 5 }),
  map: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  s: fc.string(),
});

describe('any text', () => {
  it('is read or refused with a place, never with an exception, when it is deployed', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('expression' as const, 'template' as const), (text, kind) => {
        const read = readExpression(text, kind, 'slot');
        if (!read.ok) {
          expect(read.line).to.be.at.least(1);
          expect(read.column).to.be.at.least(1);
          expect(read.reason).to.not.equal('');
        }
      }),
      { numRuns: randomRuns(1500) },
    );
  });

  it('is read or refused when it is deployed as a script', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(undefined, 'groovy', 'feel', 'juel'), (text, format) => {
        expect(readScript(text, format, undefined)).to.have.property('ok');
      }),
      { numRuns: randomRuns(1000) },
    );
  });

  it('gives a value or a failure, and leaves the variables as they were, when it is evaluated', () => {
    fc.assert(
      fc.property(nearTexts, variables, (text, given) => {
        const before = JSON.stringify(given);
        const read = readScript(text, undefined, undefined);
        if (!read.ok) return;
        const result = evaluator.run(read.script, reading(given), EXECUTION);
        expect(result).to.have.property('ok');
        expect(JSON.stringify(given)).to.equal(before);
        expect(evaluator.run(read.script, reading(given), EXECUTION)).to.deep.equal(result);
      }),
      { numRuns: randomRuns(1500) },
    );
  });

  it('leaves frozen variables alone when a script changes copies of them', () => {
    const changes = fc.constantFrom(
      'list.Add(1)',
      'list[0] = 9',
      'map.put("k", 1)',
      'map.a.b = 2',
      'list.Clear()',
      'map.Remove("k")',
      'list.Insert(0, x)',
      'x = list; x.Add(2)',
    );
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 8 }), variables, (scripts, given) => {
        const before = JSON.stringify(given);
        const read = readScript(scripts.join('\n'), undefined, undefined);
        if (!read.ok) throw new Error(read.reason);
        evaluator.run(read.script, reading(deepFreeze(given)), EXECUTION);
        expect(JSON.stringify(given)).to.equal(before);
      }),
      { numRuns: randomRuns(300) },
    );
  });
});

/** An arithmetic tree with exact rational values kept by the oracle: integers as bigint, doubles as number. */
type Oracle = { readonly text: string; readonly value: bigint | number | 'failure' };
const integers = fc.integer({ min: -1000, max: 1000 }).map((n): Oracle => ({ text: `(${n})`, value: BigInt(n) }));
const doubles = fc.integer({ min: -1000, max: 1000 }).map((n): Oracle => ({ text: `(${n}.0)`, value: n }));
const { tree } = fc.letrec<{ tree: Oracle; node: Oracle }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4, depthIdentifier: 'tree' }, integers, doubles, tie('node')),
  node: fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/', '%'), tie('tree')).map(
    ([left, operator, right]): Oracle => ({
      text: `(${left.text} ${operator} ${right.text})`,
      value: compute(left.value, operator, right.value),
    }),
  ),
}));

function compute(a: Oracle['value'], operator: string, b: Oracle['value']): Oracle['value'] {
  if (a === 'failure' || b === 'failure') return 'failure';
  if ((operator === '/' || operator === '%') && Number(b) === 0) return 'failure';
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    const exact = { '+': () => a + b, '-': () => a - b, '*': () => a * b, '/': () => a / b, '%': () => a % b }[
      operator
    ] as () => bigint;
    const result = exact();
    return result <= BigInt(Number.MAX_SAFE_INTEGER) && result >= -BigInt(Number.MAX_SAFE_INTEGER) ? result : 'failure';
  }
  const [x, y] = [Number(a), Number(b)];
  const result = { '+': x + y, '-': x - y, '*': x * y, '/': x / y, '%': x % y }[operator] as number;
  return Number.isFinite(result) ? result : 'failure';
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}

describe('arithmetic', () => {
  it('agrees with whole-number and floating arithmetic when any tree of numbers is computed', () => {
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        if (value === 'failure') return;
        const read = readExpression(text, 'expression', 'slot');
        if (!read.ok) throw new Error(read.reason);
        const result = evaluator.evaluate(read.expression, reading({}), EXECUTION);
        expect(result).to.deep.equal({ ok: true, value: Number(value) + 0 });
      }),
      { numRuns: randomRuns(2000) },
    );
  });

  it('compares as JavaScript does when both sides are numbers or both are strings', () => {
    const pairs = fc.oneof(fc.tuple(fc.integer(), fc.integer()), fc.tuple(fc.string(), fc.string()));
    fc.assert(
      fc.property(pairs, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), ([a, b], operator) => {
        const read = readExpression(`a ${operator} b`, 'expression', 'slot');
        if (!read.ok) throw new Error(read.reason);
        const wanted = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '==': a === b, '!=': a !== b }[operator];
        expect(evaluator.evaluate(read.expression, reading({ a, b }), EXECUTION)).to.deep.equal({ ok: true, value: wanted });
      }),
    );
  });
});
