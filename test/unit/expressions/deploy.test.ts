// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';

function dialectOf(text: string, kind: 'expression' | 'template'): string {
  const read = readExpression(text, kind, 'slot');
  return read.ok
    ? `${read.expression.dialect}: ${read.expression.source}`
    : `refused: ${read.reason} at ${read.line}:${read.column}`;
}

describe('the dialect of an expression slot', () => {
  const rows: readonly (readonly [string, string])[] = [
    [' x > 5 ', 'lenient: x > 5'],
    ['= x > 5', 'feel: x > 5'],
    ['=if a then 1 else 2', 'feel: if a then 1 else 2'],
    ['= rejected == true', 'lenient: rejected == true'],
    ['= not rejected', 'lenient: not rejected'],
    ['= a && b', 'lenient: a && b'],
    ['= not(a)', 'feel: not(a)'],
    ['= x in (> 5, < 2)', 'feel: x in (> 5, < 2)'],
    ['= [1..5]', 'feel: [1..5]'],
    ['= > 5', "refused: unexpected '>' at 1:3"],
    ['=', 'refused: unexpected end of text at 1:2'],
    ['= x +', 'refused: unexpected end of text at 1:6'],
    ['= x\n  ) 5', "refused: unexpected ')' at 2:3"],
    ['${x > 5}', 'juel: x > 5'],
    ['#{x}', 'juel: x'],
    ["${ '}' }", "juel:  '}' "],
    ['${new { a = 1 }.a}', 'juel: new { a = 1 }.a'],
    ['${x} > 5', 'lenient: ${x} > 5'],
    ['${a} and ${b}', 'lenient: ${a} and ${b}'],
    ['${x', "refused: '}' expected but the text ends at 1:1"],
    ['${x +}', 'refused: unexpected end of text at 1:6'],
    ['${x = 1}', "refused: assignment is not allowed here (comparison is '==') at 1:5"],
    ['x =', "refused: assignment is not allowed here (comparison is '==') at 1:3"],
  ];
  for (const [text, wanted] of rows)
    it(`is ${wanted} when the text is ${JSON.stringify(text)}`, () => expect(dialectOf(text, 'expression')).to.equal(wanted));
});

describe('the dialect of a template slot', () => {
  const rows: readonly (readonly [string, string])[] = [
    [' Order 5 ', 'literal: Order 5'],
    ['x > 5', 'literal: x > 5'],
    ['', 'literal: '],
    ['${name}', 'juel: name'],
    ['Order ${id} of ${name}', 'template: Order ${id} of ${name}'],
    ['${a}${b}', 'template: ${a}${b}'],
    ['="a"', 'feel: "a"'],
    ['=a == b', 'lenient: a == b'],
    ['Order ${id of', "refused: '}' expected but the text ends at 1:7"],
    ['Order ${id} of ${na me}', "refused: unexpected 'me' at 1:21"],
  ];
  for (const [text, wanted] of rows)
    it(`is ${wanted} when the text is ${JSON.stringify(text)}`, () => expect(dialectOf(text, 'template')).to.equal(wanted));

  it('keeps the trimmed text and the slot when it is read', () => {
    expect(readExpression(' = x ', 'template', 'assignee')).to.deep.equal({
      ok: true,
      expression: { kind: 'expression', slot: 'assignee', dialect: 'feel', text: '= x', source: 'x' },
      warnings: [],
      faults: [],
    });
  });
  it('warns when a text after = is not FEEL', () => {
    expect(readExpression('= a == b', 'expression', 'condition')).to.deep.include({
      warnings: ["text after '=' is not FEEL and was read as lenient"],
    });
  });
});

describe('script formats', () => {
  const rows: readonly (readonly [string | undefined, string, string])[] = [
    [undefined, 'x = 1', 'lenient: x = 1'],
    ['CSharp', 'x = 1', 'lenient: x = 1'],
    ['c#', 'x = 1', 'lenient: x = 1'],
    ['groovy', 'def a = 1\na', 'lenient: def a = 1\na'],
    ['JavaScript', 'var a = 1;', 'javascript: var a = 1;'],
    ['js', 'a', 'javascript: a'],
    ['ecmascript', 'a', 'javascript: a'],
    ['text/javascript', 'a', 'javascript: a'],
    ['application/javascript', 'a', 'javascript: a'],
    ['feel', '= a + 1', 'feel: a + 1'],
    ['feel', 'if a then 1 else 2', 'feel: if a then 1 else 2'],
    ['feel', 'a + 1', 'lenient: return (a + 1\n)'],
    ['juel', '${a + 1}', 'juel: a + 1'],
    ['juel', '${a} + 1', 'lenient: return (${a} + 1\n)'],
    ['feel', ' ', 'lenient:  '],
    ['python', 'a', "refused: script format 'python' is not supported at 1:1 (format)"],
    ['groovy', 'list.each { it }', "refused: unexpected '{' at 1:11"],
    ['js', 'var a = ;', "refused: Unexpected token ';' at 1:9"],
    ['js', 'var a = 1;\nreturn a;', 'refused: Illegal return statement at 2:1'],
    ['js', "import 'fs'", 'refused: Cannot use import statement outside a module at 1:1'],
    ['feel', '\n = a +', 'refused: unexpected end of text at 2:7'],
  ];
  for (const [format, source, wanted] of rows) {
    it(`read as ${JSON.stringify(wanted)} when ${String(format)} is ${JSON.stringify(source)}`, () => {
      const read = readScript(source, format, undefined);
      const shown = read.ok
        ? `${read.script.dialect}: ${read.script.source}`
        : `refused: ${read.reason} at ${read.line}:${read.column}${read.unsupportedFormat ? ' (format)' : ''}`;
      expect(shown).to.equal(wanted);
    });
  }
  it('carry the result variable when one is given', () => {
    expect(readScript('1', undefined, 'r')).to.deep.equal({
      ok: true,
      script: { kind: 'script', dialect: 'lenient', source: '1', resultVariable: 'r' },
      warnings: [],
      faults: [],
    });
  });
});

describe('a whole number that would lose digits', () => {
  const reason = 'whole number 9007199254740993 cannot be stored exactly (at most ±9007199254740991); keep it as a string';

  it('is named in a warning when a text has it and cannot succeed', () => {
    const warnings = (text: string) => {
      const read = readExpression(text, 'expression', 'slot');
      return read.ok ? [...read.warnings, ...read.faults] : [read.reason];
    };
    for (const text of ['= 9007199254740993', '${9007199254740993}', 'n == 9007199254740993'])
      expect(warnings(text), text).to.deep.equal([`slot: ${reason}. The text fails when it is evaluated`]);
    for (const text of ['= n < 9007199254740993', '${9007199254740991}', '1e20']) expect(warnings(text), text).to.deep.equal([]);
    const script = readScript('x = 9007199254740993L', 'groovy', undefined);
    expect(script.ok && script.warnings).to.deep.equal([`script: ${reason}. The text fails when it is evaluated`]);
  });
});
