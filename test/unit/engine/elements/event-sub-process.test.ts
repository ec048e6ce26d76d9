import { given, message, signal, timer } from '../../../support/engine/scenario.ts';
import { cancelUserTask, complete, failUserTask, start } from '../../../support/given-when-then.ts';

const WORK = (esp: string) => `
  s: start
  work: user
  e: end
  f1: s -> work
  f2: work -> e
  esp: esp {
    ${esp}
    h: task
    he: end
    x1: es -> h
    x2: h -> he
  }`;

describe('an event sub-process', () => {
  it('takes its scope over when it interrupts, and the instance completes with it', () => {
    given(WORK('es: start message stop'))
      .when(start({ k: 1 }))
      .when(message('stop', '', { why: 'x' }))
      .then('+esp ~work +es -es >x1 +h')
      .andReasons('work', "Interrupted by event sub-process 'esp'")
      .andWaits(0)
      .when(complete('h', { h: 1 }))
      .then('-h >x2 +he -he -esp =completed')
      .andVariables({ k: 1, why: 'x', h: 1 });
  });

  it('runs next to its scope, any number of times, when it does not interrupt', () => {
    given(WORK('es: start beside signal go'))
      .when(start())
      .when(signal('go', { a: 1 }), signal('go', { b: 2 }))
      .andActive('work', 'esp', 'h', 'esp', 'h')
      .andWaits(1)
      .when(complete('h', { n: 1 }))
      .then('-h >x2 +he -he -esp')
      .andVariables({ a: 1, n: 1 });
  });

  it('disarms every event sub-process of its scope when one interrupts', () => {
    given(`${WORK('es: start message stop')}\nother: esp {\nos: start beside message note\no: task\ny: os -> o\n}`)
      .when(start())
      .andWaits(2)
      .when(message('stop'))
      .andWaits(0)
      .when(message('note'))
      .then('');
  });

  it('cancels a parallel one when it interrupts', () => {
    given(`${WORK('es: start message stop')}\nother: esp {\nos: start beside message note\no: task\ny: os -> o\n}`)
      .when(start(), message('note'))
      .when(message('stop'))
      .then('+esp ~o ~other ~work +es -es >x1 +h');
  });

  it('fires once for a duration, and as often as a cycle specifies', () => {
    given(WORK('es: start beside timer PT1M')).when(start(), timer('es')).andWaits(0);
    given(WORK('es: start beside cycle R2/PT1M'))
      .when(start(), timer('es'))
      .andWaits(1)
      .when(timer('es'))
      .andWaits(0)
      .andActive('work', 'esp', 'h', 'esp', 'h');
  });

  it('fires on each rise of its condition when it does not interrupt', () => {
    given(`${WORK('es: start beside when x > 1')}\nset: esp {\nss: start beside message set\n}`)
      .when(start({ x: 0 }), message('set', '', { x: 2 }))
      .andActive('work', 'esp', 'h')
      .when(message('set', '', { x: 3 }))
      .andActive('work', 'esp', 'h')
      .when(message('set', '', { x: 0 }), message('set', '', { x: 5 }))
      .andActive('work', 'esp', 'h', 'esp', 'h');
  });

  it('brings what each of its definitions brought when it is parallel multiple', () => {
    given(WORK('es: start all message m | message n | when x == null'))
      .when(start(), message('m', '', { a: 1, b: 1 }), message('n', '', { b: 2 }), complete('h'))
      .andVariables({ a: 1, b: 2 });
  });

  it('takes over before the start when its condition is true from the beginning', () => {
    given(WORK('es: start when x > 1'))
      .when(start({ x: 2 }))
      .then('=started +esp +es -es >x1 +h');
    given(
      `s: start\nsub: sub {\n${WORK('es: start when x > 1').replace('s: start', 'is: start').replace('s -> work', 'is -> work')}\n}\nf: s -> sub`,
    )
      .when(start({ x: 2 }))
      .then('=started +s -s >f +sub +esp +es -es >x1 +h')
      .when(complete('h'))
      .then('-h >x2 +he -he -esp -sub =completed');
  });

  it('catches an error of its scope, once: what fails inside it goes outward', () => {
    given(WORK('es: start error E code=why message=what'))
      .when(start())
      .when(failUserTask('work', 'E', 'because'))
      .then('!work E +esp +es -es >x1 +h')
      .when(complete('h'))
      .andVariables({ why: 'E', what: 'because' });
    given(WORK('es: start error').replace('h: task', 'h: user'))
      .when(start(), failUserTask('work', 'E'))
      .when(failUserTask('h', 'F'))
      .then('!h F ~esp =failed F');
  });

  it('reads its correlation key in the scope around it, and fails the host when none exists', () => {
    const model = `s: start\nsub: sub {\na: task\nesp: esp {\nes: start message go key = id\nh: task\nx: es -> h\n}\n}\nb: boundary on sub\nf: s -> sub`;
    given(model)
      .when(start({ id: 7 }))
      .andWaits(1)
      .when(message('go', '7'))
      .then('+esp ~a +es -es >x +h');
    given(model).when(start()).then('=started +s -s >f +sub !sub 500 +b -b =completed');
    given('s: start\na: task\nf: s -> a\nesp: esp {\nes: start message go key = id\n}')
      .when(start())
      .then('=started =failed 500');
  });

  it('fails its own host when an event sub-process inside it cannot be armed', () => {
    given(
      `s: start\nsub: sub {\na: task\nesp: esp {\nes: start message go\nh: task\ninner: esp {\nis: start message x key = id\n}\nx: es -> h\n}\n}\nb: boundary on sub\nf: s -> sub`,
    )
      .when(start())
      .when(message('go'))
      .then('+esp ~a !esp 500 +b ~sub -b =completed');
  });

  it('leaves its scope cancelled when its last token is cancelled', () => {
    given(WORK('es: start message stop').replace('h: task', 'h: user'))
      .when(start(), message('stop'))
      .when(cancelUserTask('h'))
      .then('~h ~esp =cancelled');
  });

  it('ends alone when a terminate end event is reached inside it', () => {
    given(WORK('es: start beside message note').replace('he: end', 'he: end terminate'))
      .when(start(), message('note'))
      .when(complete('h'))
      .then('-h >x2 +he -he -esp')
      .andActive('work');
  });

  it('fires for each of several definitions, or once for all of them', () => {
    given(WORK('es: start beside message m | signal s'))
      .when(start())
      .andWaits(2)
      .when(message('m'))
      .andWaits(2)
      .when(signal('s'))
      .andActive('work', 'esp', 'h', 'esp', 'h');
    given(WORK('es: start beside all message m | signal s'))
      .when(start(), message('m'))
      .andActive('work')
      .andWaits(1)
      .when(signal('s'))
      .andActive('work', 'esp', 'h')
      .andWaits(2);
    given(WORK('es: start message m | signal s')).when(start(), signal('s')).andWaits(0).andActive('esp', 'h');
  });

  it('stays armed for the scope of every iteration and run alone', () => {
    given(`s: start\nsub: sub {\na: task\nesp: esp {\nes: start message stop\n}\n}\nf: s -> sub\n@sub multi sequential times 2`)
      .when(start())
      .andWaits(1)
      .when(message('stop'))
      .then('+esp ~a +es -es -esp -sub#0 +sub#1 +a')
      .andWaits(1);
  });

  it('has its own mapped inputs, which end with it, when it has mappings', () => {
    given(`${WORK('es: start message stop')}\n@esp input own = \${k + 1}`)
      .when(start({ k: 1, own: 'outside' }), message('stop', '', { p: 3 }))
      .andEvent({ type: 'VariableScopeOpened', kind: 'local', locals: { own: 2 } })
      .when(complete('h', { own: 5, h: 1 }))
      .then('-h >x2 +he -he -esp =completed')
      .andVariables({ k: 1, own: 'outside', p: 3, h: 1 });
  });

  it('maps its outputs over its body when it ends', () => {
    const mapped = `${WORK('es: start beside message go')}\n@esp input own = \${k * 10}\n@esp`;
    for (const form of ['output', 'camunda']) {
      given(`${mapped} ${form} sum = \${own + k + h}`)
        .when(start({ k: 1 }), message('go'), complete('h', { h: 100 }))
        .andActive('work')
        .andVariables({ k: 1, h: 100, sum: 111 });
    }
  });

  it('leaves nothing behind when it is cancelled with its mapped inputs', () => {
    given(
      `${WORK('es: start message stop')}\nother: esp {\nos: start beside message note\no: task\ny: os -> o\n}\n@other input own = \${1}`,
    )
      .when(start(), message('note', '', { n: 1 }))
      .when(message('stop'), complete('h'))
      .andVariables({ n: 1 });
  });

  it('fails with 400 where its input cannot be mapped, which a boundary event around it catches', () => {
    const sub = `s: start\nsub: sub {${WORK('es: start message stop')}\n@esp input own = \${1 + true}\n}\nb: boundary on sub catch 400\nf: s -> sub`;
    given(sub.replaceAll('f1: s', 'f1: s2').replace('{\n  s: start', '{\n  s2: start'))
      .when(start())
      .when(message('stop'))
      .then('+esp ~work !esp 400 +b ~sub -b =completed')
      .andFailure('esp', /mapping of 'esp' to 'own'/);
  });
});
