// tier all: large scripts; takes 8 s

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups in strings are written like that
import { expect } from 'chai';
import { readScript } from '../../../src/expressions/deploy.ts';
import { GroupCloses } from '../../../src/expressions/lenient/group-closes.ts';
import { closeOfGroup } from '../../../src/expressions/lenient/template.ts';
import { Bench, shown } from '../../support/engine/evaluating.ts';

describe('reading scripts', () => {
  it('finds the end of a group in a line where looking for it alone finds it', () => {
    let seed = 1;
    const signs = ['{', '}', '"', "'", '\\', 'a', '$'];
    for (let round = 0; round < 500; round += 1) {
      const line = Array.from({ length: 14 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return signs[seed % signs.length];
      }).join('');
      const source = `}\n${line}\n}`;
      const closes = new GroupCloses(source);
      for (let inside = 2; inside <= line.length + 2; inside += 1) {
        expect(closes.closeOf(inside, false), `${line} from ${inside - 2}`).to.equal(
          closeOfGroup(source, inside, line.length + 2),
        );
      }
    }
  });
  it('repeats 80 characters of a group that cannot be read', () => {
    const read = readScript(`x = "\${${'1 1 '.repeat(10_000)}}"`, undefined, undefined);
    expect(read.ok && read.warnings).to.deep.equal([
      `script: '\${${'1 1 '.repeat(20)}}' in a string cannot be read and stays as it is`,
    ]);
  });
});

describe('running scripts', () => {
  const bench = new Bench({ timeoutMs: 60_000, maxSteps: 100_000, maxOutputBytes: 2_000_000 });
  after(() => bench.close());
  const map = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]));
  const s = 'y'.repeat(500_000);
  const rows: readonly (readonly [string, string])[] = [
    ['asks whether a map is empty', 'empty map'],
    ['asks a map whether it is empty', 'map.isEmpty()'],
    ['counts a map', 'map.Count'],
    ['puts a text into another', '"${s}${i}"'],
    ['looks through a text', 'KieFunctions.contains(s, "x")'],
    ['compares texts', 'KieFunctions.equalsTo(s, t)'],
  ];
  for (const [name, text] of rows) {
    it(`costs by size what ${name}`, function () {
      this.timeout(60_000);
      const source = `let n = 0\nfor (i in 1..2000) { n = ${text} }\nreturn 1`;
      expect(shown(bench.script(source, { map, s, t: `${s}z` }))).to.equal('failure: step limit exceeded');
    });
  }
  it('costs by size what makes a text of a template', () => {
    const text = '${s}'.repeat(40) + '${t}'.repeat(10);
    const small = new Bench({ timeoutMs: 60_000, maxSteps: 1000, maxOutputBytes: 40_000_000 });
    expect(shown(small.expression(text, { s, t: s }, 'template'))).to.equal('failure: step limit exceeded');
    return small.close();
  });
});

describe('names of functions that are names of variables too', () => {
  const bench = new Bench();
  after(() => bench.close());
  const rows = [
    ['x = err?.code ?? 0', 0],
    ['x = out?.total', null],
    ['x = console?.level ?? "none"', 'none'],
    ['x = System?.name', null],
    ['err.code = 3; err.code', 3],
    ['out = []; out.add(1); out.Count', 1],
    ['System.out.println("a"); System.err.print("b"); out.println(); 1', 1],
    ['kcontext.x = 1', "failure: members of 'kcontext' cannot be changed, use its setVariable"],
    ['variableContainer["x"] = 1', "failure: members of 'variableContainer' cannot be changed, use its setVariable"],
    ['kcontext = [:]; kcontext.x = 1; kcontext.x', 1],
    ['let kcontext = [:]; kcontext.x = 1; kcontext.x', 1],
  ] as const;
  for (const [source, wanted] of rows) {
    it(`give ${JSON.stringify(wanted)} when the script is ${source}`, () =>
      expect(shown(bench.script(source))).to.deep.equal(wanted));
  }
});
