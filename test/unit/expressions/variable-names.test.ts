import { expect } from 'chai';
import type { ExpressionModel, ScriptModel } from '../../../src/engine/model.ts';
import { variableNamesIn } from '../../../src/expressions/variable-names.ts';

const expression = (dialect: ExpressionModel['dialect'], source: string): ExpressionModel => ({
  kind: 'expression',
  slot: 'condition',
  dialect,
  text: source,
  source,
});
const script = (dialect: ScriptModel['dialect'], source: string): ScriptModel => ({ kind: 'script', dialect, source });

function names(text: ExpressionModel | ScriptModel) {
  const { reads, writes } = variableNamesIn(text);
  return { reads: [...reads].sort(), writes: [...writes].sort() };
}

describe('names of variables in a text', () => {
  const cases: readonly [text: ExpressionModel | ScriptModel, reads: string[], writes: string[]][] = [
    [expression('lenient', 'done == true'), ['done', 'true'], []],
    [expression('juel', "order.state == 'new \" x'"), ['order'], []],
    [expression('feel', 'amount = limit'), ['amount', 'limit'], []],
    [expression('literal', 'done'), [], []],
    [expression('template', `order \${id} of #{customer.name}`), ['customer', 'id'], []],
    [script('lenient', 'count = count + 1'), ['count'], ['count']],
    [script('lenient', '_context.done = ready'), ['ready'], ['done']],
    [script('lenient', 'total += price; n++'), ['n', 'price', 'total'], ['n', 'total']],
    [script('lenient', 'map.inner = 1'), ['map'], ['map']],
    [script('lenient', 'var x = 1; y = x // z = 1'), [], ['y']],
    [script('javascript', 'const a = b; c = (d) => d'), ['b', 'd'], ['c']],
    [script('javascript', 'execution.setVariable(\'done\', execution.getVariable("seen"))'), ['execution', 'seen'], ['done']],
    [script('feel', 'a = 1'), ['a'], []],
    [script('lenient', 'x = "unclosed'), [], ['x']],
    [script('lenient', 'x = 1 /* unclosed y'), [], ['x']],
  ];
  for (const [text, reads, writes] of cases) {
    it(`are read and written in ${text.kind} ${text.dialect} ${JSON.stringify(text.source)}`, () => {
      expect(names(text)).to.deep.equal({ reads, writes });
    });
  }

  for (const part of ['a[', '/*', '"\\', '$' + '{', 'a .', 'var ', "'"]) {
    // expressions-time.test.ts measures how long that takes
    it(`are found when a long text repeats ${JSON.stringify(part)}`, () => {
      expect(names(script('lenient', part.repeat(65_536 / part.length))).writes).to.deep.equal([]);
      expect(names(expression('template', part.repeat(65_536 / part.length))).writes).to.deep.equal([]);
    });
  }
});
