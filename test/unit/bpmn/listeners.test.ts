// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { elementOf, flowOf, type ListenerModel } from '../../../src/engine/model.ts';
import { start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { diagnosticsOf, ext, processesOf, warningsOf } from './samples.ts';

interface Places {
  readonly process?: string;
  readonly task?: string;
  readonly flow?: string;
}

/** A file of one dialect with a user task `t` behind a flow `f`; extensions on the process, the task and the flow. */
function file({ process = '', task = '', flow = '' }: Places, more = ''): string {
  return [
    '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
    `xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:activiti="http://activiti.org/bpmn" ${more}>`,
    `<bpmn:process id="p" isExecutable="true">${ext(process)}<bpmn:startEvent id="s"/>`,
    `<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t">${ext(flow)}</bpmn:sequenceFlow>`,
    `<bpmn:userTask id="t">${ext(task)}</bpmn:userTask></bpmn:process></bpmn:definitions>`,
  ].join('\n');
}

const brief = (listeners: readonly ListenerModel[] | undefined): string[] =>
  (listeners ?? []).map(({ on, does }) =>
    does.kind === 'job' ? `${on} job: ${does.taskType.source}` : `${on} ${does.dialect}: ${does.source.trim()}`,
  );
const onTask = (task: string): string[] => brief(elementOf(processesOf(file({ task }))[0]!.model, 't').listeners);
const textsOf = (places: Places): string[] => warningsOf(file(places)).map(({ text }) => text);

const zeebe = (name: 'executionListener' | 'taskListener', attributes: string, inside = ''): string =>
  `<zeebe:${name}s><zeebe:${name} ${attributes}>${inside}</zeebe:${name}></zeebe:${name}s>`;
const jobsOn = (task: string) =>
  (elementOf(processesOf(file({ task }))[0]!.model, 't').listeners ?? []).map(({ on, does }) => ({ on, does }));

describe('listeners', () => {
  it('count as steps, which are limited', () => {
    const fails = (count: number): boolean => {
      const [read] = processesOf(file({ process: '<camunda:executionListener event="start" expression="${1}"/>'.repeat(count) }));
      const decision = new Driver(read!.model, { context: { limits: { maxSteps: 20 } } }).send(start());
      return decision.ok && decision.events.some(({ type }) => type === 'InstanceFailed');
    };
    expect([fails(10), fails(30)]).to.deep.equal([false, true]);
  });

  it('cause a warning with their name at each place when a file of another engine declares the namespace of Sluice', () => {
    const sluice = 'xmlns:fleans="https://fleans.io/schema/bpmn/1.0"';
    const written: readonly (readonly [name: string, xml: string])[] = [
      ['executionListener', '<camunda:executionListener event="start" expression="${1}"/>'],
      ['taskListener', '<activiti:taskListener event="create" class="a.B"/>'],
      ['executionListeners', zeebe('executionListener', 'eventType="start" type="x"')],
    ];
    for (const [name, xml] of written) {
      const texts = warningsOf(file({ process: xml, task: xml, flow: xml }, sluice)).map(({ text }) => text);
      const places = ["process 'p'", "userTask 't'", "sequenceFlow 'f'"];
      expect(texts).to.have.members(places.map((place) => `${place}: ${name} is not executed`));
    }
  });

  it('are at most 50 at one place of a new file', () => {
    const task = (count: number) => file({ task: '<camunda:executionListener event="start" expression="${a}"/>'.repeat(count) });
    expect(diagnosticsOf(task(50))).to.deep.equal([]);
    expect(diagnosticsOf(task(51)).join()).to.match(/^userTask 't': has more than 50 listeners \(line \d+, column 1\)$/);
    expect(parseDefinitions(task(51), { isStored: true }).ok).to.equal(true);
  });

  it('are not read when the file was deployed to a release that skipped them (docs/contributing/spec/validation.md#readings)', () => {
    const xml = file({
      task: '<camunda:executionListener event="start" class="a.B"/>',
      flow: '<camunda:executionListener expression="${c}"/>',
    });
    const listenersOf = (reading: number) => {
      const parsed = parseDefinitions(xml, { isStored: true, reading });
      if (!parsed.ok) throw new Error('refused');
      const [{ model } = { model: undefined }] = parsed.processes;
      return [
        elementOf(model!, 't').listeners?.length,
        [...model!.flows.values()].filter(({ listeners }) => listeners !== undefined).length,
      ];
    };
    expect([listenersOf(1), listenersOf(2)]).to.deep.equal([
      [undefined, 0],
      [1, 1],
    ]);
  });

  it('are read on processes, elements and flows, in document order', () => {
    const script = '<camunda:script scriptFormat="groovy">a = 1</camunda:script>';
    const xml = file({
      process: '<camunda:executionListener event="end" expression="${a}"/>',
      task: `<camunda:executionListener event="start">${script}</camunda:executionListener><activiti:taskListener event="create" expression="\${b}"/>`,
      flow: '<camunda:executionListener expression="${c}"/>',
    });
    const { model } = processesOf(xml)[0]!;
    expect(brief(model.listeners)).to.deep.equal(['end juel: a']);
    expect(brief(elementOf(model, 't').listeners)).to.deep.equal(['start lenient: a = 1', 'create juel: b']);
    expect(brief(flowOf(model, 'f').listeners)).to.deep.equal(['take juel: c']);
    expect(warningsOf(xml)).to.deep.equal([]);
  });

  it('name variables through the task when they listen to a task', () => {
    expect(onTask('<camunda:taskListener event="complete" expression="${task.setVariable(&quot;a&quot;, 1)}"/>')).to.deep.equal([
      'complete juel: execution.setVariable("a", 1)',
    ]);
    expect(
      onTask('<camunda:taskListener event="complete" expression="${task.execution.getVariable(&quot;a&quot;)}"/>'),
    ).to.deep.equal(['complete juel: execution.getVariable("a")']);
  });

  const rows: readonly (readonly [when: string, places: Places, text: string])[] = [
    [
      'they change the task',
      { task: '<camunda:taskListener event="create" expression="${task.setAssignee(x)}"/>' },
      "taskListener is not executed: 'task.setAssignee' is not known",
    ],
    [
      'they want what no execution has',
      { task: '<camunda:executionListener event="end" expression="${execution.getEngine()}"/>' },
      "executionListener is not executed: 'execution.getEngine' is not known",
    ],
    [
      'their event is not listened to',
      { task: '<camunda:taskListener event="delete" expression="${b}"/>' },
      "taskListener is not executed: event 'delete' is not listened to here",
    ],
    [
      'they listen to a task where there is none',
      { process: '<camunda:taskListener event="create" expression="${b}"/>' },
      "taskListener is not executed: event 'create' is not listened to here",
    ],
    [
      'they cannot be read',
      { flow: '<camunda:executionListener event="take" expression="${b +}"/>' },
      'executionListener is not executed: ',
    ],
    [
      'they are files',
      {
        task: '<camunda:executionListener event="end"><camunda:script scriptFormat="groovy" resource="a.groovy"/></camunda:executionListener>',
      },
      "executionListener is not executed: script resource 'a.groovy'",
    ],
    [
      'their worker would be a bundled plugin',
      { task: '<camunda:taskListener event="create" delegateExpression="${log}"/>' },
      "taskListener is not executed: tasks of type 'log' are done by the service itself",
    ],
    [
      'they are jobs without a type',
      { task: zeebe('executionListener', 'eventType="start"') },
      'executionListener is not executed: no task type is given',
    ],
    [
      'they are jobs whose retries are no number',
      { task: zeebe('executionListener', 'eventType="start" type="x" retries="often"') },
      "executionListener is not executed: retries 'often' cannot be read",
    ],
    [
      'they would hold up a cancellation',
      { task: zeebe('taskListener', 'eventType="canceling" type="x"') },
      "taskListener is not executed: event 'canceling' is not listened to here: nothing delays a cancellation",
    ],
    [
      'they wait for an update',
      { task: zeebe('taskListener', 'eventType="updating" type="x"') },
      "taskListener is not executed: event 'updating' is not listened to here: a task is not updated here",
    ],
  ];
  for (const [when, places, text] of rows) {
    it(`are left out with a warning when ${when}`, () => {
      const texts = textsOf(places);
      expect(texts).to.have.length(1);
      expect(texts[0]).to.contain(`: ${text}`);
    });
  }

  it('are not executed when the file is made for this service', () => {
    const ours = 'xmlns:fleans="https://fleans.io/schema/bpmn/1.0"';
    const xml = file({ task: '<camunda:executionListener event="start" expression="${a}"/>' }, ours);
    expect(elementOf(processesOf(xml)[0]!.model, 't').listeners).to.equal(undefined);
    expect(warningsOf(xml).map(({ text }) => text)).to.deep.equal(["userTask 't': executionListener is not executed"]);
  });

  it('refuse nothing when they are wrong', () => {
    expect(diagnosticsOf(file({ task: '<camunda:executionListener/><camunda:taskListener event="create"/>' }))).to.deep.equal([]);
  });

  const code: readonly (readonly [when: string, task: string, job: string, warning: string])[] = [
    [
      'classes',
      '<camunda:executionListener event="start" class="a.B"/>',
      'start job: a.B',
      "executionListener is not executed: class 'a.B'; its job waits for a worker of task type 'a.B'",
    ],
    [
      'beans',
      '<camunda:taskListener event="create" delegateExpression="${b}"/>',
      'create job: b',
      "taskListener is not executed: delegateExpression '${b}'; its job waits for a worker of task type 'b'",
    ],
    [
      'calls of beans',
      '<activiti:taskListener event="assignment" expression="${b.tell(task.assignee)}"/>',
      'assignment job: b.tell',
      "expression calls a method of an object that is not a variable; its job waits for a worker of task type 'b.tell'",
    ],
  ];
  for (const [what, task, job, warning] of code) {
    it(`are jobs with a warning when they are ${what}`, () => {
      expect(onTask(task)).to.deep.equal([job]);
      const texts = textsOf({ task });
      expect(texts).to.have.length(1);
      expect(texts[0]).to.contain(warning);
    });
  }

  it('are jobs with the headers of their element when zeebe writes them', () => {
    const headers = (value: string) => `<zeebe:taskHeaders><zeebe:header key="a" value="${value}"/></zeebe:taskHeaders>`;
    const task = `${headers('of the task')}<zeebe:taskHeaders><zeebe:header key="b" value="2"/></zeebe:taskHeaders>`;
    const [job] = jobsOn(`${task}${zeebe('taskListener', 'eventType="assigning" type="=t" retries="4"', headers('own'))}`);
    expect(job?.on).to.equal('assignment');
    expect(job?.does).to.deep.include({ kind: 'job', stores: 'around', headers: { a: 'own', b: '2' } });
    expect(job?.does).to.have.nested.property('retries.text.source', '4');
    expect(textsOf({ task: zeebe('taskListener', 'eventType="assigning" type="x"') })).to.deep.equal([]);
  });

  it('give fields to the job when they are code', () => {
    const fields =
      '<camunda:field name="to" stringValue="ann"/><camunda:field name="about"><camunda:expression>${x + 1}</camunda:expression></camunda:field>';
    const [job] = jobsOn(`<camunda:executionListener event="end" class="a.B">${fields}</camunda:executionListener>`);
    expect(job?.does).to.have.nested.property('headers.to', 'ann');
    expect(job?.does).to.have.nested.property('parameters[0].target', 'about');
  });

  it('are several when Flowable listens to all of a task', () => {
    const task = '<activiti:taskListener event="all" expression="${a}"/>';
    expect(onTask(task)).to.deep.equal(['create juel: a', 'assignment juel: a', 'complete juel: a']);
    expect(textsOf({ task }).join()).to.contain("event 'delete' is not listened to here: nothing delays a cancellation");
  });
});
