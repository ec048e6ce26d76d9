// tier nightly: measures how long texts take to read, and how soon their limits end them
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups in strings are written like that
import { expect } from 'chai';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { variableNamesIn } from '../../../src/expressions/variable-names.ts';
import { DecisionBench } from '../../support/decisions.ts';
import { Bench } from '../../support/engine/evaluating.ts';
import { decision, decisionFile, literal } from '../../support/models/decisions.ts';
import { processorMs } from '../../support/processor-time.ts';

/** For 64 KiB, on a machine that has other work; what takes time with the square of the length takes many times that. Unit: ms. */
const READ_MS = 3000;

describe('the time to read a script', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['classes whose brackets are not closed', 'A<b\n'.repeat(16_000)],
    ['collections whose brackets are not closed', 'List<b\n'.repeat(9000)],
    ['strings whose groups are not closed', `x=${'"${"+'.repeat(12_800)}1`],
    ['strings whose groups are not closed before the last', `x=${'"${"+'.repeat(12_800)}"}"`],
    ['strings with groups in one line', `x=${'"${1}"+'.repeat(9000)}1`],
    ['strings in one line', `x=${'"a"+'.repeat(16_000)}1`],
  ];
  for (const [name, source] of rows) {
    it(`takes no more than its share when a text of 64 KiB has ${name}`, function () {
      this.timeout(60_000);
      expect(processorMs(() => readScript(source, undefined, undefined))).to.be.below(READ_MS);
    });
  }
});

describe('the time to refuse FEEL whose parser would take long', () => {
  const repeated = (text: (n: number) => string, count: number, by: string) =>
    Array.from({ length: count }, (_, n) => text(n)).join(by);
  const rows: readonly (readonly [string, string])[] = [
    ['a context has too many entries', `{${repeated((n) => `k${n}: [${n}, "a,b"]`, 3000, ', ')}}`],
    ['a list is too long', `[${repeated(() => '1', 20_000, ',')}]`],
    ['a sum is too long', repeated(() => 't', 20_000, '+')],
    ['too many words follow each other', repeated(() => 'ab', 12_000, ' ')],
    ['a context has other signs', `{${repeated((n) => `k${n}: [1, 2, 3, 4, 5, 6, 7, 8, 9]`, 600, ';')}}`],
  ];
  for (const [name, text] of rows) {
    it(`is short when ${name}`, () => {
      const tookMs = processorMs(() => expect(readExpression(`= ${text}`, 'expression', 'c').ok).to.equal(false));
      expect(tookMs).to.be.below(1000);
    });
  }
});

describe('the time to find the names of variables', () => {
  for (const part of ['a[', '/*', '"\\', '$' + '{', 'a .', 'var ', "'"]) {
    it(`is linear when a text repeats ${JSON.stringify(part)}`, () => {
      const source = part.repeat(65_536 / part.length);
      const tookMs = processorMs(() => {
        variableNamesIn({ kind: 'script', dialect: 'lenient', source });
        variableNamesIn({ kind: 'expression', slot: 'condition', dialect: 'template', text: source, source });
      });
      expect(tookMs).to.be.below(1000);
    });
  }
});

describe('the time limit of a decision', () => {
  it('ends one with many scripts that each stay below the limit of a text', async function () {
    this.timeout(60_000);
    const bench = new DecisionBench(3000);
    const slow = literal('let n = 0; while (n < 3e6) n++; n', 'expressionLanguage="javascript"');
    const made = bench.make(decisionFile(decision('d', `<list>${slow.repeat(60)}</list>`)), 'd');
    expect(made)
      .to.have.property('reason')
      .that.matches(/time limit of 3000 ms( for one decision)? exceeded/);
    await bench.close();
  });
});

describe('the time limit of a text', () => {
  it('ends an endless loop of JavaScript soon', () => {
    const bench = new Bench({ timeoutMs: 1500 });
    bench.script('1', {}, 'javascript'); // so that the thread has started
    const began = performance.now();
    expect(bench.script('try { while (true); } catch (e) {} 5', {}, 'javascript')).to.deep.include({
      reason: 'time limit of 1500 ms exceeded',
    });
    expect(performance.now() - began).to.be.below(3000);
    return bench.close();
  });

  it('ends a regular expression and a loop of FEEL soon', () => {
    const bench = new Bench({ timeoutMs: 100 });
    bench.value('= replace("a", "a", "b")'); // so that the thread has started
    const began = performance.now();
    for (const text of ['replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$", "x")', 'for i in 1..100000000 return "abc"'])
      expect(bench.value(`= ${text}`)).to.match(/^failure: ((time|memory) limit|list or context has more than)/);
    expect(performance.now() - began).to.be.below(8000);
    return bench.close();
  });
});
