import { expect } from 'chai';
import {
  cancelUserTask,
  claim,
  complete,
  completeUserTask,
  editUserTask,
  entryOf,
  failUserTask,
  given,
  rejected,
  start,
  unclaim,
} from '../../../support/given-when-then.ts';
import type { Stimulus } from '../../../support/given-when-then-driver.ts';

const MODEL = (assignment = '', more = '') => `s: start\nask: user ${assignment}\ne: end\nf1: s -> ask\nf2: ask -> e\n${more}`;

describe('user task', () => {
  it('registers itself with its assignment and waits', () => {
    given(MODEL('assignee=ann users=bob,cy groups=staff outputs=ok,note'))
      .when(start())
      .then('=started +s -s >f1 +ask', {
        type: 'UserTaskCreated',
        assignee: 'ann',
        candidateUsers: ['bob', 'cy'],
        candidateGroups: ['staff'],
        expectedOutputs: ['ok', 'note'],
      });
  });

  it('takes lists, drops blanks and empty users when its assignment is computed', () => {
    given(MODEL('assignee=#{boss} users=#{people} groups=#{group}'))
      .when(start({ boss: null, people: ['a', ' b ', '', null, 7], group: ' ' }))
      .then({ type: 'UserTaskCreated', assignee: null, candidateUsers: ['a', 'b', '7'], candidateGroups: [] });
  });

  it('fails with 500 when its assignment is a map or cannot be computed', () => {
    given(MODEL('assignee=#{boss}'))
      .when(start({ boss: { name: 'ann' } }))
      .then('=started +s -s >f1 +ask !ask 500 =failed 500');
    given(MODEL('users=#{people}'))
      .when(start({ people: [['a']] }))
      .then('=started +s -s >f1 +ask !ask 500 =failed 500');
    given(MODEL('groups=#{boss.group}')).when(start()).then('=started +s -s >f1 +ask !ask 500 =failed 500');
  });

  it('continues when its claimer completes it with every expected output', () => {
    given(MODEL('outputs=ok'), start(), claim('ask'))
      .when(completeUserTask('ask', { ok: null, more: 1 }))
      .then('-ask >f2 +e -e =completed')
      .andVariables({ ok: null, more: 1 });
  });

  it('fails with the given code when a caller fails it', () => {
    given(MODEL(), start())
      .when(failUserTask('ask', '400', 'wrong form'))
      .then('!ask 400 =failed 400', { type: 'InstanceFailed', element: 'ask', code: '400', message: 'wrong form' });
  });

  it('continues along the boundary event when one catches the failure', () => {
    given(MODEL('', 'c: boundary on ask catch 400'), start()).when(failUserTask('ask', '400')).then('!ask 400 +c -c =completed');
    given(MODEL('', 'c: boundary on ask catch 400'), start()).when(failUserTask('ask', '401')).then('!ask 401 =failed 401');
  });

  it('ends without a flow when it is cancelled', () => {
    given(MODEL('', 'c: boundary on ask'), start())
      .when(cancelUserTask('ask', 'not needed'))
      .then(
        '~ask =cancelled',
        { type: 'ElementCancelled', reason: 'not needed' },
        { type: 'InstanceCancelled', reason: 'not needed' },
      );
  });

  it('is cancelled when its sub-process is interrupted', () => {
    const model = 'sub: sub {\nfork: and\nask: user\nb: task\nx: end terminate\nf1: fork -> ask\nf2: fork -> b\nf3: b -> x\n}';
    given(model, start()).when(complete('b')).then('-b >f3 +x -x ~ask -sub =completed');
  });
});

describe('claiming a user task', () => {
  const RESTRICTED = 'assignee=ann users=bob groups=staff';

  it('is allowed to every user when the task names none', () => {
    given(MODEL(), start()).when(claim('ask', 'zoe')).then('', { type: 'UserTaskClaimed', userId: 'zoe' });
  });

  for (const [who, ...groups] of [['ann'], ['bob'], ['zoe', 'other', 'staff']] as const) {
    it(`is allowed when the task names the assignee, a candidate or a group: ${who}`, () => {
      given(MODEL(RESTRICTED), start())
        .when(claim('ask', who, ...groups))
        .then({ type: 'UserTaskClaimed', userId: who });
    });
  }

  it('is refused when the task names others; names are compared exactly', () => {
    for (const who of ['zoe', 'Ann', 'staff', ''])
      given(MODEL(RESTRICTED), start())
        .when(claim('ask', who, 'Staff'))
        .then(rejected({ code: 'CLAIM_NOT_ALLOWED', userId: who }));
  });

  it('changes the claimer when another allowed user claims, and nothing when the same one does', () => {
    given(MODEL(RESTRICTED), start(), claim('ask', 'ann'))
      .when(claim('ask', 'ann'))
      .then('')
      .when(claim('ask', 'bob'))
      .then({ type: 'UserTaskClaimed', userId: 'bob' });
    const { events } = given(MODEL(RESTRICTED), start(), claim('ask', 'ann')).when(claim('ask', 'ann'));
    expect(events).to.deep.equal([]);
  });

  it('keeps the claim of a user whom the command does not replace', () => {
    const guarded =
      (user: string, replaces: string | null): Stimulus =>
      (state) => ({ type: 'ClaimUserTask', entry: entryOf(state, 'ask'), userId: user, userGroups: [], replaces });
    const refusedFor = (userId: string) => rejected({ code: 'TASK_CLAIMED_BY_OTHER', claimedBy: 'bob', userId });
    given(MODEL(), start(), claim('ask', 'bob')).when(guarded('ann', null)).then(refusedFor('ann'));
    given(MODEL(), start(), claim('ask', 'bob')).when(guarded('ann', 'eve')).then(refusedFor('ann'));
    given(MODEL(), start(), claim('ask', 'bob')).when(guarded('ann', 'bob')).then({ type: 'UserTaskClaimed', userId: 'ann' });
    for (const replaces of [null, 'bob']) {
      given(MODEL(), start()).when(guarded('ann', replaces)).then({ type: 'UserTaskClaimed', userId: 'ann' });
      const { events } = given(MODEL(), start(), claim('ask', 'ann')).when(guarded('ann', replaces));
      expect(events).to.deep.equal([]);
    }
  });

  it('is undone when the task is unclaimed, which changes nothing when no one claimed it', () => {
    given(MODEL(), start(), claim('ask')).when(unclaim('ask')).then({ type: 'UserTaskUnclaimed' });
    const { events } = given(MODEL(), start()).when(unclaim('ask'));
    expect(events).to.deep.equal([]);
  });
});

describe('editing a user task', () => {
  it('changes who may claim it, and only the members of the edit', () => {
    given(MODEL('assignee=ann users=bob groups=staff'), start())
      .when(editUserTask('ask', { assignee: null, candidateUsers: ['zoe'], dueAt: 5 }))
      .then({ type: 'UserTaskEdited', assignee: null, candidateUsers: ['zoe'], dueAt: 5 })
      .when(claim('ask', 'ann'))
      .then(rejected({ code: 'CLAIM_NOT_ALLOWED', userId: 'ann' }))
      .when(claim('ask', 'cy', 'staff'))
      .then({ type: 'UserTaskClaimed' })
      .when(claim('ask', 'zoe'))
      .then({ type: 'UserTaskClaimed' });
  });

  it('releases the claim when another user or no user is the assignee, and keeps it otherwise', () => {
    for (const assignee of ['bob', null])
      given(MODEL(), start(), claim('ask', 'ann'))
        .when(editUserTask('ask', { assignee }))
        .then({ type: 'UserTaskUnclaimed' }, { type: 'UserTaskEdited', assignee });
    for (const edit of [{ assignee: 'ann' }, { priority: 1, candidateUsers: ['bob'] }])
      given(MODEL(), start(), claim('ask', 'ann'), editUserTask('ask', edit))
        .when(completeUserTask('ask'))
        .then('-ask >f2 +e -e =completed');
  });

  it('is refused when the task has ended', () => {
    given(MODEL(), start(), claim('ask'), completeUserTask('ask'))
      .when(editUserTask('ask', { priority: 1 }))
      .then(rejected({ code: 'USER_TASK_NOT_FOUND' }));
  });
});

describe('completing a user task', () => {
  it('is refused when no one claimed it', () => {
    given(MODEL(), start())
      .when(completeUserTask('ask'))
      .then(rejected({ code: 'TASK_NOT_CLAIMED' }));
    given(MODEL('assignee=ann'), start())
      .when(completeUserTask('ask'))
      .then(rejected({ code: 'TASK_NOT_CLAIMED' }));
    given(MODEL(), start(), claim('ask'), unclaim('ask'))
      .when(completeUserTask('ask'))
      .then(rejected({ code: 'TASK_NOT_CLAIMED' }));
  });

  it('is refused when another user claimed it', () => {
    given(MODEL(), start(), claim('ask', 'bob'))
      .when(completeUserTask('ask'))
      .then(rejected({ code: 'TASK_CLAIMED_BY_OTHER', claimedBy: 'bob', userId: 'ann' }));
  });

  it('is refused when expected outputs are missing, which are named in order', () => {
    given(MODEL('outputs=c,a,toString'), start({ a: 1 }), claim('ask'))
      .when(completeUserTask('ask', { c: 1 }))
      .then(rejected({ code: 'MISSING_OUTPUT_VARIABLES', names: ['a', 'toString'] }));
  });
});

describe('a user task that is gone', () => {
  const gone = () => given(MODEL('', 'x: task\nf0: s -> x'), start(), claim('ask'), completeUserTask('ask'));

  it('refuses claim, unclaim and complete', () => {
    for (const command of [claim('ask'), unclaim('ask'), completeUserTask('ask')])
      gone()
        .when(command)
        .then(rejected({ code: 'USER_TASK_NOT_FOUND' }));
  });

  it('ignores fail and cancel', () => {
    for (const command of [failUserTask('ask'), cancelUserTask('ask')]) expect(gone().when(command).events).to.deep.equal([]);
  });

  it('is not found when the entry is not a user task', () => {
    const other = given('s: start\na: task\nf1: s -> a', start());
    other.when(claim('a')).then(rejected({ code: 'USER_TASK_NOT_FOUND' }));
    expect(other.when(failUserTask('a')).events).to.deep.equal([]);
  });
});
