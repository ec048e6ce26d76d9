// tier nightly: measures how long the event loop is blocked
// runs alone: it looks at how long the event loop is blocked

import { expect } from 'chai';
import type { Evaluator } from '../../../src/engine/evaluator.ts';
import type { Evaluation, ExecutionInfo } from '../../../src/engine/values/evaluation.ts';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { createEvaluator, type TextEvaluator } from '../../../src/expressions/evaluator.ts';
import { Outcomes } from '../../../src/expressions/outcomes.ts';
import { UnfinishedText } from '../../../src/expressions/unfinished-text.ts';
import { EXECUTION, reading } from '../../support/engine/evaluating.ts';
import { eventually } from '../../support/eventually.ts';

const OPTIONS = { timeoutMs: 20_000, memoryMb: 32, maxOutputBytes: 1_048_576 };
const ENDLESS = 'for (;;) {}';
/** What a text may block, with room for a machine that has other work. Unit: ms. */
const HELD_UP_MS = 100;
/** Of that many attempts one is measured that nothing else has blocked. */
const MEASURED = 3;

type Ask = (evaluator: Evaluator, execution: ExecutionInfo) => Evaluation;

function script(source: string, variables: Variables = {}, format = 'javascript'): Ask {
  const read = readScript(source, format, undefined);
  if (!read.ok) throw new Error(read.reason);
  return (evaluator, execution) => evaluator.run(read.script, reading(variables), execution);
}

function expression(text: string, variables: Variables = {}): Ask {
  const read = readExpression(text, 'expression', 'condition');
  if (!read.ok) throw new Error(read.reason);
  return (evaluator, execution) => evaluator.evaluate(read.expression, reading(variables), execution);
}

/** One piece of work: asks, and asks again when what was missing is there. */
class Work {
  /** of the longest time that asking has blocked; unit: ms */
  heldUpMs = 0;
  attempts = 0;
  private readonly evaluator: TextEvaluator;
  private readonly key: string;

  constructor(evaluator: TextEvaluator, key: string) {
    this.evaluator = evaluator;
    this.key = key;
  }

  async result(ask: Ask, newExecution = () => EXECUTION): Promise<Evaluation> {
    const outcomes = new Outcomes();
    const evaluator = this.evaluator.within({ key: this.key, commandId: 'command', outcomes }, () => {});
    for (;;) {
      this.attempts += 1;
      const began = performance.now();
      try {
        return ask(evaluator, newExecution());
      } catch (error) {
        if (!(error instanceof UnfinishedText)) throw error;
        this.heldUpMs = Math.max(this.heldUpMs, performance.now() - began);
        await error.outcome;
      }
    }
  }
}

/** What a text gives that is evaluated when all threads have been used up, so that it cannot be waited for. */
async function elsewhere(ask: Ask): Promise<Evaluation> {
  const cold = createEvaluator({ ...OPTIONS, threads: 1 });
  const work = new Work(cold, 'a');
  const result = await work.result(ask);
  await cold.close();
  return result;
}

describe('long texts (docs/contributing/spec/expressions.md#long-texts)', () => {
  const evaluator = createEvaluator({ ...OPTIONS, threads: 2 });
  const hasty = createEvaluator({ ...OPTIONS, timeoutMs: 300, threads: 2 });
  before(async () => {
    for (const one of [evaluator, hasty]) await new Work(one, 'warm').result(expression('= count(for x in [1] return x) > 0'));
  });
  after(() => Promise.all([evaluator.close(), hasty.close()]));

  const numbers = Array.from({ length: 20_000 }, (_, at) => at);
  const rows: readonly (readonly [string, Ask])[] = [
    ['a script without end', script(ENDLESS)],
    ['a regular expression of a script that cannot be interrupted', script('/(a+)+$/.test("a".repeat(60) + "b")')],
    ['nested loops of FEEL', expression('= count(for x in 1..3000, y in 1..3000 return x * y) > 0')],
    ['a regular expression of FEEL', expression(`= matches("${'a'.repeat(60)}b", "(a+)+$")`)],
    ['FEEL that looks cheap and reads much', expression(`= ${Array(40).fill('sum(l)').join(' + ')}`, { l: numbers })],
    [
      'FEEL that compares long lists',
      expression(`= ${Array(40).fill('l = m').join(' or ')}`, { l: numbers, m: [...numbers, 1] }),
    ],
    ['FEEL whose text is long', expression(`= ${Array(900).fill('1').join(' + ')}`)],
    ['an expression over a long text', expression(Array(2000).fill('s.Contains("bbb")').join('||'), { s: 'ab'.repeat(200_000) })],
    ['an expression that is long', expression(Array(12_000).fill('1').join('+'))],
  ];
  for (const [name, ask] of rows) {
    it(`do not delay the event loop when they are ${name}`, async function () {
      this.timeout(30_000);
      const heldUp: number[] = [];
      for (let round = 1; round <= MEASURED; round += 1) {
        const work = new Work(hasty, 'a');
        await work.result(ask);
        heldUp.push(work.heldUpMs);
      }
      expect(Math.min(...heldUp)).to.be.below(HELD_UP_MS);
    });
  }

  it('give the same result when a caller waits for them', async function () {
    this.timeout(60_000);
    const blocking = createEvaluator(OPTIONS);
    const given: Variables = {
      s: 'ab'.repeat(300),
      n: 7,
      list: [3, 1, 2],
      map: { 'odd name': [1, { deep: null }], constructor: 1 },
    };
    const asks = [
      script('_context.n = n + 1; execution.setVariable("s", "t"); list.push(4); Math.random()', given),
      script('new Date().getTime() + execution.getProcessInstanceId()', given),
      script('throw {code: "E7", message: "no"}', given),
      script('n = n + 1\nmap.x = [s.Length]\nexecution.setVariable("fresh", 1)\nreturn n', given, 'csharp'),
      expression('s.Contains("ba") && n > 6', given),
      expression('n / 0 > 1', given),
      expression('= some x in list satisfies x > n - 5', given),
      expression('= {a: sort(list, function(x, y) x < y), b: map, c: now()}', given),
      expression(`= ${'n + '.repeat(600)} count(list)`, given),
      expression('= nothing.at + all'),
    ];
    for (const ask of asks) {
      const wanted = ask(blocking, EXECUTION);
      expect(await new Work(evaluator, 'a').result(ask)).to.deep.equal(wanted);
      expect(await elsewhere(ask)).to.deep.equal(wanted);
    }
    await blocking.close();
  });

  it('draw the same GUIDs when a caller waits for them, and no others', async () => {
    const long = `${'s.Contains("bbb");'.repeat(300)}[flag ? Guid.NewGuid() : 'none', Guid.NewGuid()]`;
    const drawing = () => {
      let drawn = 0;
      const newGuid = () => {
        drawn += 1;
        return `guid-${drawn}`;
      };
      return { ...EXECUTION, newGuid };
    };
    const given = (flag: boolean) => ({ flag, s: 'ab'.repeat(100_000) });
    const twice: Ask = (at, execution) => {
      const ask = (flag: boolean) => script(long, given(flag), 'csharp')(at, execution) as { value: unknown };
      return { ok: true, value: [ask(true).value, ask(false).value, ask(false).value, execution.newGuid()] as never };
    };
    const blocking = createEvaluator({ ...OPTIONS, maxSteps: 100_000_000 });
    const patient = createEvaluator({ ...OPTIONS, maxSteps: 100_000_000, timeoutMs: 20_000, threads: 1 });
    const work = new Work(patient, 'a');
    expect(await work.result(twice, drawing)).to.deep.equal({
      ok: true,
      value: [['guid-1', 'guid-2'], ['none', 'guid-3'], ['none', 'guid-4'], 'guid-5'],
    });
    await Promise.all([blocking.close(), patient.close()]);
  });

  it('draw the same GUIDs in a thread, also in loops, beyond the end of the text', async () => {
    const drawing = () => {
      let drawn = 0;
      const newGuid = () => {
        drawn += 1;
        return `${drawn}0000000-guid`;
      };
      return { ...EXECUTION, newGuid };
    };
    const blocking = createEvaluator(OPTIONS);
    const threaded = createEvaluator({ ...OPTIONS, threads: 1, allowanceMs: 0 });
    const texts = [
      'return UUID.randomUUID()',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: groups of Groovy are written like that
      'return "order-${UUID.randomUUID()}"',
      'let ids = []\nfor (i in 1..3) { ids.add(Guid.NewGuid()) }\nreturn ids',
      'let ids = []\nfor (i in 1..3) { ids.add(Guid.NewGuid() + UUID.randomUUID()) }\nreturn ids',
      'if (false) { return Guid.NewGuid() }\nreturn 0',
    ];
    for (const text of texts) {
      const both: Ask = (at, execution) => {
        const { value } = script(text, {}, 'csharp')(at, execution) as { value: Json };
        return { ok: true, value: [value, execution.newGuid()] };
      };
      const wanted = both(blocking, drawing());
      const work = new Work(threaded, 'a');
      expect(await work.result(both, drawing), text).to.deep.equal(wanted);
      expect(work.attempts, text).to.equal(2);
      const drawn = JSON.stringify(wanted).match(/[0-9a-f]+-guid/g) ?? [];
      expect(new Set(drawn.slice(0, -1)).size, text).to.equal(drawn.length - 1);
    }
    await Promise.all([blocking.close(), threaded.close()]);
  });

  it('see the same clock at every attempt', async () => {
    let now = 1000;
    const ask = script(`${'let n = 0; while (n < 3e6) n++;'} new Date().getTime()`);
    const work = new Work(evaluator, 'a');
    const later = () => {
      now += 1;
      return { ...EXECUTION, now };
    };
    expect(await work.result(ask, later)).to.deep.equal({ ok: true, value: 1001 });
    expect(work.attempts).to.be.above(1);
  });

  it('are not even begun when their asker cannot wait', () => {
    const impatient = evaluator.within({ key: 'a', commandId: 'c-7' }, () => {});
    const ask = () => script(ENDLESS)(impatient, EXECUTION);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(ask)
        .to.throw(UnfinishedText)
        .with.deep.include({ outcome: undefined, caller: { key: 'a', commandId: 'c-7' } });
    }
    expect(evaluator.threads()).to.deep.equal({ busy: 0, waiting: 0 });
  });
});

describe('threads for long texts', () => {
  let evaluator: TextEvaluator;
  beforeEach(async () => {
    evaluator = createEvaluator({ ...OPTIONS, timeoutMs: 600, threads: 2 });
    await new Work(evaluator, 'warm').result(script('1'));
  });
  afterEach(() => evaluator.close());

  it('are shared: endless scripts of one process do not keep the slow one of another waiting', async function () {
    this.timeout(30_000);
    const ended: string[] = [];
    const flood = Array.from({ length: 8 }, (_, at) => new Work(evaluator, 'flood').result(script(`${ENDLESS}// ${at}`)));
    const all = flood.map((one) => one.then(() => ended.push('flood')));
    const slow = script('let n = 0; while (n < 3e5) n++; n');
    all.push(new Work(evaluator, 'other').result(slow).then(() => ended.push('other')));
    expect(evaluator.threads().busy).to.be.at.most(2);
    await Promise.all(all);
    expect(ended.indexOf('other')).to.be.at.most(2);
  });

  it('leave one for short texts, whatever the others do', async function () {
    this.timeout(300_000);
    const patient = createEvaluator({ ...OPTIONS, timeoutMs: 600_000, threads: 2 });
    const flood = ['a', 'b', 'c'].map((key) => new Work(patient, key).result(script(ENDLESS)).catch(() => {}));
    await eventually('two are in work', async () => patient.threads().busy >= 2);
    // on a machine that has other work, a short text takes longer than its trial
    const short = new Work(patient, 'd');
    expect(await short.result(script('let n = 0; while (n < 3e6) n++; n'))).to.deep.include({ value: 3e6 });
    expect(patient.threads()).to.deep.equal({ busy: 2, waiting: 1 });
    await patient.close();
    await Promise.all(flood);
  });

  it('fail only the text that ends its thread, with the code it always had', async function () {
    this.timeout(30_000);
    const patient = createEvaluator({ ...OPTIONS, memoryMb: 16, timeoutMs: 20_000, threads: 2 });
    const hungry = expression('= count(for x in 1..100000, y in 1..1000 return [x, y, "some text"]) > 0');
    const [failed, other] = await Promise.all([
      new Work(patient, 'a').result(hungry),
      new Work(patient, 'b').result(script('let n = 0; while (n < 3e5) n++; n')),
    ]);
    expect(failed).to.deep.equal({ ok: false, code: '500', reason: 'memory limit exceeded' });
    expect(other).to.deep.include({ value: 3e5 });
    await patient.close();
  });

  it('notify those who wait when they are closed', async () => {
    const waiting = Array.from({ length: 4 }, () => new Work(evaluator, 'a').result(script(ENDLESS)));
    const told = Promise.all(waiting.map((one) => one.catch((error: Error) => error.message)));
    await evaluator.close();
    expect(new Set(await told)).to.deep.equal(new Set(['the script sandbox is closed']));
  });

  const spoilers: readonly (readonly [string, string])[] = [
    ['a global', 'globalThis.left = 1; left2 = 2; this.left3 = 3'],
    ['a prototype', 'Object.prototype.left = 1; Array.prototype.map = () => "spoiled"; String.prototype.trim = null'],
    ['a built-in object', 'Math.max = () => "spoiled"; JSON.stringify = () => "{}"; delete globalThis.Date; Object.keys = null'],
    ['a constructor', 'globalThis.Array = function () {}; globalThis.Object = null; Function.prototype.call = null'],
    ['a symbol in the registry', 'Object.defineProperty(Symbol.for("s"), "x", {value: 1}); Symbol.prototype.left = 1'],
  ];
  const seen =
    '[typeof left, typeof left2, typeof left3, ({}).left === undefined, [1].map((x) => x + 1)[0], " a ".trim(), Math.max(1, 2), JSON.stringify([1]), typeof Date, Object.keys({a: 1}).length, Array.isArray(new Array(2)), Symbol.prototype.left === undefined]';
  const CLEAN = ['undefined', 'undefined', 'undefined', true, 2, 'a', 2, '[1]', 'function', 1, true, true];
  for (const [name, spoiler] of spoilers) {
    it(`show a script nothing of one before it that has changed ${name}`, async () => {
      const one = createEvaluator({ ...OPTIONS, threads: 1 });
      const work = new Work(one, 'a');
      const slow = 'let n = 0; while (n < 2e5) n++';
      for (const end of ['1', slow]) {
        await work.result(script(`${spoiler}; ${end}`));
        for (let look = 1; look <= 3; look += 1) expect(await work.result(script(seen))).to.deep.include({ value: CLEAN });
        expect(await work.result(script(`${slow}; ${seen}`))).to.deep.include({ value: CLEAN });
      }
      await one.close();
    });
  }
});
