// biome-ignore-all lint/suspicious/noTemplateCurlyInString: JUEL is written so
import { FEEL_BOMBS } from '../bombs.ts';
import { type Corpus, type HostileInput, runOf } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated, xmlText } from '../texts.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const ZEEBE = 'http://camunda.org/schema/zeebe/1.0';
const CAMUNDA = 'http://camunda.org/schema/1.0/bpmn';
type Dialect = 'feel' | 'juel' | 'plain';

/** A model whose only condition is the text. */
function modelOf(key: string, dialect: Dialect, text: string): string {
  const namespace = { feel: `xmlns:zeebe="${ZEEBE}"`, juel: `xmlns:camunda="${CAMUNDA}"`, plain: '' }[dialect];
  const platform = { feel: 'Camunda Cloud', juel: 'Camunda Platform', plain: '' }[dialect];
  const modeler = `xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="${platform}"`;
  return `<definitions xmlns="${BPMN}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${namespace} ${platform === '' ? '' : modeler} targetNamespace="t">
    <process id="${key}" isExecutable="true"><startEvent id="s"/><exclusiveGateway id="g" default="o"/><endEvent id="a"/><endEvent id="b"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="g"/><sequenceFlow id="o" sourceRef="g" targetRef="b"/>
    <sequenceFlow id="c" sourceRef="g" targetRef="a"><conditionExpression xsi:type="tFormalExpression">${xmlText(text)}</conditionExpression></sequenceFlow>
    </process></definitions>`;
}

const FEEL = [
  '=a + b * 2 > 3',
  '=if a > 1 then "x" = c else every i in list satisfies i > 0',
  '=some x in [1..3], y in x..5 satisfies x = y',
  '=sum(for i in 1..10 return i * a) > 5',
  '=contains(upper case(c), "X") and matches(c, "[a-z]+")',
  '=date("2026-01-01") + duration("P1D") > now()',
  '={a: 1, b: {c: [1, 2]}}.b.c[item > 1][1] = 2',
  '=string join(sort(list, function(x, y) x < y), ",") = ""',
];
const JUEL = [
  '${a > 1 && c == "x"}',
  '#{list.size() > 0}',
  '${empty d ? a : b}',
  '${c.toUpperCase().substring(0, 1) eq "X"}',
  '${a + b * 2 >= 3}',
];
const PLAIN = ['a > 1 && c == "x"', '_context.a > 1', 'list[0] == 1 || !(b < 2)', 'c.length() > 2'];
const PARTS = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '..',
  '+',
  '-',
  '**',
  '/0',
  '%',
  '==',
  '!',
  '"',
  "'",
  '`',
  '\\',
  '${',
  '#{',
  '?.',
  '=>',
  'for x in ',
  'function(',
  ...HOSTILE_TEXTS.slice(0, 24),
];
const VARIABLES = { a: 2, b: 1, c: 'x', d: null, list: [1, 2, 3], deep: { a: { b: 1 } } };

const written = (name: string, dialect: Dialect, text: string) => ({ name, dialect, text });
const WRITTEN = [
  written('a range of a billion', 'feel', '=count(for i in 1..1000000000 return i) > 0'),
  written('a cross product', 'feel', '=count(for a in 1..3000, b in 1..3000, c in 1..3000 return a) > 0'),
  written('recursion', 'feel', '={f: function(x) f(x), r: f(1)}.r = 1'),
  written('a regular expression without end', 'feel', `=matches("${'a'.repeat(40)}!", "(a+)+$")`),
  written('replace without end', 'feel', `=replace("${'a'.repeat(40)}!", "(a|aa)+$", "") = ""`),
  written('a power of powers', 'feel', '=9999**9999**9999 > 0'),
  written(
    'text that doubles',
    'feel',
    '=string length(for i in 1..40 return (if i = 1 then "aaaa" else partial[-1] + partial[-1])) > 0',
  ),
  written('repeated concatenation', 'feel', `=string length(string join(for i in 1..1000000 return "aaaaaaaaaa")) > 0`),
  ...Object.values(FEEL_BOMBS)
    .flat()
    .map((text) => written(`values that grow: ${text.slice(0, 40)}`, 'feel', `=${text} = 1`)),
  written('10,000 brackets', 'feel', `=${'('.repeat(10_000)}1${')'.repeat(10_000)} = 1`),
  written('10,000 minus signs', 'feel', `=${'-'.repeat(10_000)}1 = 1`),
  written('10,000 terms', 'feel', `=${'1+'.repeat(10_000)}1 = 1`),
  written('10,000 lists', 'feel', `=${'['.repeat(10_000)}1${']'.repeat(10_000)} = 1`),
  written('10,000 ifs', 'feel', `=${'if true then '.repeat(5000)}1${' else 2'.repeat(5000)} = 1`),
  written('a name of 100,000 characters', 'feel', `=${'n'.repeat(100_000)} = 1`),
  written('the constructor of a text', 'juel', "${c.getClass().forName('java.lang.Runtime').getRuntime().exec('id')}"),
  written('the constructor by JavaScript', 'juel', "${c.constructor.constructor('return process')().exit()}"),
  written('10,000 brackets', 'juel', `\${${'('.repeat(10_000)}1${')'.repeat(10_000)} == 1}`),
  written('10,000 nots', 'juel', `\${${'!'.repeat(10_000)}true}`),
  written('10,000 conditionals', 'juel', `\${${'true ? 1 : '.repeat(10_000)}1}`),
  written('a template of templates', 'juel', `${'${'.repeat(5000)}1${'}'.repeat(5000)}`),
  written('a proto', 'plain', '__proto__.polluted == 1 || constructor.prototype.x == 1'),
  written('10,000 brackets', 'plain', `${'('.repeat(10_000)}1${')'.repeat(10_000)} == 1`),
  written('10,000 members', 'plain', `deep${'.a'.repeat(10_000)} == 1`),
  written('a replacement without end', 'juel', `\${c.replaceAll('(x+x+)+y', 'z') == 'x'}`),
];

/** Conditions that do not end, do not fit, or want out. */
export const EXPRESSIONS: Corpus = {
  name: 'expressions',
  surface: 'api',
  limitMs: 15_000,
  count: 700,
  written: async () =>
    WRITTEN.map(({ name, dialect, text }, n) => inputOf(`${dialect}: ${name}`, `expression-w${n}`, dialect, text)),
  make(dice, n) {
    const dialect = dice.pick(['feel', 'juel', 'plain'] as const);
    let text = dice.pick({ feel: FEEL, juel: JUEL, plain: PLAIN }[dialect]);
    const times = 1 + dice.below(5);
    for (let time = 0; time < times; time += 1) text = mutated(text, dice, PARTS);
    return inputOf(`${dialect}: a mutant`, `expression-${n}`, dialect, text);
  },
};

function inputOf(name: string, key: string, dialect: Dialect, text: string): HostileInput {
  return { name, requests: runOf(key, modelOf(key, dialect, text), VARIABLES) };
}
