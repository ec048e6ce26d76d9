import { complete, given, givenWith, rejected, start } from '../../../support/given-when-then.ts';

const MODEL = (kind: string) => `s: start\na: ${kind}\ne: end\nf1: s -> a\nf2: a -> e`;

for (const kind of ['task', 'manual']) {
  describe(`${kind} as a plain task`, () => {
    it('waits and continues when a caller completes it', () => {
      given(MODEL(kind))
        .when(start())
        .then('=started +s -s >f1 +a')
        .andActive('a')
        .when(complete('a', { x: [1, { y: null }] }))
        .then('-a >f2 +e -e =completed')
        .andVariables({ x: [1, { y: null }] });
    });

    it('passes through when the service specifies it', () => {
      givenWith({ context: { plainTasks: 'pass' } }, MODEL(kind))
        .when(start())
        .then('=started +s -s >f1 +a -a >f2 +e -e =completed');
    });

    it('fails when none of its flows can be chosen', () => {
      given(`s: start\na: ${kind}\ne: end\nf1: s -> a\nf2: a -> e [ok]`, start())
        .when(complete('a', { ok: false }))
        .then('?f2 false !a 500 =failed 500');
    });

    it('is interrupted when its sub-process is', () => {
      const model = `sub: sub {\nfork: and\na: ${kind}\nb: task\nx: end error E\nf1: fork -> a\nf2: fork -> b\nf3: b -> x\n}\nc: boundary on sub`;
      given(model, start()).when(complete('b')).then('-b >f3 +x -x ^error E +c ~a ~sub -c =completed');
    });
  });
}

describe('plain task', () => {
  it('passes through when its file specifies it', () => {
    given(MODEL('pass')).when(start()).then('=started +s -s >f1 +a -a >f2 +e -e =completed');
  });
});

describe('complete activity', () => {
  it('completes the oldest entry when the activity is active twice', () => {
    const model = 's: start\nfork: and\nm: xor\na: task\nf1: s -> fork\nf2: fork -> m\nf3: fork -> m\nf4: m -> a';
    const two = given(model, start());
    two
      .when(complete('a', { who: 'first' }))
      .then('-a')
      .when(complete('a'))
      .then('-a =completed');
  });

  it('is refused when the activity has no active entry', () => {
    given(MODEL('task'), start())
      .when(complete('e'))
      .then(rejected({ code: 'NO_ACTIVE_ENTRY', activityId: 'e' }));
    given(MODEL('task'), start())
      .when(complete('nothing'))
      .then(rejected({ code: 'NO_ACTIVE_ENTRY', activityId: 'nothing' }));
    given(MODEL('task'), start())
      .when(complete('constructor'))
      .then(rejected({ code: 'NO_ACTIVE_ENTRY', activityId: 'constructor' }));
  });

  it('is refused when the instance has ended', () => {
    given(MODEL('task'), start(), complete('a'))
      .when(complete('a'))
      .then(rejected({ code: 'NO_ACTIVE_ENTRY', activityId: 'a' }));
  });

  it('is refused when the activity is a user task', () => {
    given(MODEL('user'), start())
      .when(complete('a'))
      .then(rejected({ code: 'ACTIVITY_IS_USER_TASK', activityId: 'a' }));
  });

  it('is refused when the entry is a sub-process or a waiting join', () => {
    const model =
      's: start\nfork: and\nb: task\nsub: sub {\nw: task\n}\njoin: and\nf1: s -> fork\nf2: fork -> b\nf3: fork -> sub\nf4: b -> join\nf5: sub -> join';
    const waiting = given(model, start(), complete('b'));
    waiting.when(complete('sub')).then(rejected({ code: 'ACTIVITY_NOT_COMPLETABLE', activityId: 'sub' }));
    waiting.when(complete('join')).then(rejected({ code: 'ACTIVITY_NOT_COMPLETABLE', activityId: 'join' }));
  });
});
