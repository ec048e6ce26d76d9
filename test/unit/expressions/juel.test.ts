// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import { readExpression } from '../../../src/expressions/deploy.ts';
import { Bench, shown } from '../../support/engine/evaluating.ts';

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
    ["${bean.run('a')}", "failure: unknown name 'bean'"],
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

describe('names in JUEL', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['${approvd == true}', "failure: unknown name 'approvd'"],
    ['${approvd}', "failure: unknown name 'approvd'"],
    ['${approvd == null}', "failure: unknown name 'approvd'"],
    ['${approvd != null}', "failure: unknown name 'approvd'"],
    ['${empty approvd}', "failure: unknown name 'approvd'"],
    ['${not empty approvd}', "failure: unknown name 'approvd'"],
    ['${!approvd}', "failure: unknown name 'approvd'"],
    ['${not approvd}', "failure: unknown name 'approvd'"],
    ['${approvd > 5}', "failure: unknown name 'approvd'"],
    ['${x > approvd}', "failure: unknown name 'approvd'"],
    ['${approvd.total}', "failure: unknown name 'approvd'"],
    ["${approvd['total']}", "failure: unknown name 'approvd'"],
    ['${list[approvd]}', "failure: unknown name 'approvd'"],
    ['${approvd[0]}', "failure: unknown name 'approvd'"],
    ['${approvd.add(1)}', "failure: unknown name 'approvd'"],
    ['${name.concat(approvd)}', "failure: unknown name 'approvd'"],
    ['${Math.max(x, approvd)}', "failure: unknown name 'approvd'"],
    ["${'a' + approvd}", "failure: unknown name 'approvd'"],
    ['${yes == True}', "failure: unknown name 'True'"],
    ['${yes == None}', "failure: unknown name 'None'"],
    ['${Yes}', "failure: unknown name 'Yes'"],
    ['${Math}', "failure: unknown name 'Math'"],
    ['${constructor}', "failure: unknown name 'constructor'"],
    ['${__proto__ == null}', "failure: unknown name '__proto__'"],
    ['${toString}', "failure: unknown name 'toString'"],
    ['${task.name}', "failure: unknown name 'task'"],
    // evaluated only as far as needed
    ['${yes || approvd}', true],
    ['${!yes && approvd}', false],
    ['${yes ? x : approvd}', 7],
    ['${approvd || yes}', "failure: unknown name 'approvd'"],
    // a variable that is null exists
    ['${nothing == null}', true],
    ['${empty nothing}', true],
    ['${nothing > 5}', false],
    // asked for by its name, as in Camunda
    ["${execution.getVariable('approvd') == null}", true],
    ["${execution.hasVariable('approvd') ? approvd : false}", false],
    ["${execution.hasVariable('x') && x > 5}", true],
    // members of a map are not names
    ['${order.totl}', null],
    ["${order['totl'] == null}", true],
    // beyond Camunda: the author defines the meaning of a missing one
    ['${approvd ?? false}', false],
    ['${approvd?.total}', null],
    ['${approvd?.total ?? 1}', 1],
    ['${approvd ?? nobody}', "failure: unknown name 'nobody'"],
    ['${approvd ?? approvd}', "failure: unknown name 'approvd'"],
    ['${_context.approvd == null}', true],
    // text around the group makes a condition lenient
    ['${approvd} == null', true],
    ['approvd == null', true],
    ['= approvd = null', true],
  ];
  for (const [text, wanted] of rows) {
    it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () =>
      expect(bench.value(text, variables)).to.deep.equal(wanted));
  }
  it('fail a template when one group has an unknown name', () => {
    const text = shown(bench.expression('for ${approvd}', variables, 'template'));
    expect(text).to.equal("failure: unknown name 'approvd'");
  });
  it('are distinguished from other failures, for conditions that wait', () => {
    expect(bench.expression('${approvd}', {})).to.deep.include({ ok: false, unknownName: 'approvd' });
    expect(bench.expression('${x / 0}', variables)).to.not.have.property('unknownName');
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

describe("Flowable's functions on variables", () => {
  const bench = new Bench();
  const variables = { x: 5, name: 'Ada', items: ['a', 'b'], none: null, var: 1 };
  const rows: readonly (readonly [string, unknown])[] = [
    ['${var:get(x)}', 5],
    ['${variables:get("x") + 1}', 6],
    ['${vars:get(unknown)}', null],
    ['${var:getOrDefault(unknown, 3)}', 3],
    ['${var:equals(x, 5) && var:notEquals(name, "Bob")}', true],
    ['${var:exists(none) && !var:exists("unknown")}', true],
    ['${var:isEmpty(unknown) && variables:isNotEmpty(items)}', true],
    ['${var:gt(x, 4) && var:lessThanOrEquals(x, 5)}', true],
    ['${var:lt(unknown, 5)}', false],
    ['${var:contains(items, "a", "b")}', true],
    ['${var:contains(unknown, "a")}', false],
    ['${var:containsAny(items, "z", "b")}', true],
    ['${true ? var : x}', 1],
    ['${variableContainer.getVariable("x")}', 5],
    ['${var:get("__proto__")}', null],
  ];
  for (const [text, wanted] of rows) {
    it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () =>
      expect(bench.expression(text, variables)).to.deep.include({ ok: true, value: wanted }));
  }
  for (const text of ['${var:get()}', '${var:get(1 + 1)}', '${var:equals(x)}', '${var:get(x, 1)}', '${var:wrong(x)}']) {
    it(`are refused when the text is ${text}`, () => expect(readExpression(text, 'expression', 'condition').ok).to.equal(false));
  }
});
