import { completeJob, given, message, signal, timer } from '../../../support/engine/scenario.ts';
import { complete, start } from '../../../support/given-when-then.ts';

const RACE = `
  s: start
  g: race
  msg: catch message go key = id
  tim: catch timer PT1H
  m: task
  t: task
  f1: s -> g
  f2: g -> msg
  f3: g -> tim
  f4: msg -> m
  f5: tim -> t`;

describe('an event-based gateway', () => {
  it('lets the first event win and cancels the others before its flows', () => {
    given(RACE)
      .when(start({ id: 'k1' }))
      .andWaits(2)
      .when(message('go', 'k2'))
      .then('')
      .when(message('go', 'k1', { paid: 9 }))
      .then('-msg ~tim >f4 +m')
      .andReasons('tim', 'Another event was first')
      .andWaits(0)
      .andVariables({ id: 'k1', paid: 9 });
    given(RACE)
      .when(start({ id: 1 }))
      .when(timer('tim'))
      .then('-tim ~msg >f5 +t');
  });

  it('lets a condition that is already true win at entry, in flow order', () => {
    const model = RACE.replace('msg: catch message go key = id', 'msg: catch when x > 1').replace(
      'tim: catch timer PT1H',
      'tim: catch when x > 0',
    );
    given(model)
      .when(start({ x: 2 }))
      .then('=started +s -s >f1 +g -g >f2 >f3 +msg -msg >f4 +m');
    given(model)
      .when(start({ x: 1 }))
      .then('=started +s -s >f1 +g -g >f2 >f3 +msg +tim -tim ~msg >f5 +t');
  });

  it('takes receive tasks, signals and multiple catches as targets', () => {
    const model = RACE.replace('msg: catch message go key = id', 'msg: receive message go').replace(
      'tim: catch timer PT1H',
      'tim: catch signal a | signal b',
    );
    given(model).when(start()).andWaits(3).when(signal('b')).then('-tim ~msg >f5 +t').andWaits(0);
    given(model).when(start()).when(message('go')).then('-msg ~tim >f4 +m').andWaits(0);
  });

  it('races again on each pass', () => {
    given(
      's: start\nm: xor\ng: race\na: catch message a\nb: catch message b\ne: end\nf1: s -> m\nf2: m -> g\nf3: g -> a\nf4: g -> b\nf5: a -> m\nf6: b -> e',
    )
      .when(start(), message('a'), message('a'))
      .andActive('a', 'b')
      .andWaits(2)
      .when(message('b'))
      .then('-b ~a >f6 +e -e =completed');
  });

  it('starts an instance at the target that was triggered, alone or with the others to come', () => {
    const model = (how: string) =>
      `g: race ${how}\na: catch message a\nb: catch message b\nx: task\ny: task\nf1: g -> a\nf2: g -> b\nf3: a -> x\nf4: b -> y`;
    const at = {
      type: 'StartInstance',
      instanceId: 'i',
      definitionId: 'd',
      version: 1,
      businessId: null,
      variables: { v: 1 },
    } as const;
    given(model('exclusive'))
      .when({ ...at, startElement: 'b' })
      .then('=started +b -b >f4 +y')
      .andWaits(0);
    given(model('parallel'))
      .when({ ...at, startElement: 'b' })
      .then('=started +b -b >f4 +a +y')
      .andWaits(1)
      .when(message('a'))
      .then('-a >f3 +x');
  });
});

describe('a catch event', () => {
  it('completes with the payload of its message, by name and key', () => {
    given('s: start\nc: catch message go key = id\nf: s -> c')
      .when(start({ id: true }))
      .when(message('go', 'True'))
      .then('')
      .when(message('go', 'true', { x: 1 }))
      .then('-c =completed')
      .andVariables({ id: true, x: 1 });
  });

  it('gives a message to everything that waits for it', () => {
    given('s: start\nf: and\na: catch message go\nb: catch message go\nf0: s -> f\nf1: f -> a\nf2: f -> b')
      .when(start())
      .when(message('go'))
      .then('-a -b =completed');
  });

  it('fails when its key is null, blank, a list or too long', () => {
    for (const id of [null, ' ', [1], 'x'.repeat(513)]) {
      given('s: start\nc: catch message go key = id\nf: s -> c')
        .when(start({ id }))
        .then('=started +s -s >f +c !c 500 =failed 500');
    }
  });

  it('completes on the first of several definitions, or on the last when it needs all', () => {
    given('s: start\nc: catch message a | timer PT1M\nf: s -> c')
      .when(start())
      .andWaits(2)
      .when(timer('c'))
      .then('-c =completed');
    given('s: start\nc: catch all message a | signal b\nf: s -> c')
      .when(start(), signal('b', { x: 1 }))
      .andActive('c')
      .andWaits(1)
      .when(message('a', '', { y: 2 }))
      .then('-c =completed')
      .andVariables({ x: 1, y: 2 });
  });

  it('lets its output mappings choose what is stored', () => {
    given(`s: start\nc: catch message a\nf: s -> c\n@c output got = \${x * 2}`)
      .when(start(), message('a', '', { x: 2, y: 1 }))
      .andVariables({ got: 4 });
    given(`s: start\nc: catch message a\nf: s -> c\n@c camunda got = \${x * 2}`)
      .when(start(), message('a', '', { x: 2 }))
      .andVariables({ got: 4, x: 2 });
  });

  it('fires immediately for a condition that is true, else when a change makes it true', () => {
    const model = 's: start\nf: and\nc: catch when x > 1\nt: task\nu: task\nf0: s -> f\nf1: f -> c\nf2: f -> t\nf3: t -> u';
    given(model)
      .when(start({ x: 2 }))
      .then('=started +s -s >f0 +f -f >f1 >f2 +c -c +t');
    given(model)
      .when(start({ x: 0 }))
      .when(complete('t', { x: 5 }))
      .then('-t >f3 +u')
      .when(complete('u'))
      .then('-u -c =completed');
  });

  it('looks at a condition only when the named variable changed, in the named way', () => {
    const model = (only: string) =>
      `s: start\nf: and\nc: catch when only ${only}: x + y > 3\nw: task\nf0: s -> f\nf1: f -> c\nf2: f -> w\nset: esp {\nss: start beside message set\n}`;
    given(model('x'))
      .when(start({ x: 1, y: 0 }), message('set', '', { y: 5 }))
      .andActive('c', 'w')
      .when(message('set', '', { x: 1 }))
      .andActive('w');
    given(model('x create'))
      .when(start({ x: 1, y: 0 }), message('set', '', { x: 9 }))
      .andActive('c', 'w');
    given(model('x update'))
      .when(start({ x: 1, y: 0 }), message('set', '', { x: 9 }))
      .andActive('w');
  });

  it('fails when its condition is neither true, false nor null', () => {
    given('s: start\nc: catch when x\nb: task\nf: s -> c')
      .when(start({ x: 'yes' }))
      .then('=started +s -s >f +c !c 500 =failed 500');
    given('s: start\nc: catch when x\nf: s -> c')
      .when(start({ x: null }))
      .andActive('c');
  });

  it('fails when its timer cannot be read (12)', () => {
    given(`s: start\nc: catch timer \${x}\nf: s -> c`)
      .when(start({ x: 'soon' }))
      .then('=started +s -s >f +c !c 500 =failed 500');
  });
});

describe('a throw event', () => {
  it('jumps from a link throw to its catch, without a flow', () => {
    given('s: start\na: script x = 1\ngo: throw link land\nland: catch link\nb: task\nf1: s -> a\nf2: a -> go\nf3: land -> b')
      .when(start())
      .then('=started +s -s >f1 +a -a >f2 +go -go +land -land >f3 +b')
      .andVariables({ x: 1 });
  });

  it('counts a link as a way to an inclusive join', () => {
    given(
      's: start\nf: or\na: task\nb: task\ngo: throw link land\nland: catch link\nj: or\ne: end\nf0: s -> f\nf1: f -> a\nf2: f -> b\nf3: a -> j\nf4: b -> go\nf5: land -> j\nf6: j -> e',
    )
      .when(start())
      .when(complete('a'))
      .then('-a >f3 +j')
      .when(complete('b'))
      .then('-b >f4 +go -go +land -land >f5 @j -j >f6 +e -e =completed');
  });

  it('reaches its own instance first, then takes its flows', () => {
    given(
      's: start\nf: and\nhear: catch signal go\nsay: throw signal go\nx: task\ny: task\nf0: s -> f\nf1: f -> hear\nf2: f -> say\nf3: hear -> x\nf4: say -> y',
    )
      .when(start())
      .then('=started +s -s >f0 +f -f >f1 >f2 +hear +say -say ^signal go -hear >f3 >f4 +x +y');
  });

  it('ends without its flows when its signal interrupts its own scope', () => {
    given(
      's: start\nsub: sub {\na: script x = 1\nsay: throw signal go\nt: task\ng0: a -> say\ng: say -> t\n}\nb: boundary on sub signal go\ne: end\nf0: s -> sub\nf1: b -> e',
    )
      .when(start())
      .then('=started +s -s >f0 +sub +a -a >g0 +say -say ^signal go +b ~sub -b >f1 +e -e =completed')
      .andVariables({ x: 1 });
  });

  it('skips a subscription that an earlier one took away', () => {
    given(
      's: start\nsub: sub {\nf: and\nhear: catch signal go\nt: task\ng1: f -> hear\ng2: f -> t\n}\nb: boundary on sub signal go\nf0: s -> sub',
    )
      .when(start())
      .when(signal('go'))
      .then('+b ~t ~hear ~sub -b =completed');
  });

  it('leaves without flows and throws nothing more when a receiver fails and its catcher takes the scope of both', () => {
    const model = (say: string) =>
      `s: start\nsub: sub {\nf: and\nhear: catch signal go\nsay: ${say}\nx: task\ng1: f -> hear\ng2: f -> say\ng3: hear -> x [1]\n}\nb: boundary on sub code=code\nf0: s -> sub`;
    const caught = '^signal go !hear 500 +b ~sub -b =completed';
    given(model('end signal go | error E'))
      .when(start())
      .then(`=started +s -s >f0 +sub +f -f >g1 >g2 +hear +say -say ${caught}`)
      .andVariables({ code: '500' });
    given(model('throw signal go').replace('\n}', '\ng4: say -> x\n}'))
      .when(start())
      .then(`=started +s -s >f0 +sub +f -f >g1 >g2 +hear +say -say ${caught}`);
  });

  it('no longer ends anything when a receiver of its signal fails uncaught', () => {
    given(
      's: start\nf: and\nhear: catch signal go\nsay: throw signal go | escalation X\nx: task\nf0: s -> f\nf1: f -> hear\nf2: f -> say\nf3: hear -> x [1]',
    )
      .when(start())
      .then('=started +s -s >f0 +f -f >f1 >f2 +hear +say -say ^signal go !hear 500 =failed 500');
  });

  it('is named and coded by the text of what its expressions give, a number too', () => {
    given('s: start\nhear: catch signal #{7}\ne: end error #{500+n}\nf1: s -> hear\nf2: hear -> e')
      .when(start({ n: 1 }))
      .andEvent({ type: 'SubscriptionOpened', subject: { kind: 'signal', name: '7' } })
      .when(signal('7'))
      .then('-hear >f2 +e -e ^error 501 =completed');
  });

  it('publishes a message with its key and what its inputs made, and leaves them behind', () => {
    given(
      `s: start\nsay: throw message go key = id\nafter: script x = "own"\nf1: s -> say\nf2: say -> after\n@say input x = \${id + 1}`,
    )
      .when(start({ id: 4 }))
      .andEvent({ type: 'MessagePublished', name: 'go', key: '4', variables: { x: 5 } })
      .andVariables({ id: 4, x: 'own' });
    given('s: start\nsay: throw message go key = id\nf1: s -> say')
      .when(start({ id: null }))
      .andEvent({ type: 'MessagePublished', key: '' });
  });

  it('is a job when it has the form of a service task', () => {
    given('s: start\nsay: throw work type mail\nt: task\nf1: s -> say\nf2: say -> t')
      .when(start())
      .andEvent({ type: 'JobCreated', taskType: 'mail' })
      .when(completeJob('say'))
      .then('-say >f2 +t');
  });

  it('throws at most 256 characters of a code and 2,000 of a message (12)', () => {
    given('s: start\nsub: sub {\nbad: end error #{code} #{text}\n}\nb: boundary on sub code=c message=m\nf: s -> sub')
      .when(start({ code: 'E'.repeat(300), text: 'm'.repeat(3000) }))
      .andVariables({ code: 'E'.repeat(300), text: 'm'.repeat(3000), c: 'E'.repeat(256), m: 'm'.repeat(2000) });
  });

  it('throws the definitions next to the message that has the form of a service task, before and after it', () => {
    given(
      's: start\nf: and\nt: task\nout: end signal a | work type mail | signal b | terminate\nf0: s -> f\nf1: f -> t\nf2: f -> out',
    )
      .when(start())
      .then('=started +s -s >f0 +f -f >f1 >f2 +t +out ^signal a')
      .andEvent({ type: 'JobCreated', taskType: 'mail' })
      .when(completeJob('out'))
      .then('-out ^signal b ~t =completed');
    given('s: start\nsay: throw work expression n + 1 -> m | escalation E\nt: task\nf0: s -> say\nf1: say -> t')
      .when(start({ n: 1 }))
      .then('=started +s -s >f0 +say -say ^escalation E >f1 +t')
      .andVariables({ n: 1, m: 2 });
    given(
      's: start\na: script x = 1\nua: task\nundo: end compensation | work type mail | signal b\nf0: s -> a\nf1: a -> undo\n@a handler ua',
    )
      .when(start())
      .when(completeJob('undo'))
      .then('^compensate * +ua')
      .when(complete('ua'))
      .then('-ua -undo ^signal b =completed');
    given('s: start\nsub: sub {\nsay: end signal go | work type mail\n}\nb: boundary on sub signal go\nf: s -> sub')
      .when(start())
      .then('=started +s -s >f +sub +say ^signal go +b ~say ~sub -b =completed');
  });

  it('throws several definitions in document order, error last', () => {
    given(
      's: start\nsub: sub {\nhear: catch signal go\nsay: end signal go | message m | error E\n}\nb: boundary on sub catch E\nf0: s -> sub',
    )
      .when(start())
      .then(
        '=started +s -s >f0 +sub +hear +say -say ^signal go ^message m ^error E -hear +b ~sub -b =completed'.replace(
          ' ^message m ^error E -hear',
          ' -hear ^message m ^error E',
        ),
      );
  });

  it('takes conditional flows like any other node', () => {
    given('s: start\nsay: throw\na: task\nb: task\nf0: s -> say\nf1: say -> a [x > 1]\nf2*: say -> b')
      .when(start({ x: 1 }))
      .then('=started +s -s >f0 +say ?f1 false -say >f2 +b');
  });
});
