import { childStarted, given, message, signal } from '../../../support/engine/scenario.ts';
import { complete, failUserTask, start } from '../../../support/given-when-then.ts';

/** A host whose event needs two things and waits again after each firing; another path may remove its key in the meantime. */
const HOST = (event: string, more = '') => `
  s: start
  fork: and
  host: task
  clear: task
  seen: boundary on host beside all ${event}
  noted: task
  e: end
  f1: s -> fork
  f2: fork -> host
  f3: fork -> clear
  f4: host -> e
  f5: seen -> noted
  ${more}`;

describe('a boundary event that needs all of its definitions and cannot wait again', () => {
  it('fails its host after it has fired when its key has become null', () => {
    given(HOST('message m key = k | signal go', 'any: boundary on host\nhelp: task\nf6: any -> help'))
      .when(start({ k: 'a' }), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .then('+seen -seen >f5 !host 500 +any -any >f6 +noted +help')
      .andFailure('host', /Correlation variable 'k' is null for message 'm'/)
      .andActive('noted', 'help')
      .andWaits(0);
  });

  it('fails the instance when no one catches that', () => {
    given(HOST('message m key = k | signal go'))
      .when(start({ k: 'a' }), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .then('+seen -seen >f5 !host 500 =failed 500');
  });

  it('fails its host when its timer can no longer be read (12)', () => {
    given(HOST(`timer \${t} | signal go`))
      .when(start({ t: 'PT1S' }), complete('clear', { t: 'soon' }), (state) => ({
        type: 'FireTimer',
        subscription: [...state.subscriptions.values()].find(({ subject }) => subject.kind === 'timer')?.ordinal ?? 0,
      }))
      .when(signal('go'))
      .then('+seen -seen >f5 !host 500 =failed 500');
  });

  it('fails its host when its condition is no longer true, false or null', () => {
    given(
      HOST('when ready | signal go').replace('clear: task', 'clear: task\nagain: task').replace('f4:', 'f7: clear -> again\nf4:'),
    )
      .when(start({ ready: true }), complete('clear'), complete('again', { ready: 7 }))
      .when(signal('go'))
      .then('+seen -seen >f5 !host 500 =failed 500');
  });

  it('waits again when its condition has become null, which counts as false', () => {
    const model = HOST('when ready | signal go');
    given(model)
      .when(start({ ready: true }), complete('clear', { ready: null }), signal('go'))
      .andActive('host', 'noted')
      .andWaits(2);
  });

  it('ends what its host has begun: a child is asked to cancel', () => {
    given(HOST('message m key = k | signal go').replace('host: task', 'host: call child'))
      .when(start({ k: 'a' }), childStarted('host'), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .andEvent({ type: 'ChildCancelRequested', element: 'host' })
      .andStatus('failed');
  });

  it('does nothing more when its own path fails and that ends the host', () => {
    given(
      `s: start\nsub: sub {\n${HOST('message m key = k | signal go', `@seen output x = \${nothing.at.all()}`)}\n}\nany: boundary on sub\nhelp: task\ng1: any -> help`
        .replace('s: start\nsub', 'o: start\nsub')
        .replace('any: boundary', 'g0: o -> sub\nany: boundary'),
    )
      .when(start({ k: 'a' }), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .then('+seen !seen 400 +any ~host ~sub -any >g1 +help')
      .andActive('help');
  });
});

describe('an event sub-process that needs all of its definitions and cannot wait again', () => {
  const esp = 'esp: esp {\nes: start beside all message m key = k | signal go\nnoted: task\nx1: es -> noted\n}';

  it('fails the instance at the root after it has fired', () => {
    given(`s: start\nclear: task\nwork: task\nf1: s -> clear\nf2: clear -> work\n${esp}`)
      .when(start({ k: 'a' }), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .then('+esp +es -es >x1 ~esp ~work =failed 500')
      .andWaits(0);
  });

  it('fails the host of its scope, and a boundary event there catches that', () => {
    given(`
      s: start
      sub: sub {
        clear: task
        work: user
        f2: clear -> work
        ${esp}
      }
      any: boundary on sub
      help: task
      f1: s -> sub
      f3: any -> help`)
      .when(start({ k: 'a' }), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .then('+esp +es -es >x1 ~esp ~work !sub 500 +any -any >f3 +help')
      .andWaits(0);
  });

  it('waits for nothing when its own path fails and another one takes over', () => {
    const saving = 'saving: esp {\nss: start error\nhelp: task\ny1: ss -> help\n}';
    given(
      `s: start\nclear: task\nwork: user\nf1: s -> clear\nf2: clear -> work\n${esp}\n${saving}\n@esp input x = \${nothing.at.all()}`,
    )
      .when(start({ k: 'a' }), complete('clear', { k: null }), message('m', 'a'))
      .when(signal('go'))
      .andActive('saving', 'help')
      .andWaits(0);
  });
});

describe('a host that fails because an event on it cannot continue waiting', () => {
  const BESIDE = 'esp: esp {\nes: start beside message m\nee: end\nx1: es -> ee\n}';

  it('asks its child to cancel', () => {
    given(
      `s: start\ncall: call child\ncond: boundary on call when flag\nany: boundary on call\nhelp: task\nf1: s -> call\nf2: any -> help\n${BESIDE}`,
    )
      .when(start(), childStarted('call'))
      .when(message('m', '', { flag: 7 }))
      .thenOf(['call', 'any', 'help'], '!call +any -any +help')
      .andEvent({ type: 'ChildCancelRequested', element: 'call' });
  });

  it('ends the compensation of a transaction', () => {
    given(`
      s: start
      tx: tx {
        a: script a = 1
        ua: task
        b: script b = 1
        ub: task
        no: end cancel
        g1: a -> b
        g2: b -> no
        @a handler ua
        @b handler ub
      }
      cb: boundary on tx cancel
      cond: boundary on tx when flag
      any: boundary on tx
      help: task
      f1: s -> tx
      f2: any -> help
      ${BESIDE}`)
      .when(start())
      .andActive('tx', 'ub')
      .when(message('m', '', { flag: 7 }))
      .thenOf(['ua', 'ub', 'tx', 'cb', 'any', 'help'], '~ub !tx +any -any +help')
      .andActive('help');
  });

  it('is left alone when it has failed already', () => {
    given(
      `s: start\nask: user\ncond: boundary on ask when flag\nany: boundary on ask\nhelp: task\nf1: s -> ask\nf2: any -> help\n${BESIDE}`,
    )
      .when(start(), failUserTask('ask', 'E'))
      .when(message('m', '', { flag: 7 }))
      .andActive('help');
  });
});
