import { expect } from 'chai';
import { sizeOf } from '../../../../src/engine/values/value-size.ts';
import { claim, complete, completeUserTask, givenWith, start } from '../../../support/given-when-then.ts';

const limits = { maxSteps: 1000, maxWriteSize: 200, maxVariablesSize: 500 };
const text = (length: number) => 'x'.repeat(length);
const TWO = 's: start\na, b, c, d: task\nf1: s -> a\nf2: a -> b\nf3: b -> c\nf4: c -> d';

describe('limits of variables', () => {
  it('fail the writing entry when one write is too large, and nothing is written', () => {
    givenWith({ context: { limits } }, TWO, start())
      .when(complete('a', { big: text(200) }))
      .then('!a 500 =failed 500', {
        type: 'InstanceFailed',
        message: 'the variables written are larger than 200 characters of JSON',
      })
      .andVariables({});
    givenWith({ context: { limits } }, `s: start\na: script big = "${text(201)}"\nf: s -> a`)
      .when(start())
      .then('=started +s -s >f +a !a 500 =failed 500')
      .andVariables({});
    givenWith({ context: { limits } }, 'u: user', start(), claim('u'))
      .when(completeUserTask('u', { big: text(201) }))
      .then('!u 500 =failed 500');
  });

  it('fail the writing entry when all variables together become too large', () => {
    givenWith({ context: { limits } }, TWO, start(), complete('a', { one: text(150) }), complete('b', { two: text(150) }))
      .when(complete('c', { three: text(180) }))
      .then('!c 500 =failed 500', {
        type: 'InstanceFailed',
        message: 'the variables of the instance are larger than 500 characters of JSON',
      });
  });

  it('count a name once when it is written again', () => {
    const write = (n: number) => ({ same: text(150), n });
    givenWith({ context: { limits } }, TWO, start(), complete('a', write(1)), complete('b', write(2)), complete('c', write(3)))
      .when(complete('d', write(4)))
      .then('-d =completed');
  });

  it('count again when scopes have merged in the same run', () => {
    const model = `
      s: start
      m: xor
      fork: and
      a, b: script same = "${text(150)}"
      join: and
      n: script n = (n ?? 0) + 1
      gw: xor
      e: end
      f1: s -> m
      f2: m -> fork
      f3: fork -> a
      f4: fork -> b
      f5: a -> join
      f6: b -> join
      f7: join -> n
      f8: n -> gw
      back: gw -> m [n < 20]
      f9*: gw -> e`;
    givenWith({ context: { limits } }, model)
      .when(start())
      .then()
      .andVariables({ n: 20, same: text(150) });
  });

  it('let a boundary event catch the failure', () => {
    givenWith({ context: { limits } }, 'a: task\nc: boundary on a catch 500', start())
      .when(complete('a', { big: text(300) }))
      .then('!a 500 +c -c =completed');
  });

  it('fail an entry whose mapped inputs are too large, alone or with those of other iterations', () => {
    givenWith({ context: { limits } }, 's: start\nt: task\nf: s -> t\n@t input copy = #{a + a}')
      .when(start({ a: text(120) }))
      .then('=started +s -s >f +t !t 500 =failed 500', {
        type: 'InstanceFailed',
        message: 'the variables written are larger than 200 characters of JSON',
      });
    givenWith({ context: { limits } }, 's: start\nt: task\nf: s -> t\n@t multi times 5\n@t input copy = #{a}')
      .when(start({ a: text(120) }))
      .then('=started +s -s >f +t +t#0 +t#1 +t#2 !t#2 500 ~t#1 ~t#0 !t 500 =failed 500');
  });

  it('fail a sub-process whose outputs are too large', () => {
    givenWith({ context: { limits } }, 's: start\nsub: sub {\n}\nf: s -> sub\n@sub output copy = #{a + a}')
      .when(start({ a: text(120) }))
      .then('=started +s -s >f +sub !sub 500 =failed 500');
  });

  it('count setVariable like any write', () => {
    givenWith({ context: { limits } }, `a: script execution.setVariable("big", "${text(201)}")`)
      .when(start())
      .then('=started +a !a 500 =failed 500');
  });
});

describe('the size of a value', () => {
  it('is close to the length of its JSON when it has no escapes', () => {
    for (const value of [null, true, 1, 'text', [], {}, [1, 'a', [null]], { a: { b: [1, 2] }, c: 'd' }]) {
      const length = JSON.stringify(value).length;
      expect(sizeOf(value), JSON.stringify(value)).to.be.within(length - 1, length + 8 * 6);
    }
  });

  it('is found without recursion when a value is nested deeply', () => {
    let value: unknown = 1;
    for (let i = 0; i < 50_000; i += 1) value = [value];
    expect(sizeOf(value as never)).to.be.greaterThan(50_000);
  });
});
