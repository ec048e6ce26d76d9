import { expect } from 'chai';
import { waitJson } from '../../../src/api/instance-json.ts';
import { hasSentence, waitSentence } from '../../../src/ui/web/components/wait-sentence.ts';
import type { Wait, WaitedCalledIncident } from '../../../src/waits/wait.ts';
import { NO_FACTS } from '../../../src/waits/wait-facts.ts';
import { waitsOf } from '../../../src/waits/waits-of.ts';
import { claim, complete, entryOf, start } from '../../support/given-when-then.ts';
import type { Stimulus } from '../../support/given-when-then-driver.ts';
import { driven, drivenWith, FREE_TASK, textsIn, waitsIn } from './reading.ts';

const DUE = '2023-11-14T23:13:21.000+00:00';
const T = 1_700_000_000_000;

describe('what an instance waits for', () => {
  describe('of people', () => {
    it('is every candidate of a user task when no user has claimed it', () => {
      const driver = driven('s: start\nask: user assignee=ann users=bob,cy groups=staff\nf: s -> ask', start());
      expect(textsIn(driver)).to.deep.equal([
        "User task 'ask' waits to be claimed by 'ann', to whom it is assigned or one of the users 'bob' and 'cy' or a member of the groups 'staff'.",
      ]);
      expect(waitsIn(driver)[0]).to.deep.include({
        kind: 'UserTask',
        element: 'ask',
        activityType: 'UserTask',
        since: T + 1000,
        userTask: { assignee: 'ann', candidateUsers: ['bob', 'cy'], candidateGroups: ['staff'], claimedBy: null },
      });
    });

    it('is every user when the user task names none, and the claimer once there is one', () => {
      const model = 's: start\nask: user\nf: s -> ask';
      expect(textsIn(driven(model, start()))).to.deep.equal(["User task 'ask' waits to be claimed by any user."]);
      expect(textsIn(driven(model, start(), claim('ask', 'bob')))).to.deep.equal([
        "User task 'ask' waits for 'bob', who has claimed it, to complete it.",
      ]);
    });

    for (const kind of ['task', 'manual', 'receive', 'service', 'send', 'rule']) {
      it(`is a client when a ${kind} has nothing else to do`, () => {
        const [wait] = waitsIn(driven(`s: start\nwork: ${kind}\nf: s -> work`, start()));
        expect(wait?.kind).to.equal('Completion');
        expect(wait?.text).to.match(/ 'work' waits for a client to complete it \(POST \/Execution\/complete-activity\)\.$/);
      });
    }
  });

  describe('of workers', () => {
    for (const kind of ['service', 'send', 'rule', 'end work', 'throw work']) {
      it(`is who does the type when ${kind} is a job`, () => {
        const driver = driven(`s: start\njob: ${kind} type Mail\nf: s -> job`, start());
        const [wait, ...more] = waitsIn(driver);
        expect(more).to.deep.equal([]);
        expect(wait?.text).to.match(
          / 'job' waits to be taken: work of type 'Mail', which no plugin host offers now; a remote worker may fetch it\.$/,
        );
        expect(wait?.customTask).to.deep.include({ taskType: 'Mail', hosts: [], lockedBy: null, listensTo: null });
      });
    }

    const job = 's: start\njob: service type mail\nf: s -> job';
    const textWith = (fact: object, more = {}) => {
      const driver = driven(job, start());
      const customTasks = new Map([[entryOf(driver.state, 'job'), { ...FREE_TASK, ...fact }]]);
      return textsIn(driver, { customTasks, now: T, ...more })[0];
    };

    it('names the hosts when some offer the type', () => {
      const hosts = new Map([['mail', ['host-a', 'host-b']]]);
      expect(textWith({}, { hosts })).to.equal(
        "Service task 'job' waits to be taken: work of type 'mail', which 'host-a' and 'host-b' offer.",
      );
    });

    it('names who has the lock and until when while one holds', () => {
      expect(textWith({ lockedBy: 'host-a', availableAt: T + 1000 })).to.equal(
        "Service task 'job' is being done by 'host-a' (type 'mail'); its lock ends at 2023-11-14T22:13:21.000+00:00.",
      );
    });

    it('reports the next attempt when some have failed', () => {
      expect(textWith({ failures: 2, availableAt: T + 1000 })).to.equal(
        "Service task 'job' waits until 2023-11-14T22:13:21.000+00:00 for its next attempt (type 'mail'), after 2 of 3 failed attempts.",
      );
    });

    it('counts a lock that has run out as none', () => {
      expect(textWith({ lockedBy: 'gone', availableAt: T - 1 })).to.match(/waits to be taken/);
    });

    it('shows what it can when the table does not have the task', () => {
      expect(textsIn(driven(job, start()), { customTasks: new Map() })[0]).to.equal(
        "Service task 'job' waits for work of a plugin host or remote worker.",
      );
    });
  });

  describe('of events', () => {
    const caught = (trigger: string, variables = {}) =>
      driven(`s: start\nhear: catch ${trigger}\nf: s -> hear`, start(variables));

    it('is a message with its key when one is caught', () => {
      const driver = caught('message paid key = id', { id: 'PO-1' });
      expect(textsIn(driver)).to.deep.equal([
        "Intermediate catch event 'hear' waits for message 'paid' with correlation key 'PO-1'.",
      ]);
      expect(waitsIn(driver)[0]?.events).to.deep.equal([
        {
          kind: 'Message',
          role: 'Catch',
          element: 'hear',
          name: 'paid',
          correlationKey: 'PO-1',
          dueAt: null,
          condition: null,
          isInterrupting: false,
        },
      ]);
    });

    it('is a message without a key, a signal, a timer or a condition when one of these is caught', () => {
      expect(textsIn(caught('message paid'))[0]).to.match(/ waits for message 'paid' without a correlation key\.$/);
      expect(textsIn(caught('signal stop'))[0]).to.match(/ waits for signal 'stop'\.$/);
      expect(textsIn(caught('timer PT1H'))[0]).to.equal(
        `Intermediate catch event 'hear' waits for its timer, which is due at ${DUE}.`,
      );
      expect(textsIn(caught('when x > 1', { x: 0 }))[0]).to.match(/ waits for the condition 'x > 1' to become true\.$/);
    });

    it('is the first or all of several when there are several', () => {
      expect(textsIn(caught('signal a | signal b'))[0]).to.match(/ waits for the first of: signal 'a'; signal 'b'\.$/);
      expect(textsIn(caught('all signal a | signal b'))[0]).to.match(/ waits for all of: signal 'a'; signal 'b'\.$/);
    });

    it('is the message of a receive task when it has one', () => {
      const driver = driven('s: start\nget: receive message go key = id\nf: s -> get', start({ id: 7 }));
      expect(textsIn(driver)).to.deep.equal(["Receive task 'get' waits for message 'go' with correlation key '7'."]);
    });

    it('is a race when an event-based gateway is before it', () => {
      const driver = driven(
        's: start\ngw: race\na: catch signal a\nb: catch timer PT1H\nf: s -> gw\nfa: gw -> a\nfb: gw -> b',
        start(),
      );
      expect(textsIn(driver)).to.deep.equal([
        "Intermediate catch event 'a' waits for signal 'a'; event-based gateway 'gw' takes the first of this and 'b'.",
        `Intermediate catch event 'b' waits for its timer, which is due at ${DUE}; event-based gateway 'gw' takes the first of this and 'a'.`,
      ]);
      expect(waitsIn(driver)[0]?.race).to.deep.equal({ gateway: 'gw', others: ['b'] });
    });

    it('has the boundary events of the entry in its data when there are some', () => {
      const driver = driven(
        's: start\nwork: task\nlate: boundary on work beside timer PT1H\nstop: boundary on work signal stop\nf: s -> work',
        start(),
      );
      const [wait, ...more] = waitsIn(driver);
      expect(more).to.deep.equal([]);
      expect(wait?.events?.map(({ role, element, kind, isInterrupting }) => [role, element, kind, isInterrupting])).to.deep.equal(
        [
          ['Boundary', 'late', 'Timer', false],
          ['Boundary', 'stop', 'Signal', true],
        ],
      );
    });

    it('reports event sub-processes that listen when a scope is open', () => {
      const driver = driven(
        's: start\nwork: task\nesp: esp {\nnote: start beside signal note\ndo: task\nfe: note -> do\n}\nf: s -> work',
        start(),
      );
      expect(textsIn(driver)[1]).to.equal(
        "Event sub-process 'esp' listens for signal 'note', and would run next to the active activities.",
      );
      expect(waitsIn(driver)[1]).to.deep.include({ kind: 'EventSubProcess', element: 'esp', entry: null, since: null });
    });
  });

  describe('of other instances', () => {
    const model = 's: start\nchild: call other\nf: s -> child';
    const started: Stimulus = (state) => ({
      type: 'ChildStarted',
      entry: entryOf(state, 'child'),
      childInstanceId: 'c1',
      key: 'other',
    });

    it('is the beginning of the called instance when it has not begun', () => {
      expect(textsIn(driven(model, start()))).to.deep.equal([
        "Call activity 'child' waits for the instance that it calls to begin.",
      ]);
    });

    it('is the called instance with its state when it is known, without when it is not', () => {
      const driver = driven(model, start(), started);
      const child = { instanceId: 'c1', key: 'other', version: 2, businessId: null, status: 'Running' };
      expect(textsIn(driver, { children: new Map([['c1', child]]) })).to.deep.equal([
        "Call activity 'child' waits for the called instance c1 of 'other' version 2, which is running.",
      ]);
      expect(textsIn(driver)).to.deep.equal(["Call activity 'child' waits for the called instance c1."]);
    });

    it('is the incident of the called instance, or of the deepest one, when one is open', () => {
      const driver = driven(model, start(), started);
      const child = { instanceId: 'c1', key: 'other', version: 2, businessId: null, status: 'Running' };
      const open = { incidentId: 'i1', definitionId: 'other:2:x', processName: null, code: 'E1', message: 'declined.', count: 3 };
      const own = { ...open, instanceId: 'c1', key: 'other', activityId: 'charge', openIncidents: 1 };
      const textWith = (incident: WaitedCalledIncident) =>
        textsIn(driver, { children: new Map([['c1', { ...child, incident }]]) })[0];
      expect(textWith(own)).to.equal(
        "Call activity 'child' waits for the called instance c1 of 'other' version 2, which has an incident at 'charge': E1: declined.",
      );
      expect(textWith({ ...own, instanceId: 'c2', key: 'bank', openIncidents: 2 })).to.equal(
        "Call activity 'child' waits for the called instance c1 of 'other' version 2, which waits for the called instance c2 of 'bank', " +
          "which has 2 incidents, the latest at 'charge': E1: declined.",
      );
    });
  });

  describe('of the service', () => {
    it('is the rest of its run when a long one is paused', () => {
      const driver = drivenWith(
        { leavesPaused: true, checked: false, context: { shouldPause: () => true } },
        's: start\na: task\nf: s -> a',
        start(),
      );
      const [wait] = waitsIn(driver);
      expect(wait?.kind).to.equal('PausedRun');
      expect(wait?.text).to.match(/^A long run is paused after \d+ steps? and continues automatically at 'a'\.$/);
    });

    it('is an operator when something has failed and an incident keeps its token', () => {
      const driver = drivenWith(
        { context: { onFailure: 'incident' } },
        's: start\njob: service type mail\nf: s -> job',
        start(),
        (state) => ({ type: 'FailJob', entry: entryOf(state, 'job'), code: 'E1', message: 'no paper' }),
      );
      const [wait, ...more] = waitsIn(driver);
      expect(more).to.deep.equal([]);
      expect(wait).to.deep.include({
        kind: 'Incident',
        element: 'job',
        incident: { ordinal: 5, element: 'job', code: 'E1', message: 'no paper', count: 1, firstAt: T + 2000 },
      });
      expect(wait?.text).to.equal(
        "Service task 'job' has failed and waits for an operator: E1: no paper (POST /Incidents/{incidentId}/retry).",
      );
    });

    it('is an operator, and no run that continues automatically, when a run took too many steps', () => {
      const context = { onFailure: 'incident' as const, plainTasks: 'pass' as const, limits: { maxSteps: 5 } };
      const driver = drivenWith({ context }, 's: start\nb: pass\nc: pass\nf0: s -> b\nf1: b -> c\nf2: c -> b', start());
      expect(waitsIn(driver).map(({ kind, element }) => [kind, element])).to.deep.equal([['Incident', null]]);
    });

    it('is an operator when a command became a dead letter', () => {
      const letter = {
        letterId: 'l1',
        commandKind: 'CompleteActivity',
        message: 'Error: example',
        attempts: 2,
        parkedAt: T,
      };
      const [wait] = waitsIn(driven('s: start\na: task\nf: s -> a', start()), { deadLetters: [letter] });
      expect(wait).to.deep.include({ kind: 'DeadLetter', element: null, since: T, deadLetter: letter });
      expect(wait?.text).to.equal(
        'The command CompleteActivity for this instance failed permanently 2 times, last at 2023-11-14T22:13:20.000+00:00 (Error: example). ' +
          'Retry or drop the dead letter l1.',
      );
    });
  });

  it('is the text of the API without its endpoint on a page that does not know the kind', () => {
    const [wait] = waitsIn(driven('s: start\na: task\nf: s -> a', start()));
    const item = { ...JSON.parse(JSON.stringify(waitJson('i', wait as Wait))), kind: 'Moon' };
    const process = { processDefinitionKey: 'p', processName: null };
    expect(hasSentence(item, process)).to.equal(false);
    expect(waitSentence(item, process)).to.equal("Task 'a' waits for a client to complete it.");
  });

  it('has the names of elements on a page that knows them', () => {
    const joined = 's: start\ng: and\na: task\nj: and\nf1: s -> g\nf2: g -> a\nf3: g -> j\nf4: a -> j';
    const sentences = waitsIn(driven(joined, start())).map((wait) => {
      const item = JSON.parse(JSON.stringify(waitJson('i', wait)));
      return waitSentence(item, { processDefinitionKey: 'p', processName: null }, (id) => `Name of ${id}`);
    });
    expect(sentences.join(' '))
      .to.include("Task 'Name of a' waits")
      .and.include("'Name of f4'")
      .and.match(/from 'Name of a'/);
  });

  it('is nothing when the instance has ended', () => {
    const driver = driven('s: start\na: task\nf: s -> a', start(), complete('a'));
    expect(waitsIn(driver)).to.deep.equal([]);
  });

  it('is reported without names and flows when the model cannot be read', () => {
    const driver = driven(
      's: start\nsplit, join: and\na, b: task\nf: s -> split\nfa: split -> a\nfb: split -> b\nga: a -> join\ngb: b -> join',
      start(),
      complete('a'),
    );
    expect(waitsOf(driver.state, undefined, NO_FACTS).map(({ text }) => text)).to.deep.equal([
      "Task 'b' is active.",
      "Parallel gateway 'join' waits for further tokens.",
    ]);
  });
});
