// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import { FEEL_BOMBS, FEEL_FLOODS } from '../../../lab/hostile/bombs.ts';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import { CompiledCache } from '../../../src/expressions/feel/compiled-cache.ts';
import { Bench, EXECUTION, reading, shown } from '../../support/engine/evaluating.ts';
import { itFull } from '../../support/tier.ts';

const bench = new Bench();

function refusal(text: string): string {
  const read = readExpression(text, 'expression', 'c');
  return read.ok ? 'read' : read.reason;
}

describe('limits of the source text', () => {
  it('refuse more than 64 KiB when the text is deployed', () => {
    const long = `"${'a'.repeat(65_535)}"`;
    for (const text of [long, `= ${long}`, `\${${long}}`]) expect(refusal(text)).to.equal('text is longer than 65536 bytes');
    expect(refusal(`"${'ä'.repeat(40_000)}"`)).to.equal('text is longer than 65536 bytes');
    expect(readScript(long, 'js', undefined)).to.deep.include({ ok: false, reason: 'text is longer than 65536 bytes' });
    expect(refusal(`"${'a'.repeat(60_000)}"`)).to.equal('read');
  });
  it('refuse FEEL whose parser would take long when there is too much side by side', () => {
    const repeated = (text: (n: number) => string, count: number, by: string) =>
      Array.from({ length: count }, (_, n) => text(n)).join(by);
    const context = (entries: number) => `{${repeated((n) => `k${n}: [${n}, "a,b"]`, entries, ', ')}}`;
    expect(refusal(`= ${context(3000)}`)).to.equal('context has more than 500 entries');
    for (const text of [
      `[${repeated(() => '1', 20_000, ',')}]`,
      repeated(() => 't', 20_000, '+'),
      repeated(() => 'ab', 12_000, ' '),
      `{${repeated((n) => `k${n}: [1, 2, 3, 4, 5, 6, 7, 8, 9]`, 600, ';')}}`,
    ]) {
      expect(refusal(`= ${text}`)).to.equal('text has more than 10000 words and signs');
    }
    expect(refusal(`= [${repeated(() => '1', 1000, ',')}]`)).to.equal('read');
    expect(refusal(`= [${repeated(() => context(60), 3, ',')}]`)).to.equal('read');
    expect(refusal(`= contains("${'{a,'.repeat(12_000)}", "x")`)).to.equal('read');
  });
  const deep = (open: string, close: string, count: number) => `${open.repeat(count)}1${close.repeat(count)}`;
  const rows: readonly (readonly [string, string, string])[] = [
    ['brackets', '(', ')'],
    ['lists', '[', ']'],
    ['unary operators', '!', ''],
    ['minus signs', '- ', ''],
    ['casts', '(int)', ''],
    ['conditionals', '1 ? 1 : ', ''],
    ['groups', '${', '}'],
    ['FEEL brackets', '= (', ')'],
  ];
  for (const [name, open, close] of rows) {
    it(`refuse nesting over 200 when the text has ${name}`, () => {
      const isFeel = open.startsWith('=');
      const text = isFeel
        ? `= ${deep('(', ')', 30_000)}`
        : `0 + ${deep(open, close, Math.floor(60_000 / (open.length + close.length)))}`;
      expect(refusal(text)).to.match(/nesting is deeper than 200/);
    });
  }
  it('refuse nested blocks over 200 when a script is deployed', () => {
    expect(readScript(`${'{'.repeat(1000)}1${'}'.repeat(1000)}`, undefined, undefined)).to.deep.include({ ok: false });
    expect(readScript(`${'if (true) '.repeat(1000)} 1`, undefined, undefined)).to.deep.include({ ok: false });
  });
  itFull('allow wide texts when nothing is nested', () => {
    expect(bench.value(Array(10_000).fill('1').join(' + '))).to.equal(10_000);
    expect(bench.value(Array(4_000).fill('true').join(' && '))).to.equal(true);
    expect(bench.value(`a${'?.b'.repeat(5_000)}`)).to.equal(null);
    expect(shown(bench.script(`${'if (false) 1 else '.repeat(3_000)} 2`))).to.equal(2);
  });
  it('allow nesting up to the limit when brackets are counted', () => {
    expect(bench.value(deep('(', ')', 90))).to.equal(1);
  });
});

describe('limits of an evaluation', () => {
  const list = Array.from({ length: 60_000 }, (_, i) => i);
  it('stop at the step limit when a text takes too many steps', () => {
    const few = new Bench({ maxSteps: 1500 });
    expect(few.value(Array(2_000).fill('1').join(' + '))).to.equal('failure: step limit exceeded');
    expect(few.value(Array(500).fill('1').join(' + '))).to.equal(500);
  });
  it('stop at the step limit when comparisons multiply', () => {
    const source = 'a == b\n'.repeat(400);
    const given: Variables = { a: list, b: [...list.slice(0, -1), 'x'] };
    expect(shown(bench.script(source, given))).to.equal('failure: step limit exceeded');
  });
  it('stop at the time limit when a text takes too long', () => {
    const short = new Bench({ timeoutMs: 0 });
    expect(short.value(Array(5_000).fill('1').join(' + '))).to.equal('failure: time limit of 0 ms exceeded');
  });
  it('stop at 100 000 elements when a list grows', () => {
    const given: Variables = { a: Array.from({ length: 99_999 }, () => 1) };
    const large = new Bench({ maxOutputBytes: 10_000_000 });
    expect(large.script('a.Add(1)', given)).to.have.property('ok', true);
    expect(shown(large.script('a.Add(1); a.Add(2)', given))).to.equal('failure: list or map has more than 100000 elements');
    expect(shown(large.script("s.Split(',').Count", { s: ','.repeat(100_001) }))).to.equal(
      'failure: list or map has more than 100000 elements',
    );
  });
  it('stop at the output limit when a text doubles itself', () => {
    expect(shown(bench.script(`s = 'xxxx'\n${'s = s + s\n'.repeat(60)}`))).to.equal(
      'failure: text is longer than 65536 characters',
    );
    expect(shown(bench.script("s.Replace('x', t)", { s: 'x'.repeat(60_000), t: 'y'.repeat(60_000) }))).to.equal(
      'failure: text is longer than 65536 characters',
    );
  });
  it('stop at the output limit when a list doubles itself', () => {
    expect(shown(bench.script(`a = [1]\n${'a = [a, a]\n'.repeat(60)}1`))).to.equal('failure: result is larger than 65536 bytes');
    expect(shown(bench.script(`var a = [1]\n${'a = [a, a]\n'.repeat(60)}'' + a`))).to.equal(
      'failure: list or map is too large for a text',
    );
    const equal = `var a = [1]\nvar b = [1]\n${'a = [a, a]\nb = [b, b]\n'.repeat(60)}a == b`;
    expect(shown(bench.script(equal))).to.equal('failure: step limit exceeded');
  });
  it('refuse a result larger than the output limit in every dialect', () => {
    const given = { s: 'x'.repeat(70_000) };
    for (const text of ['s', '${s}', '= s'])
      expect(bench.value(text, given)).to.equal('failure: result is larger than 65536 bytes');
    expect(shown(bench.script('a = s.Substring(0, 40000); b = s.Substring(0, 40000); 1', given))).to.equal(
      'failure: result is larger than 65536 bytes',
    );
  });
  itFull('fail instead of throwing when values are nested thousands of levels deep', () => {
    let deep: Json = [];
    for (let i = 0; i < 20_000; i++) deep = [deep];
    let other: Json = [];
    for (let i = 0; i < 20_000; i++) other = [other];
    for (const text of ['deep == other', "'' + deep", 'deep', '= deep = other', '= deep', '${deep}']) {
      expect(bench.value(text, { deep, other }), text).to.match(/^failure/);
    }
    expect(shown(bench.script(`a = []\n${'a = [a]\n'.repeat(5_000)}1`))).to.equal('failure: value is nested too deep');
  });
});

describe('unreachable names', () => {
  const hostile = JSON.parse(
    '{"m":{"__proto__":{"a":1},"constructor":{"b":2},"prototype":3,"ok":4},"constructor":5,"__proto__":6}',
  ) as Variables;
  const rows: readonly (readonly [string, Json])[] = [
    ['m.__proto__', null],
    ['m.constructor', null],
    ['m.prototype', null],
    ["m['__proto__']", null],
    ["m.get('constructor')", null],
    ["m.ContainsKey('constructor')", false],
    ['m.Keys', ['ok']],
    ['constructor', null],
    ['__proto__', null],
    ["_context['constructor']", null],
    ["execution.getVariable('constructor')", null],
    ["execution.hasVariable('__proto__')", false],
    ['m.toString', null],
    ['m.hasOwnProperty', null],
    ["m.hasOwnProperty('ok')", "failure: unknown function 'hasOwnProperty'"],
    ["'a'.constructor", "failure: cannot read 'constructor' of string"],
    ['[].constructor', "failure: cannot read 'constructor' of list"],
    ['(1).constructor', "failure: cannot read 'constructor' of number"],
    ["'a'.at(0)", "failure: unknown function 'at'"],
    ["''.constructor.constructor('return 1')()", "failure: cannot read 'constructor' of string"],
    ['execution.constructor', "failure: unknown member 'execution.constructor'"],
    ['execution.__proto__', "failure: unknown member 'execution.__proto__'"],
    ['Math.constructor', "failure: unknown function 'Math.constructor'"],
    ["Math['Abs']", "failure: cannot read 'Abs' of null"],
    ['new { constructor = 1 }', "failure: name 'constructor' is not allowed"],
    ["new { ['__proto__'] = 1 }", "failure: name '__proto__' is not allowed"],
  ];
  for (const [text, wanted] of rows) {
    it(`stay unreachable when the text is ${text}`, () => expect(bench.value(text, hostile)).to.deep.equal(wanted));
  }
  for (const source of [
    '__proto__ = 1',
    'a.__proto__ = 1',
    "a['constructor'] = 1",
    "a.put('prototype', 1)",
    "execution.setVariable('__proto__', 1)",
  ]) {
    it(`cannot be written when the script is ${source}`, () => {
      expect(shown(bench.script(source, { a: {} }))).to.match(/^failure: (variable )?name '\w+' is not allowed$/);
    });
  }
});

describe('the cache of compiled texts', () => {
  it('drops the least recently used when it is full', () => {
    const cache = new CompiledCache<number>(2, 1000);
    const made: string[] = [];
    const get = (key: string) => cache.get(key, () => made.push(key));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
    expect(made).to.deep.equal(['a', 'b', 'c', 'b']);
    expect(cache.size).to.equal(2);
  });
  it('drops texts when they are too long together', () => {
    const cache = new CompiledCache<number>(100, 10);
    for (const key of ['aaaa', 'bbbb', 'cccc']) cache.get(key, () => 1);
    expect(cache.size).to.equal(2);
  });
});

describe('texts whose values would take all memory', () => {
  const patient = new Bench({ timeoutMs: 20_000 });
  after(() => patient.close());
  const LIMITS = {
    elements: /has more than 1000000 elements$|^failure: value holds more than 1000000 values$/,
    characters: /^failure: text is longer than 4194304 characters$/,
    values: /^failure: value holds more than 1000000 values$/,
  };
  for (const [limit, texts] of Object.entries(FEEL_BOMBS)) {
    for (const text of texts) {
      it(`meet the limit of ${limit} when FEEL is ${text.slice(0, 60)}`, () => {
        expect(patient.value(`=${text}`)).to.match(LIMITS[limit as keyof typeof LIMITS]);
      });
    }
  }
  for (const text of FEEL_FLOODS.slice(0, 2)) {
    // slow: a process runs until its memory limit
    it(`end only their own process when FEEL is ${text}`, function () {
      this.timeout(60_000);
      expect(patient.value(`=${text}`)).to.be.oneOf([
        'failure: memory limit exceeded',
        'failure: time limit of 20000 ms exceeded',
      ]);
      expect(patient.value('=count(for i in 1..3 return i)')).to.equal(3);
    });
  }
});

describe('a script in its own process', () => {
  it('reads and returns values that are larger than the buffer of a pipe', async () => {
    const evaluator = createEvaluator({ timeoutMs: 20_000, memoryMb: 64, maxOutputBytes: 1_048_576, threads: 1 });
    const read = readScript("text + 'b'.repeat(450000)", 'javascript', undefined);
    if (!read.ok) throw new Error(read.reason);
    const text = 'a'.repeat(450_000);
    expect(evaluator.run(read.script, reading({ text }), EXECUTION)).to.deep.include({
      ok: true,
      value: `${text}${'b'.repeat(450_000)}`,
    });
    await evaluator.close();
  });
});

describe('models of another version', () => {
  it('fail without throwing when a stored text does not parse', () => {
    const evaluator = createEvaluator({ timeoutMs: 100, memoryMb: 16, maxOutputBytes: 1000 });
    for (const dialect of ['lenient', 'juel', 'feel'] as const) {
      const expression = { kind: 'expression', slot: 's', dialect, text: 'x +', source: 'x +' } as const;
      expect(evaluator.evaluate(expression, reading({}), EXECUTION)).to.deep.include({ ok: false, code: '500' });
    }
  });
});
