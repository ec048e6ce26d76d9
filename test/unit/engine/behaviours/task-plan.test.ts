import { expect } from 'chai';
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import type { EngineEvent } from '../../../../src/engine/events.ts';
import type { TaskPlan } from '../../../../src/engine/model.ts';
import type { Json } from '../../../../src/engine/values.ts';
import { start } from '../../../support/given-when-then.ts';
import { Driver } from '../../../support/given-when-then-driver.ts';

/** When the first command of a driver comes. */
const NOW = 1_700_000_001_000;
const DAY = 86_400_000;

/** What becomes of a user task with one attribute of a plan that reads the variable `x`. */
function eventOf(attribute: string, x: Json, tag = 'userTask'): EngineEvent | undefined {
  const parsed = parseDefinitions(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://flowable.org/bpmn"><process id="p"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="u"/><${tag} id="u" c:${attribute}="\${x}"/></process></definitions>`,
  );
  if (!parsed.ok || parsed.processes[0] === undefined) throw new Error('the model is not accepted');
  const decision = new Driver(parsed.processes[0].model).send(start({ x }));
  const events = decision.ok ? decision.events : [];
  return events.find(({ type }) => ['UserTaskCreated', 'JobCreated', 'ElementFailed'].includes(type));
}

describe('the plan of a user task', () => {
  const plans: readonly [attribute: string, x: Json, plan: TaskPlan | undefined][] = [
    ['dueDate', 'P1D', { dueAt: NOW + DAY }],
    ['dueDate', ' PT0S ', { dueAt: NOW }],
    ['dueDate', '2020-01-01', { dueAt: Date.parse('2020-01-01T00:00:00Z') }],
    ['dueDate', '2030-01-01T12:00:00+02:00', { dueAt: Date.parse('2030-01-01T10:00:00Z') }],
    ['dueDate', 0, { dueAt: 0 }],
    ['dueDate', '9999-12-31T23:59:59.999Z', { dueAt: Date.parse('9999-12-31T23:59:59.999Z') }],
    ['followUpDate', 'P2D', { followUpAt: NOW + 2 * DAY }],
    ['priority', 7, { priority: 7 }],
    ['priority', ' -3 ', { priority: -3 }],
    ['priority', '+2147483647', { priority: 2147483647 }],
    ['priority', '-0', { priority: 0 }],
    ['category', ' bills ', { category: 'bills' }],
    ['category', 5, { category: '5' }],
    ...['dueDate', 'followUpDate', 'priority', 'category'].flatMap((attribute): [string, Json, undefined][] => [
      [attribute, null, undefined],
      [attribute, ' ', undefined],
    ]),
  ];
  for (const [attribute, x, plan] of plans) {
    it(`is ${JSON.stringify(plan) ?? 'absent'} when ${attribute} gives ${JSON.stringify(x)}`, () => {
      const event = eventOf(attribute, x);
      expect(event?.type).to.equal('UserTaskCreated');
      expect(event && 'plan' in event ? event.plan : undefined).to.deep.equal(plan);
    });
  }

  const TIME = 'an ISO 8601 date or duration';
  const LATE = 'a date before the year 10000';
  const WHOLE = 'a whole number of 32 bits';
  const failures: readonly [attribute: string, slot: string, x: Json, wanted: string][] = [
    ['dueDate', 'due date', 'soon', TIME],
    ['dueDate', 'due date', ['P1D'], TIME],
    ['dueDate', 'due date', true, TIME],
    ['dueDate', 'due date', '12:00', TIME],
    ['dueDate', 'due date', 'P9000Y', LATE],
    ['dueDate', 'due date', '+012345-01-01', LATE],
    ['followUpDate', 'follow-up date', 'P', TIME],
    ['priority', 'priority', 'high', WHOLE],
    ['priority', 'priority', 1.5, WHOLE],
    ['priority', 'priority', 2147483648, WHOLE],
    ['priority', 'priority', true, WHOLE],
    ['category', 'category', ['a'], 'a text'],
  ];
  for (const [attribute, slot, x, wanted] of failures) {
    it(`fails the task when ${attribute} gives ${JSON.stringify(x)}`, () => {
      const event = eventOf(attribute, x);
      expect(event).to.deep.include({ type: 'ElementFailed', element: 'u', code: '500' });
      expect(event)
        .to.have.property('message')
        .that.matches(new RegExp(`^${slot} '\\$\\{x\\}': the result must be ${wanted}, it is `));
    });
  }
});

describe('the priority of a job', () => {
  const jobOf = (x: Json) => eventOf('type="external" c:topic="t" c:taskPriority', x, 'serviceTask');

  it('is evaluated when the job is created', () => {
    expect(jobOf('7')).to.deep.include({ type: 'JobCreated', priority: 7 });
    for (const blank of [null, ' ']) expect(jobOf(blank)).not.to.have.property('priority');
  });

  it('fails the task when it is not a whole number', () => {
    expect(jobOf(1.5)).to.deep.include({ type: 'ElementFailed', element: 'u', code: '500' });
  });
});
