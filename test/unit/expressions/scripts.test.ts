// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups in strings are written like that
import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readScript } from '../../../src/expressions/deploy.ts';
import { Bench } from '../../support/engine/evaluating.ts';

const bench = new Bench();
const variables: Variables = { x: 7, items: [1, 2], order: { total: 4, lines: [{ qty: 1 }] }, nothing: null };

/** `writes` of a script that succeeds. */
function writes(source: string, given: Variables = variables): Variables {
  const result = bench.script(source, given);
  if (!result.ok) throw new Error(result.reason);
  return result.writes ?? {};
}

function value(source: string): Json {
  const result = bench.script(source, variables);
  return result.ok ? result.value : `failure ${result.code}: ${result.reason}`;
}

describe('script statements', () => {
  const rows: readonly (readonly [string, Json])[] = [
    ['', null],
    ['1 + 1', 2],
    ['1; 2; 3', 3],
    ['1\n2\n3', 3],
    ['x = 5; x * 2', 10],
    ['x = 5', 5],
    ['return 1; 2', 1],
    ['if (x > 5) return "big"\n"small"', 'big'],
    ['if (x < 5) { return 1 }\nreturn 2', 2],
    ['if (x < 5) 1 else if (x < 8) 2 else 3', 2],
    ['if (x < 5) { 1 } else { 3 }', 3],
    ['if (x > 5) y = 1; else y = 2; y', 1],
    ['if (nothing) 1 else 2', 2],
    ['if (x > 5)\n  1\nelse\n  2', 1],
    ['{ 1; { 2 } }', 2],
    ['return', null],
    ['return\n5', null],
    [';;1;;', 1],
    ['a = 1\n+ 2\na', 3],
    ['a = x\n.ToString()\na', '7'],
    ['a = x\n(1 + 2)', 3],
    ['a = items\n[5]', [5]],
    ['a =\n  1 +\n  2\na', 3],
    ['a = [\n1,\n2\n]\na.Count', 2],
    ['a = x > 5\n? 1\n: 2\na', 1],
    ['a = x > 5\nand x < 9\na', true],
    ['x == 7 ? "a" : "b"', 'a'],
    ['if (1) 2', "failure 500: 'if' needs a boolean, not number"],
  ];
  for (const [source, wanted] of rows) {
    it(`gives ${JSON.stringify(wanted)} when the script is ${JSON.stringify(source)}`, () =>
      expect(value(source)).to.deep.equal(wanted));
  }
});

describe('local names', () => {
  for (const word of [
    'var',
    'let',
    'const',
    'def',
    'int',
    'string',
    'dynamic',
    'double?',
    'int[]',
    'List<int>',
    'final int',
    'Map',
  ]) {
    it(`are not stored when declared with ${word}`, () => {
      expect(bench.script(`${word} tmp = 5; y = tmp + 1`, {})).to.deep.equal({ ok: true, value: 6, writes: { y: 6 } });
    });
  }
  it('hide the variable when they have its name, inside their block only', () => {
    expect(writes('let x = 1; { let x = 2; x = 3; a = x }; b = x; _context.x = 9')).to.deep.equal({ a: 3, b: 1, x: 9 });
  });
  it('read the variable of their name when they are declared from it', () => {
    expect(value('let x = x + 1; x')).to.equal(8);
  });
  it('keep a double apart from an integer when they are used', () => {
    expect(value('var d = 7.0; d / 2')).to.equal(3.5);
    expect(value('d = 7.0; d / 2')).to.equal(3);
  });
  it('can be changed in place when they hold a list', () => {
    expect(bench.script('var l = new List<int>(); l.Add(1); l.Add(2); r = l', {})).to.deep.equal({
      ok: true,
      value: [1, 2],
      writes: { r: [1, 2] },
    });
  });
  it('may be called list, object or var when that is their name', () => {
    expect(value('var list = [1]; list.Count')).to.equal(1);
    expect(value('let object = 3; object')).to.equal(3);
    expect(value('var = 3; var')).to.equal(3);
  });
});

describe('assignments', () => {
  const rows: readonly (readonly [string, Variables])[] = [
    ['x = 1', { x: 1 }],
    ['_context.x = 1', { x: 1 }],
    ["_context['a b'] = 1", { 'a b': 1 }],
    ['x += 1', { x: 8 }],
    ['x -= 1', { x: 6 }],
    ['x *= 2', { x: 14 }],
    ['x /= 2', { x: 3 }],
    ['x %= 4', { x: 3 }],
    ['x++', { x: 8 }],
    ['_context.x--', { x: 6 }],
    ['x ??= 1', {}],
    ['nothing ??= 1', { nothing: 1 }],
    ['fresh ??= 1', { fresh: 1 }],
    ['order.total = 5', { order: { total: 5, lines: [{ qty: 1 }] } }],
    ["order['note'] = 'n'", { order: { total: 4, lines: [{ qty: 1 }], note: 'n' } }],
    ['order.lines[0].qty += 2', { order: { total: 4, lines: [{ qty: 3 }] } }],
    ['order.total++', { order: { total: 5, lines: [{ qty: 1 }] } }],
    ['fresh.a = 1', { fresh: { a: 1 } }],
    ['fresh.a.b = 1', { fresh: { a: { b: 1 } } }],
    ['items[1] = 9', { items: [1, 9] }],
    ['y = 1; x = 2; y = 3', { y: 3, x: 2 }],
    ['y = x; x = y + 1', { y: 7, x: 8 }],
    ['y = 7.0', { y: 7 }],
    ['if (true) { y = 1 }', { y: 1 }],
    ['items.Add(3)', { items: [1, 2, 3] }],
    ['items.push(3); items.add(4)', { items: [1, 2, 3, 4] }],
    ['items.Insert(0, 0)', { items: [0, 1, 2] }],
    ['items.Remove(1)', { items: [2] }],
    ['items.Remove(9)', {}],
    ['items.RemoveAt(1)', { items: [1] }],
    ['items.Clear()', { items: [] }],
    ['order.lines.Add(2)', { order: { total: 4, lines: [{ qty: 1 }, 2] } }],
    ["order.lines.get(0).put('a', 1)", { order: { total: 4, lines: [{ qty: 1, a: 1 }] } }],
    ["order.put('k', 1)", { order: { total: 4, lines: [{ qty: 1 }], k: 1 } }],
    ["order.Add('k', 1); order.Remove('lines')", { order: { total: 4, k: 1 } }],
    ['order?.lines.Add(2)', { order: { total: 4, lines: [{ qty: 1 }, 2] } }],
    ['nothing?.Add(2)', {}],
    ['[1].Add(2)', {}],
  ];
  for (const [source, wanted] of rows) {
    it(`store ${JSON.stringify(wanted)} when the script is ${source}`, () => expect(writes(source)).to.deep.equal(wanted));
  }
  it('keep the order of first assignment when names are assigned', () => {
    expect(Object.keys(writes('b = 1; a = 2; b = 3'))).to.deep.equal(['b', 'a']);
  });
  const failures: readonly (readonly [string, string])[] = [
    ['items[2] = 1', 'index 2 is out of range'],
    ["items['a'] = 1", "cannot read 'a' of list"],
    ['x.a = 1', "cannot read 'a' of number"],
    ['nothing.Add(1)', "cannot read 'Add' of null"],
    ['x.Add(1)', "unknown function 'Add'"],
    ['y += 1', "'+' needs numbers, not null and number"],
    ['y = execution', 'execution is not a value'],
  ];
  for (const [source, reason] of failures) {
    it(`fail when the script is ${source}`, () =>
      expect(bench.script(source, variables)).to.deep.equal({ ok: false, code: '500', reason }));
  }
});

describe('setVariable', () => {
  it('reports sets apart from writes when both are used', () => {
    expect(bench.script("execution.setVariable('a', 1); b = execution.getVariable('a') + 1", {})).to.deep.equal({
      ok: true,
      value: 2,
      sets: { a: 1 },
      writes: { b: 2 },
    });
  });
  it('stays an assignment when the script assigned the name before', () => {
    expect(bench.script("a = 1; execution.setVariable('a', 2)", {})).to.deep.include({ writes: { a: 2 } });
  });
  it('keeps both when the assignment came later', () => {
    const result = bench.script("execution.setVariable('a', 2); a = 1; a", {});
    expect(result).to.deep.equal({ ok: true, value: 1, sets: { a: 2 }, writes: { a: 1 } });
  });
  it('leaves null when it is removeVariable, and nothing when the name does not exist', () => {
    const result = bench.script("execution.removeVariable('a'); execution.removeVariable('b'); a == null", { a: 1 });
    expect(result).to.deep.equal({ ok: true, value: true, sets: { a: null } });
  });
  it('writes the own scope when it is setVariableLocal', () => {
    expect(bench.script("execution.setVariableLocal('a', 2)", {})).to.deep.include({ writes: { a: 2 } });
  });
});

describe('thrown errors', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ["throw new BadRequestActivityException('bad')", '400', 'bad'],
    ["throw new Fleans.Errors.BadRequestActivityException('bad')", '400', 'bad'],
    ["throw new CustomTaskFailedActivityException(409, 'taken')", '409', 'taken'],
    ["throw BpmnError('E1', 'why')", 'E1', 'why'],
    ["throw new BpmnError('E1')", 'E1', 'BpmnError'],
    ["throw new Exception('boom ' + x)", '500', 'boom 7'],
    ['throw new Exception()', '500', 'Exception'],
    ["if (x > 1) throw new BpmnError('E2', 'm')", 'E2', 'm'],
  ];
  for (const [source, code, reason] of rows) {
    it(`fail with ${code} when the script is ${source}`, () => {
      expect(bench.script(source, variables)).to.deep.equal({ ok: false, code, reason });
    });
  }
  it('give no writes when they follow an assignment', () => {
    expect(bench.script("y = 1; throw new Exception('no')", {})).to.not.have.property('writes');
  });
});

describe('scripts that do not parse', () => {
  const rows: readonly (readonly [string, number, number])[] = [
    ['x = ', 1, 5],
    ['x = 1 y = 2', 1, 7],
    ['if x > 1', 1, 4],
    ['{ x = 1', 1, 8],
    ['x = 1 }', 1, 7],
    ['1 = x', 1, 3],
    ['x?.a = 1', 1, 6],
    ['f() = 1', 1, 5],
    ['x = 1\ny = (2', 2, 7],
    ['let x y', 1, 5],
    ['throw new X', 1, 12],
    ['for (i = 0, i < 3, i++) { }', 1, 23],
    ['while (true) break; }', 1, 21],
    ['while (true)', 1, 13],
    ['do { x = 1 } until (x > 0)', 1, 14],
    ['for x in items: print(x)', 1, 15],
    ['function f(a) { return a }', 1, 1],
    ['def f(a) { return a }', 1, 1],
    ['try { x = 1 } catch (e) { }', 1, 1],
    ['switch (x) { }', 1, 1],
    ['order = new Order(1)', 1, 13],
    ['x = `a ${b c}`', 1, 12],
    ['x = `a ${b', 1, 8],
  ];
  for (const [source, line, column] of rows) {
    it(`are refused at ${line}:${column} when the source is ${JSON.stringify(source)}`, () => {
      expect(readScript(source, undefined, undefined)).to.deep.include({ ok: false, line, column });
    });
  }
});
