import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { Bench } from '../../support/engine/evaluating.ts';
import { eventually } from '../../support/eventually.ts';

const variables: Variables = { x: 7, items: [1, 2], order: { total: 4, lines: [{ qty: 1 }] }, nothing: null, 'odd name': 1 };

describe('JavaScript scripts', () => {
  let bench: Bench;
  /** for scripts that never end */
  let impatient: Bench;
  before(() => {
    bench = new Bench({ timeoutMs: 60_000 });
    impatient = new Bench({ timeoutMs: 200 });
  });
  after(() => Promise.all([bench.close(), impatient.close()]));

  const run = (source: string, given: Variables = variables, at = bench) => at.script(source, given, 'javascript');
  const value = (source: string, at = bench): Json => {
    const result = run(source, variables, at);
    return result.ok ? result.value : `failure ${result.code}: ${result.reason}`;
  };

  describe('values', () => {
    const rows: readonly (readonly [string, Json])[] = [
      ['x * 2', 14],
      ['_context.x * 2', 14],
      ["_context['odd name']", 1],
      ['_context.unknown', null],
      ["'x' in _context", true],
      ['Object.keys(_context).length', 5],
      ['typeof unknown', 'undefined'],
      ["console.log(x); console.error('no'); print(x); println(x); x", 7],
      ["kcontext.setVariable('fresh', 1); fresh", 1],
      ['var a = 1;', null],
      ['undefined', null],
      ['(() => 1)', null],
      ['0 / 0', null],
      ['[undefined, NaN, () => 1]', [null, null, null]],
      ['({ a: undefined })', { a: null }],
      ['10n', 10],
      ['items.map((i) => i * 2).filter((i) => i > 2)', [4]],
      ['for (var s = 0, i = 0; i < 10; i++) s += i; s', 9 * 5],
      ["execution.getVariable('x')", 7],
      ["execution.getVariable('unknown')", null],
      ["execution.hasVariable('nothing')", true],
      ["execution.setVariable('fresh', 1); fresh + 1", 2],
      ["execution.setVariable('x', 1); x + 1", 2],
      ["var fresh = 1; execution.setVariable('fresh', 2); fresh", 1],
      ["var fresh = 1; execution.setVariable('fresh', 2); execution.getVariable('fresh')", 2],
      ["let x = 1; execution.getVariable('x')", 7],
      ['function x() { return 8 } [x(), _context.x]', [8, 7]],
      ["execution.removeVariable('x'); [x, execution.getVariable('x')]", [null, null]],
      ['execution.getProcessInstanceId()', 'instance-1'],
      ['execution.processBusinessKey', 'order-7'],
      ['execution.getProcessInstance().getCurrentActivityId()', 'task-a'],
      ['new Date().toISOString()', '2026-03-04T05:06:07.008Z'],
      ['Date.now() === new Date().getTime()', true],
      ['new Date(0) instanceof Date', true],
      ['new Date(Date.UTC(2020, 0, 1)).toISOString()', '2020-01-01T00:00:00.000Z'],
      ['JSON.stringify({ a: [1] })', '{"a":[1]}'],
    ];
    for (const [source, wanted] of rows) {
      it(`are ${JSON.stringify(wanted)} when the script is ${source}`, () => expect(value(source)).to.deep.equal(wanted));
    }
    it('are the same when they are large, whatever a script does with them', () => {
      const list = Array.from({ length: 2000 }, (_, at) => at);
      const given = { first: 1, text: 'x'.repeat(9000), list, last: 2 };
      const told = (source: string) => {
        const result = run(source, given);
        return result.ok
          ? { value: result.value, ...(result.writes && { writes: result.writes }), ...(result.sets && { sets: result.sets }) }
          : result;
      };
      expect(told('Object.keys(_context).join()')).to.deep.equal({ value: 'first,text,list,last' });
      expect(told('text.length + list.length')).to.deep.equal({ value: 11_000 });
      expect(told("execution.hasVariable('list') && 'text' in _context")).to.deep.equal({ value: true });
      expect(told('list.push(1, 2)')).to.deep.equal({ value: 2002, writes: { list: [...list, 1, 2] } });
      expect(told('text = 1; text')).to.deep.equal({ value: 1, writes: { text: 1 } });
      expect(told("execution.setVariable('text', 'short'); text")).to.deep.equal({ value: 'short', sets: { text: 'short' } });
      expect(told("execution.removeVariable('list'); list")).to.deep.equal({ value: null, sets: { list: null } });
      expect(told('Object.values(_context)[1].length')).to.deep.equal({ value: 9000 });
      expect(told('var own = list; own[0] = 5; first')).to.deep.equal({ value: 1, writes: { list: [5, ...list.slice(1)] } });
      expect(told('JSON.parse = () => 7; JSON.stringify = () => "8"; list[3]')).to.deep.equal({ value: 3 });
    });
    it('are the same when a script with Math.random runs again', () => {
      expect(value('Math.random()')).to.be.within(0, 1);
      expect(value('Math.random()')).to.equal(value('Math.random()'));
    });
  });

  describe('writes', () => {
    const rows: readonly (readonly [string, Variables | undefined, Variables | undefined])[] = [
      ['x = 8', { x: 8 }, undefined],
      ['var x = 8', { x: 8 }, undefined],
      ['let x = 8', undefined, undefined],
      ['_context.fresh = 1', { fresh: 1 }, undefined],
      ['_context.fresh = 1; fresh = 2', { fresh: 2 }, undefined],
      ['fresh = 1', undefined, undefined],
      ['var fresh = 1; function helper() {}', undefined, undefined],
      ['items.push(3)', { items: [1, 2, 3] }, undefined],
      ['_context.order.lines[0].qty = 2', { order: { total: 4, lines: [{ qty: 2 }] } }, undefined],
      ['order.total', undefined, undefined],
      ['_context.b = 1; x = 2; _context.b = 3', { b: 3, x: 2 }, undefined],
      ['x = undefined', { x: null }, undefined],
      ['const o = { a: 1 }; _context.o = o; o.a = 2', { o: { a: 2 } }, undefined],
      ["execution.setVariable('a', { b: NaN })", undefined, { a: { b: null } }],
      ["execution.setVariable('a', 1); _context.c = a + 1", { c: 2 }, { a: 1 }],
      ["x = 1; execution.setVariable('x', 2)", { x: 2 }, undefined],
      ["execution.setVariable('x', 2); x = 1", { x: 1 }, { x: 2 }],
      ["execution.setVariableLocal('l', 2)", { l: 2 }, undefined],
      ["var fresh = 1; execution.setVariable('fresh', fresh)", undefined, { fresh: 1 }],
      ["let fresh = 1; execution.setVariable('fresh', fresh)", undefined, { fresh: 1 }],
      ["const fresh = 1; execution.setVariable('fresh', fresh)", undefined, { fresh: 1 }],
      ["fresh = 1; execution.setVariable('fresh', fresh)", undefined, { fresh: 1 }],
      ["function fresh() { return 1 } execution.setVariable('fresh', fresh())", undefined, { fresh: 1 }],
      ['var fresh = 1; _context.fresh = fresh', { fresh: 1 }, undefined],
      ["var fresh = 1; execution.setVariableLocal('fresh', fresh)", { fresh: 1 }, undefined],
      ["var fresh = { a: 1 }; execution.setVariable('fresh', fresh); fresh.a = 2", undefined, { fresh: { a: 1 } }],
      ["execution.setVariable('fresh', 1); var fresh", undefined, { fresh: 1 }],
      ["var x = x + 1; execution.setVariable('x', x)", { x: 8 }, undefined],
      ["let x = 8; execution.setVariable('x', x)", undefined, { x: 8 }],
      ["const x = 8; execution.setVariable('x', x)", undefined, { x: 8 }],
      ["function x() { return 8 } execution.setVariable('x', x())", undefined, { x: 8 }],
      ['function x() { return 8 }', undefined, undefined],
      ['class x {}', undefined, undefined],
      ["Object.freeze(globalThis); execution.setVariable('fresh', 1)", undefined, { fresh: 1 }],
      ["execution.removeVariable('x')", undefined, { x: null }],
      ["execution.removeVariable('fresh')", undefined, undefined],
      ["execution.setVariable('fresh', 1); execution.removeVariable('fresh')", undefined, { fresh: null }],
      ["execution.removeVariable('x'); execution.setVariable('x', 2)", undefined, { x: 2 }],
      ["x = 1; execution.removeVariable('x')", { x: null }, undefined],
      ['delete _context.x', undefined, { x: null }],
      ['delete _context.fresh', undefined, undefined],
      ["Object.defineProperty(_context, 'd', { value: 1 })", { d: 1 }, undefined],
      [
        "_context.fresh = 1; const forged = { n: 0, toString() { return this.n++ ? 'other' : 'fresh' }, toJSON: () => '__proto__' }; Array.prototype[Symbol.iterator] = function* () { yield forged; yield 'constructor' }",
        { fresh: 1 },
        undefined,
      ],
    ];
    for (const [source, writes, sets] of rows) {
      it(`are ${JSON.stringify(writes)} when the script is ${source}`, () => {
        const result = run(source);
        expect(result).to.have.property('ok', true);
        expect(result.ok && result.writes).to.deep.equal(writes);
        expect(result.ok && result.sets).to.deep.equal(sets);
      });
    }
  });

  it('names the local variables when the script has given lists a toJSON', () => {
    const result = run("Array.prototype.toJSON = () => ({ length: 1 }); execution.setVariableLocal('l', 2)");
    expect(result).to.deep.include({ ok: true, writes: { l: 2 }, localNames: ['l'] });
  });

  describe('errors', () => {
    const rows: readonly (readonly [string, string, string])[] = [
      ["throw { code: 'E1', message: 'why' }", 'E1', 'why'],
      ["throw { code: 42, message: 'why' }", '42', 'why'],
      ["const e = new Error('why'); e.code = 'E2'; throw e", 'E2', 'why'],
      ["throw new Error('why')", '500', 'why'],
      ["throw new TypeError('why')", '500', 'TypeError: why'],
      ["throw 'text'", '500', 'text'],
      ['throw null', '500', 'null'],
      ['throw { code: {}, a: 1 }', '500', '{"code":{},"a":1}'],
      ['missing()', '500', "ReferenceError: 'missing' is not defined"],
      ['nothing.a', '500', "TypeError: cannot read property 'a' of null"],
      ['_context.__proto__ = 1', '500', "TypeError: variable name '__proto__' is not allowed"],
      ["execution.setVariable('constructor', 1)", '500', "TypeError: variable name 'constructor' is not allowed"],
      ['const o = {}; o.o = o; _context.o = o', '500', 'TypeError: circular reference'],
      [
        "Object.prototype.toJSON = () => ({ code: ['forged'], reason: ['forged'] }); throw { code: 'E1', message: 'why' }",
        'E1',
        'why',
      ],
      ["Object.prototype.toJSON = () => null; throw { code: 'E1', message: 'why' }", 'E1', 'why'],
      ['throw { get code() { throw 1 } }', '500', 'the script threw a value that cannot be shown'],
    ];
    for (const [source, code, reason] of rows) {
      it(`have code ${code} when the script is ${source}`, () => expect(run(source)).to.deep.equal({ ok: false, code, reason }));
    }
  });

  describe('limits', () => {
    const CUT = 'failure 500: time limit of 200 ms exceeded';
    /** A machine that has other work may use up the time of a short script too. */
    const nextWorks = () => eventually('the next script', () => value('1 + 1', impatient) === 2);
    // slow: a script runs until its time limit
    it('cut an endless loop the script cannot catch, and the next script works', async () => {
      expect(value('try { while (true); } catch (e) {} 5', impatient)).to.equal(CUT);
      await nextWorks();
    });
    it('cut an endless loop in the result, and the next script works', async () => {
      expect(value('({ toJSON() { while (true); } })', impatient)).to.equal(CUT);
      await nextWorks();
    });
    it('cut a regular expression that never ends', () => {
      expect(value("/(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')", impatient)).to.equal(CUT);
    });
    it('report the memory limit when a script asks for too much, and the next script works', () => {
      expect(value('new Uint8Array(1e9)')).to.equal('failure 500: memory limit exceeded');
      expect(value('1 + 1')).to.equal(2);
      expect(value('const a = []; while (true) a.push(new Uint8Array(4e6))')).to.equal('failure 500: memory limit exceeded');
      expect(value('1 + 1')).to.equal(2);
    });
    it('report the stack when a script calls itself forever', () => {
      expect(value('function f() { return f() + 1 } f()')).to.equal('failure 500: InternalError: stack overflow');
      expect(value('1 + 1')).to.equal(2);
    });
    it('refuse a result larger than the output limit', () => {
      expect(value("'x'.repeat(100000)")).to.equal('failure 500: result is larger than 65536 bytes');
      expect(value("_context.a = 'x'.repeat(100000); 1")).to.equal('failure 500: result is larger than 65536 bytes');
      expect(value("'x'.repeat(1000000)")).to.equal('failure 500: result is larger than 65536 bytes');
    });
    it('fail instead of throwing when a variable is nested thousands of levels deep', () => {
      let deep: Json = [];
      for (let i = 0; i < 50_000; i++) deep = [deep];
      expect(run('1', { deep })).to.have.property('ok', false);
      expect(bench.value('= matches(deep, "a")', { deep })).to.match(/^failure|null/);
    });
  });

  describe('isolation', () => {
    const rows: readonly (readonly [string, Json])[] = [
      ['typeof process + typeof require + typeof fetch + typeof setTimeout + typeof module', 'undefined'.repeat(5)],
      ["try { this.constructor.constructor('return process')() } catch (e) { e.name }", 'ReferenceError'],
      ["try { ({}).constructor.constructor('return globalThis.process')() === undefined } catch (e) { e.name }", true],
      ["try { execution.getVariable.constructor('return process')() } catch (e) { e.name }", 'ReferenceError'],
      ['try { Object.getPrototypeOf(_context) } catch (e) { e.name }', null],
      ["Object.prototype.polluted = 1; 'x'", 'x'],
      ['({}).polluted', null],
      ["globalThis.leak = 1; 'set'", 'set'],
      ['typeof leak', 'undefined'],
      ['JSON.stringify = () => \'"hijacked"\'; Object.keys = () => []; x = 9; x', 9],
      ['execution = 5; typeof execution', 'object'],
      ['_context = 5; typeof _context', 'object'],
      ["let seen; import('fs').then((m) => { seen = m }, () => {}); seen", null],
      ['Promise.resolve(1).then(() => { x = 99 }); 1', 1],
    ];
    for (const [source, wanted] of rows) {
      it(`holds when the script is ${source}`, () => expect(value(source)).to.deep.equal(wanted));
    }
    it('keeps the host clean when a script pollutes prototypes', () => {
      value('Object.prototype.polluted = 1; Array.prototype.polluted = 1');
      expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
      expect(value('[].polluted')).to.equal(null);
    });
    it('shows no variable of one script to the next', () => {
      run('_context.secret = 1; secret2 = 2', { a: 1 });
      expect(value('typeof secret + typeof secret2 + typeof a')).to.equal('undefined'.repeat(3));
    });
    it('reads variables named like built-in objects as variables', () => {
      expect(run('Date + Object', { Date: 'a', Object: 'b', constructor: 'c' })).to.deep.include({ ok: true, value: 'ab' });
    });
    for (const name of ['Proxy', 'Math', 'Number', 'String', 'Error', 'TypeError', 'JSON', 'Reflect', 'globalThis']) {
      it(`continues as before when a variable is named ${name}`, () => {
        const given = { [name]: 'mine', x: 7 };
        expect(run('_context.y = [x, 10n]; 1', given)).to.deep.equal({ ok: true, value: 1, writes: { y: [7, 10] } });
        expect(run("throw { code: 'E1', message: 'why' }", given)).to.deep.equal({ ok: false, code: 'E1', reason: 'why' });
        expect(run('_context.__proto__ = 1', given)).to.deep.include({
          reason: "TypeError: variable name '__proto__' is not allowed",
        });
      });
    }
  });

  it('runs again after it was closed unexpectedly but refuses after close', async () => {
    const closed = new Bench();
    await closed.close();
    expect(() => closed.script('1', {}, 'js')).to.throw('the script sandbox is closed');
  });
});
