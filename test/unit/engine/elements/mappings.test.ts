import { completeJob, failJob, given, message } from '../../../support/engine/scenario.ts';
import { claim, complete, completeUserTask, start } from '../../../support/given-when-then.ts';

describe('mappings', () => {
  it('give a job its inputs and store only what they map out of its result', () => {
    const model = `s: start\nj: service type mail\ne: end\nf1: s -> j\nf2: j -> e\n@j input to = \${who}\n@j input text = \${to + "!"}`;
    given(`${model}\n@j output got = \${__response.id}`)
      .when(start({ who: 'ann' }))
      .andEvent({ type: 'JobCreated', taskType: 'mail', inputs: { to: 'ann', text: 'ann!' } })
      .when(completeJob('j', { __response: { id: 7 }, more: 1 }))
      .andVariables({ who: 'ann', got: 7 });
    given(model)
      .when(start({ who: 'ann' }), completeJob('j', { more: 1 }))
      .andVariables({ who: 'ann' });
  });

  it('of a parallel multiple catch event read what all its events brought', () => {
    given(`s: start\nc: catch all message m | message n\nf1: s -> c\n@c output sum = =x + y\n@c output first = =x`)
      .when(start(), message('m', '', { x: 1 }), message('n', '', { y: 2 }))
      .andVariables({ sum: 3, first: 1 });
  });

  it('skip what reads the response when a caller finishes the task', () => {
    const model = `s: start\nj: service type mail\nf1: s -> j\n@j output got = =__response.id`;
    given(model)
      .when(start(), complete('j', { x: 1 }))
      .andVariables({ x: 1 });
    given(`${model}\n@j output y = \${x + 1}`)
      .when(start(), complete('j', { x: 1 }))
      .andVariables({ y: 2 });
  });

  it('keep local names inside, even when they are overwritten', () => {
    given(`s: start\na: script x = x + 1; y = x\nf1: s -> a\n@a input x = \${10}`)
      .when(start({ x: 1 }))
      .andVariables({ x: 1, y: 11 });
    given(`s: start\nsub: sub {\na: script x = x + 1; y = x\n}\nf1: s -> sub\n@sub input x = \${10}`)
      .when(start({ x: 1 }))
      .andVariables({ x: 1, y: 11 });
  });

  it('store only their targets when a user task or a task has outputs', () => {
    given(`s: start\nu: user assignee=ann\nf1: s -> u\n@u input base = \${5}\n@u output sum = \${x + base}`)
      .when(start(), claim('u'), completeUserTask('u', { x: 1 }))
      .andVariables({ sum: 6 });
    given(`s: start\nt: task\nf1: s -> t\n@t output sum = \${x + 1}`)
      .when(start(), complete('t', { x: 1, y: 2 }))
      .andVariables({ sum: 2 });
    given(`s: start\nr: receive message m\nf1: s -> r\n@r output sum = \${x + 1}`)
      .when(start(), message('m', '', { x: 1 }))
      .andVariables({ sum: 2 });
  });

  it('read the body of a sub-process, which merges as well', () => {
    given(`s: start\nsub: sub {\na: script x = 2\n}\nf1: s -> sub\n@sub output y = \${x * 2}`)
      .when(start())
      .andVariables({ x: 2, y: 4 });
  });

  it('of camunda store the result as usual first, then write outside', () => {
    given(`s: start\nt: task\nf1: s -> t\n@t input base = \${5}\n@t camunda sum = \${x + base}`)
      .when(start(), complete('t', { x: 1 }))
      .andVariables({ sum: 6, x: 1 });
    given(`s: start\nsub: sub {\na: script x = 2\n}\nf1: s -> sub\n@sub camunda y = \${x * 2}`)
      .when(start())
      .andVariables({ x: 2, y: 4 });
  });

  it('of camunda read the result of a plugin or remote worker, and store nothing else of it', () => {
    const job = `s: start\nj: service type price\nf1: s -> j\n@j input net = \${n}`;
    given(`${job}\n@j camunda gross = \${net + tax}\n@j camunda twice = \${gross * 2}\n@j camunda n = \${n + 1}`)
      .when(start({ n: 100 }), completeJob('j', { tax: 19, net: 200, more: true }))
      .then('=started +s -s >f1 +j -j =completed')
      .andVariables({ n: 101, gross: 219, twice: 438 });
    given(`${job}\n@j output kept = \${tax}\n@j camunda both = \${kept + tax}`)
      .when(start({ n: 1 }), completeJob('j', { tax: 2 }))
      .andVariables({ n: 1, kept: 2, both: 4 });
    given(`${job}\n@j camunda x = \${1 + true}`)
      .when(start({ n: 1 }))
      .when(completeJob('j', { tax: 2 }))
      .then('!j 400 =failed 400');
  });

  it('of camunda read the result of each iteration in the iteration', () => {
    given(`s: start\nj: service type price\nf1: s -> j\n@j multi sequential over items as item\n@j camunda sum = \${sum + p}`)
      .when(start({ items: [1, 2], sum: 0 }))
      .when(completeJob('j', { p: 5 }))
      .when(completeJob('j', { p: 7 }))
      .andVariables({ items: [1, 2], sum: 12 });
  });

  it('build maps out of dotted targets, each seeing those before', () => {
    given(`s: start\nt: task\nf1: s -> t\n@t output a.b.c = \${x}\n@t output a.b.d = \${a.b.c + 1}\n@t output a.e = \${3}`)
      .when(start(), complete('t', { x: 1 }))
      .andVariables({ a: { b: { c: 1, d: 2 }, e: 3 } });
  });

  it('fail the activity with 400, naming element and target', () => {
    given(`s: start\nt: task\nb: boundary on t catch 400\nf1: s -> t\n@t input x = \${1 + true}`)
      .when(start())
      .then('=started +s -s >f1 +t !t 400 +b -b =completed')
      .andFailure('t', /mapping of 't' to 'x'/);
    given(`s: start\nt: task\nf1: s -> t\n@t output x = \${1 + true}`)
      .when(start())
      .when(complete('t'))
      .then('!t 400 =failed 400');
    given(`s: start\nsub: sub {\na: script x = 2\n}\nb: boundary on sub\nf1: s -> sub\n@sub output x = \${1 + true}`)
      .when(start())
      .then('=started +s -s >f1 +sub +a -a !sub 400 +b -b =completed');
  });

  it('of a start event read the payload that started the instance', () => {
    const at = {
      type: 'StartInstance',
      instanceId: 'i',
      definitionId: 'd',
      version: 1,
      businessId: null,
      variables: { x: 2 },
    } as const;
    given(`s: start message go\nt: task\nf: s -> t\n@s output y = \${x + 1}`)
      .when({ ...at, startElement: 's' })
      .andVariables({ y: 3 });
    given(`r: receive instantiate message go\nt: task\nf: r -> t\n@r output y = \${x + 1}`)
      .when({ ...at, startElement: 'r' })
      .then('=started +r -r >f +t')
      .andVariables({ y: 3 });
  });

  it('do nothing when the plugin fails', () => {
    given(
      `s: start\nj: service type mail\nb: boundary on j catch E code=why\nf1: s -> j\n@j input x = \${1}\n@j output y = \${1}`,
    )
      .when(start(), failJob('j', 'E'))
      .andVariables({ why: 'E' });
  });

  it('let the path of a fork continue in its own branch after them', () => {
    given(
      `s: start\nf: and\na: task\nb: task\nj: and\ne: end\nf0: s -> f\nf1: f -> a\nf2: f -> b\nf3: a -> j\nf4: b -> j\nf5: j -> e\n@a input k = \${1}\n@a output x = \${k + 1}`,
    )
      .when(start(), complete('a'))
      .andVariables({})
      .when(complete('b'))
      .andVariables({ x: 2 });
  });
});

describe('token quantities', () => {
  it('gather as many tokens as the activity needs before it begins', () => {
    given(
      's: start\nf: and\na: task\nb: task\nj: task\ne: end\nf0: s -> f\nf1: f -> a\nf2: f -> b\nf3: a -> j\nf4: b -> j\nf5: j -> e\n@j quantity 2 1',
    )
      .when(start(), complete('a', { x: 1 }))
      .then('=started +s -s >f0 +f -f >f1 >f2 +a +b -a >f3 +j')
      .when(complete('b', { y: 2 }))
      .then('-b >f4 @j')
      .when(complete('j'))
      .then('-j >f5 +e -e =completed')
      .andVariables({ x: 1, y: 2 });
  });

  it('take each flow as often as the activity specifies', () => {
    given('s: start\na: task\nb: task\nf0: s -> a\nf1: a -> b\n@a quantity 1 3')
      .when(start())
      .when(complete('a'))
      .then('-a >f1 >f1 >f1 +b +b +b')
      .when(complete('b'), complete('b'), complete('b'))
      .andStatus('completed');
  });

  it('gather for sub-processes and loops as well', () => {
    given(
      's: start\na: task\nsub: sub {\nw: task\n}\nf0: s -> a\nf1: a -> sub\n@a quantity 1 2\n@sub quantity 2 1\n@sub multi times 2',
    )
      .when(start())
      .when(complete('a'))
      .then('-a >f1 >f1 +sub @sub +sub#0 +sub#1 +w +w')
      .when(complete('w'), complete('w'))
      .andStatus('completed');
  });
});
