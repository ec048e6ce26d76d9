import { given, message, timer } from '../../../support/engine/scenario.ts';
import { cancelUserTask, complete, failUserTask, start } from '../../../support/given-when-then.ts';

/** The trace of docs/contributing/spec/traces.md#trace-transaction with a user task as the handler. */
const TX = (more = '') => `
  s: start
  tx: tx {
    ts: start
    pay: script paid = true
    refund: user
    check: task
    gw: xor
    no: end cancel
    bad: end error E
    yes: end
    g1: ts -> pay
    g3: pay -> check
    g5: check -> gw
    gNo: gw -> no [ok == false]
    gBad: gw -> bad [ok == null]
    gOk*: gw -> yes
    @pay handler refund
  }
  done: end
  f1: s -> tx
  f2: tx -> done
  ${more}`;
const CANCEL = 'cb: boundary on tx cancel\nrecover: task\nf3: cb -> recover';
const CATCH = 'eb: boundary on tx catch E code=why\nfix: task\nf4: eb -> fix';

describe('a transaction', () => {
  it('completes like a sub-process when its scope ends normally', () => {
    given(TX(CANCEL))
      .when(start())
      .when(complete('check', { ok: true }))
      .then('-check >g5 +gw ?gNo false ?gBad false -gw >gOk +yes -yes -tx >f2 +done -done =completed')
      .andEvent({ type: 'TransactionOutcome', outcome: 'completed' });
  });

  it('is compensated and then continues at the cancel boundary event when a cancel end event is reached', () => {
    given(TX(CANCEL))
      .when(start())
      .when(complete('check', { ok: false }))
      .then('-check >g5 +gw ?gNo true -gw >gNo +no -no +refund')
      .andActive('tx', 'refund')
      .when(cancelUserTask('refund'))
      .then('~refund +cb ~tx -cb >f3 +recover')
      .andReasons('tx', 'CancelledByTransaction')
      .when(complete('recover'))
      .andVariables({ ok: false, paid: true });
  });

  it('ends its path when it is cancelled without a cancel boundary event', () => {
    given(TX())
      .when(start(), complete('check', { ok: false }))
      .when(cancelUserTask('refund'))
      .then('~refund ~tx =completed');
  });

  it('is compensated before an error is caught at its boundary', () => {
    given(TX(`${CANCEL}\n${CATCH}`))
      .when(start())
      .when(complete('check', { ok: null }))
      .then('-check >g5 +gw ?gNo false ?gBad true -gw >gBad +bad -bad ^error E +refund')
      .when(cancelUserTask('refund'))
      .then('~refund +eb ~tx -eb >f4 +fix')
      .andReasons('tx', 'CancelledByHazard')
      .when(complete('fix'))
      .andVariables({ ok: null, paid: true, why: 'E' });
  });

  it('fails with the code when no one at its boundary catches, and the search continues outward', () => {
    given(
      `s: start\nout: sub {\n${TX()}\n}\nx: boundary on out catch E\nf9: s0 -> out`.replace('s: start\nout', 's0: start\nout'),
    )
      .when(start(), complete('check', { ok: null }))
      .when(cancelUserTask('refund'))
      .then('~refund !tx E +x ~out -x =completed');
    given(TX())
      .when(start(), complete('check', { ok: null }))
      .when(cancelUserTask('refund'))
      .then('~refund !tx E =failed E');
  });

  it('is not a hazard when an event sub-process inside catches', () => {
    given(TX(CATCH).replace('@pay', 'esp: esp {\nes: start error E\nh: task\nx1: es -> h\n}\n@pay'))
      .when(start())
      .when(complete('check', { ok: null }))
      .then('-check >g5 +gw ?gNo false ?gBad true -gw >gBad +bad -bad ^error E +esp +es -es >x1 +h')
      .when(complete('h'))
      .then('-h -esp -tx >f2 +done -done =completed');
  });

  it('ignores a second trigger during the walk', () => {
    const body = TX(`${CANCEL}\n${CATCH}`)
      .replace('refund: user', 'refund: user\nhs: sub {\nha: user\nhno: end cancel\nhf: ha -> hno\n}\nother: script o = 1')
      .replace('g3: pay -> check', 'g2: pay -> other\ng3: other -> check')
      .replace('@pay handler refund', '@pay handler refund\n@other handler hs');
    given(body)
      .when(start(), complete('check', { ok: false }))
      .when((state) => ({
        type: 'ClaimUserTask',
        entry: [...(state.byElement.get('ha') ?? [])][0] ?? 0,
        userId: 'ann',
        userGroups: [],
      }))
      .when((state) => ({
        type: 'CompleteUserTask',
        entry: [...(state.byElement.get('ha') ?? [])][0] ?? 0,
        userId: 'ann',
        variables: {},
      }))
      .then('-ha >hf +hno -hno -hs +refund');
  });

  it('is left by the failure of a handler, without further compensation', () => {
    given(TX(`${CANCEL}\n${CATCH}`))
      .when(start(), complete('check', { ok: false }))
      .when(failUserTask('refund', 'E'))
      .then('!refund E +eb ~tx -eb >f4 +fix')
      .andReasons('tx', 'CancelledByHazard');
    given(TX(CANCEL))
      .when(start(), complete('check', { ok: false }))
      .when(failUserTask('refund', 'E'))
      .then('!refund E !tx E =failed E');
  });

  it('does not let its event sub-processes fire during the walk', () => {
    const body = TX(CANCEL).replace('@pay', 'esp: esp {\nes: start message ping\nh: task\nx1: es -> h\n}\n@pay');
    given(body)
      .when(start())
      .andWaits(1)
      .when(complete('check', { ok: false }))
      .andWaits(0);
  });

  it('gives its walk up when a boundary event interrupts it', () => {
    given(TX('late: boundary on tx timer PT1M\nf5: late -> done'))
      .when(start(), complete('check', { ok: false }))
      .when(timer('late'))
      .then('+late ~refund ~tx -late >f5 +done -done =completed');
  });

  const NESTED = (inner: string) => `
    s: start
    outer: tx {
      os: start
      inner: tx {
        a: script a = 1
        ua: script log = (log ?? "") + "a"
        @a handler ua
      }
      work: task
      stop: ${inner}
      o1: os -> inner
      o2: inner -> work
      o3: work -> stop
    }
    cb: boundary on outer cancel
    f1: s -> outer`;

  it('compensates completed inner transactions when it is cancelled', () => {
    given(NESTED('end cancel'))
      .when(start())
      .when(complete('work'))
      .then('-work >o3 +stop -stop +ua -ua +cb ~outer -cb =completed')
      .andVariables({ a: 1, log: 'a' });
  });

  it('is not compensated later when it ended cancelled', () => {
    given(`
      s: start
      tx: tx {
        a: script a = 1
        ua: script log = (log ?? "") + "a"
        no: end cancel
        g: a -> no
        @a handler ua
      }
      cb: boundary on tx cancel
      undo: throw compensation
      f1: s -> tx
      f2: cb -> undo`)
      .when(start())
      .thenOf(['ua', 'undo', 'tx'], '+tx +ua -ua ~tx +undo -undo')
      .andVariables({ a: 1, log: 'a' });
  });

  it('is cancelled from a sub-process inside it, up to the nearest transaction', () => {
    given(`
      s: start
      tx: tx {
        f: and
        idle: task
        a: script a = 1
        ua: script undone = true
        sub: sub {
          b: task
          no: end cancel
          h1: b -> no
        }
        g1: f -> idle
        g2: f -> a
        g3: a -> sub
        @a handler ua
      }
      cb: boundary on tx cancel
      f1: s -> tx`)
      .when(start())
      .when(complete('b'))
      .then('-b >h1 +no -no ~sub ~idle +ua -ua +cb ~tx -cb =completed')
      .andVariables({ a: 1, undone: true })
      .andReasons('idle', 'CancelledByTransaction');
  });

  it('aborts a walk that runs inside when it is cancelled, and compensates what that had not done', () => {
    given(`
      s: start
      tx: tx {
        a: script a = 1
        ua: script log = (log ?? "") + "a"
        b: script b = 1
        ub: user
        f: and
        undo: throw compensation
        go: task
        no: end cancel
        g1: a -> b
        g2: b -> f
        g3: f -> undo
        g4: f -> go
        g5: go -> no
        @a handler ua
        @b handler ub
      }
      f1: s -> tx`)
      .when(start())
      .andActive('tx', 'undo', 'go', 'ub')
      .when(complete('go'))
      .then('-go >g5 +no -no ~ub ~undo +ub')
      .when(cancelUserTask('ub'))
      .then('~ub +ua -ua ~tx =completed')
      .andVariables({ a: 1, b: 1, log: 'a' });
  });

  it('is compensated as an item when it completed', () => {
    given(NESTED('throw compensation').replace('cb: boundary on outer cancel', ''))
      .when(start())
      .when(complete('work'))
      .then('-work >o3 +stop ^compensate * +ua -ua -stop -outer =completed');
  });

  it('is cancelled when its last token is', () => {
    given('s: start\ntx: tx {\na: user\n}\ncb: boundary on tx cancel\nf: s -> tx')
      .when(start())
      .when(cancelUserTask('a'))
      .then('~a ~tx =cancelled');
  });

  it('keeps its boundary messages while the walk runs', () => {
    given(TX('m: boundary on tx beside message m\nn: script n = 1\nf5: m -> n'))
      .when(start(), complete('check', { ok: false }))
      .when(message('m'))
      .then('+m -m >f5 +n -n')
      .when(cancelUserTask('refund'))
      .andVariables({ n: 1, ok: false, paid: true });
  });
});
