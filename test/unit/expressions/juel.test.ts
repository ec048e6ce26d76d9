// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import { Bench, shown } from './evaluating.ts';

const bench = new Bench();
const variables = { x: 7, name: 'Ada', order: { total: 4 }, list: [1], nothing: null, yes: true };

describe('JUEL groups', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['${x}', 7],
    ['#{x / 2}', 3.5],
    ['${6 / 3}', 2],
    ['${6 / 3 / 4}', 0.5],
    ['${x div 2}', 3.5],
    ['${x / 0}', 'failure: division by zero'],
    ["${order.total gt 3 and name eq 'Ada'}", true],
    ["${empty nothing ? 'none' : name}", 'none'],
    ['${now()}', '2026-03-04T05:06:07.008Z'],
    ["${execution.getVariable('x')}", 7],
    ['${list.add(2)}', "failure: an expression cannot change variable 'list'"],
    ["${bean.run('a')}", "failure: cannot read 'run' of null"],
  ];
  for (const [text, wanted] of rows) {
    it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () =>
      expect(bench.value(text, variables)).to.deep.equal(wanted));
  }
  it('report sets when they call setVariable', () => {
    expect(bench.expression("${execution.setVariable('a', x)}", variables)).to.deep.equal({
      ok: true,
      value: null,
      sets: { a: 7 },
    });
  });
});

describe('templates', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['plain text', 'plain text'],
    ['Order ${x} for ${name}', 'Order 7 for Ada'],
    ['${x}${name}', '7Ada'],
    ['${x}', 7],
    ['a${nothing}b', 'ab'],
    ['a${yes}b', 'aTrueb'],
    ["{${'}'}}", '{}}'],
    ['${list}!', '[1]!'],
    ['a $ {x} #', 'a $ {x} #'],
    ["it's ${x}", "it's 7"],
    ['a${nothing.b}', "failure: cannot read 'b' of null"],
    ['="a" + string(x)', 'a7'],
  ];
  for (const [text, wanted] of rows) {
    it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () => {
      expect(shown(bench.expression(text, variables, 'template'))).to.deep.equal(wanted);
    });
  }
});
