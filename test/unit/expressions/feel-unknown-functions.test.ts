// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { KNOWN_FUNCTIONS } from '../../../src/expressions/feel/called-functions.ts';
import { nearestName } from '../../../src/expressions/nearest-name.ts';

const PAGE = readFileSync(new URL('../../../docs/reference/bpmn-support.md', import.meta.url), 'utf8');

function faultOf(text: string): string | undefined {
  const read = readExpression(text, 'expression', 'slot');
  const fault = read.ok ? read.faults[0] : read;
  return fault === undefined ? undefined : `${fault.reason} at ${fault.line}:${fault.column}`;
}

describe('a function FEEL calls', () => {
  const unknown: readonly (readonly [string, string])[] = [
    ['= rnd(amount)', "unknown function 'rnd', the nearest known is 'round up' at 1:3"],
    ['=rnd up(amount, 2)', "unknown function 'rnd up', the nearest known is 'round up' at 1:2"],
    ['= 1 + summ([1])', "unknown function 'summ', the nearest known is 'sum' at 1:7"],
    ['= Count(list)', "unknown function 'Count', the nearest known is 'count' at 1:3"],
    ['= string lenght("a")', "unknown function 'string lenght', the nearest known is 'string length' at 1:3"],
    ['= concat([1], [2])', "unknown function 'concat', the nearest known is 'concatenate' at 1:3"],
    ['= if isdefined(x) then 1 else 2', "unknown function 'isdefined', the nearest known is 'is defined' at 1:6"],
    ['= { a: floor(1.5), b: flor(1.5) }', "unknown function 'flor', the nearest known is 'floor' at 1:23"],
    ['= for i in list return dbl(i)', "unknown function 'dbl' at 1:24"],
    ['= list[startswith(item, "a")]', "unknown function 'startswith', the nearest known is 'starts with' at 1:8"],
    ['= somethingquitedifferent(1)', "unknown function 'somethingquitedifferent' at 1:3"],
    ['= order.total()', "no value has a function 'total' at 1:9"],
    ['= name.contains("a")', "no value has a function 'contains', the nearest known is 'contains' at 1:8"],
    ['=\n  x +\n  rnd(2)', "unknown function 'rnd', the nearest known is 'round up' at 3:3"],
    ['= `my fn`(1)', "unknown function 'my fn' at 1:3"],
    ['= constructor(1)', "unknown function 'constructor' at 1:3"],
    ['= toString()', "unknown function 'toString', the nearest known is 'string' at 1:3"],
  ];
  for (const [text, wanted] of unknown) {
    it(`is refused when it does not exist: ${JSON.stringify(text)}`, () => expect(faultOf(text)).to.equal(wanted));
  }

  const known: readonly string[] = [
    '= count(list)',
    '= count  (list)',
    '= get  or  else(x, 1)',
    '= date("2026-01-01")',
    '= date and time("2026-01-01T00:00:00")',
    '= years and months duration(a, b)',
    '= not(x)',
    '= {f: function(a) a + 1, r: f(2)}.r',
    '= {f: function(a) a + 1}.f(2)',
    '= {"my fn": function(a) a + 1, r: my fn(2)}.r',
    '= (function(f) f(1))(function(x) x + 1)',
    '= {fact: function(n) if n = 0 then 1 else n * fact(n - 1)}.fact(3)',
    '= for f in [function(x) x + 1] return f(1)',
    '= some f in fs satisfies f(1) > 0',
    '= sort(list, function(a, b) a < b)',
    '= "rnd(2)"',
    '= x // rnd(2)',
    '= uuid()',
    '= fromAi(x, "what")',
  ];
  for (const text of known)
    it(`is taken when it is known or the text defines it: ${text}`, () => expect(faultOf(text)).to.equal(undefined));

  it('is refused in a script, at its place in the source', () => {
    for (const source of ['\n = rnd(1)', '\n for i in x return rnd(i)']) {
      const read = readScript(source, 'feel', undefined);
      expect(read.ok && read.faults[0]).to.deep.include({
        line: 2,
        reason: "unknown function 'rnd', the nearest known is 'round up'",
      });
    }
  });

  it('is not a matter of other dialects', () => {
    for (const text of ['rnd(1) > 2', '${rnd(1)}']) expect(faultOf(text)).to.equal(undefined);
  });
});

describe('the functions that are known', () => {
  it('are all that DMN names', () => {
    const ofDmn = [
      ...[
        'number',
        'string',
        'date',
        'date and time',
        'time',
        'duration',
        'years and months duration',
        'now',
        'today',
        'not',
        'is',
      ],
      ...['substring', 'string length', 'upper case', 'lower case', 'substring before', 'substring after', 'replace', 'contains'],
      ...['matches', 'starts with', 'ends with', 'split', 'string join', 'list contains', 'list replace', 'count', 'min', 'max'],
      ...['sum', 'mean', 'all', 'any', 'sublist', 'append', 'concatenate', 'insert before', 'remove', 'reverse', 'index of'],
      ...['union', 'distinct values', 'flatten', 'product', 'median', 'stddev', 'mode', 'sort', 'decimal', 'floor', 'ceiling'],
      ...['abs', 'round up', 'round down', 'round half up', 'round half down', 'modulo', 'sqrt', 'log', 'exp', 'odd', 'even'],
      ...['before', 'after', 'meets', 'met by', 'overlaps', 'overlaps before', 'overlaps after', 'finishes', 'finished by'],
      ...['includes', 'during', 'starts', 'started by', 'coincides', 'range', 'day of year', 'day of week', 'month of year'],
      ...['week of year', 'get value', 'get entries', 'context', 'context merge', 'context put'],
    ];
    expect(ofDmn.filter((name) => !KNOWN_FUNCTIONS.has(name))).to.deep.equal([]);
  });

  it('hold all that the page about expressions names', () => {
    const text = /and what Camunda 8 adds to it: (.*?)paths of keys/s.exec(PAGE)?.[1] ?? '';
    const names = [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    expect(names).to.have.length.greaterThan(15);
    expect(names.filter((name) => !KNOWN_FUNCTIONS.has(name))).to.deep.equal([]);
  });
});

describe('the nearest name', () => {
  const names = ['candidateGroups', 'candidateUsers', 'assignee', 'retries', 'type'];
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['candidateGroup', 'candidateGroups'],
    ['candiateGroups', 'candidateGroups'],
    ['candidateUser', 'candidateUsers'],
    ['CANDIDATEUSERS', 'candidateUsers'],
    ['asignee', 'assignee'],
    ['assigne', 'assignee'],
    ['asisgnee', 'assignee'],
    ['retry', 'retries'],
    ['tpye', 'type'],
    ['xyz', undefined],
    ['x'.repeat(100), undefined],
  ];
  for (const [written, wanted] of rows)
    it(`is ${wanted} when ${written} is written`, () => expect(nearestName(written, names)).to.equal(wanted));
});
