import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { reportOn } from '../../../src/bpmn/check-file.ts';
import { engineFacts } from '../../../src/ui/web/texts/de/engine-facts.ts';
import { file, withStart } from './samples.ts';

/** Description of one element of a file: `name: value`, line by line. */
function told(xml: string, id = 'u'): string[] {
  const { elements } = reportOn(xml, { level: 'executable' });
  return [...elements]
    .filter((element) => element.id === id)
    .flatMap(({ properties }) => properties.map(({ name, value }) => `${name}: ${value}`));
}

const flow = '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="u"/>';
const task = (tag: string, attributes: string, inner = '') =>
  withStart(`<bpmn:${tag} id="u" ${attributes}>${inner}</bpmn:${tag}>`, flow);
const ext = (inner: string) => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;

describe('the description of an element', () => {
  it('is the same in every dialect when a user task names groups, dates and priorities', () => {
    const expected = ['Candidate groups: sales, support', 'Due date: P3D', 'Priority: 70'];
    expect(
      told(task('userTask', 'camunda:candidateGroups="sales, support" camunda:dueDate="P3D" camunda:priority="70"')),
    ).to.deep.equal(expected);
    const zeebe =
      '<zeebe:assignmentDefinition candidateGroups="sales, support"/><zeebe:taskSchedule dueDate="P3D"/><zeebe:priorityDefinition priority="70"/>';
    expect(told(task('userTask', '', ext(zeebe)))).to.deep.equal(expected);
    const flowable = task('userTask', 'x:candidateGroups="sales, support" x:dueDate="P3D" x:priority="70"');
    expect(told(flowable.replace('xmlns:bpmn=', 'xmlns:x="http://flowable.org/bpmn" xmlns:bpmn='))).to.deep.equal(expected);
  });

  it('reports that everyone may claim a task when no one is named', () => {
    expect(told(task('userTask', ''))).to.deep.equal(['Assignment: no user or group is named: all users may claim it']);
  });

  it('names the fields of a form, or that they are not known', () => {
    const form = '<camunda:formData><camunda:formField id="ok" label="Agreed?" type="boolean"/></camunda:formData>';
    expect(told(task('userTask', 'camunda:assignee="ann"', ext(form)))).to.deep.equal(['Assignee: ann', 'Form fields: Agreed?']);
    expect(told(task('userTask', 'camunda:assignee="ann" camunda:formKey="embedded:a.html"'))).to.deep.equal([
      'Assignee: ann',
      'Form: embedded:a.html',
      'Form fields: not known here: the program that shows the task must have the form',
    ]);
  });

  it('has type and retries of a job when a service task is of Camunda 7 or 8', () => {
    const zeebe = told(task('serviceTask', '', ext('<zeebe:taskDefinition type="mail" retries="5"/>')));
    expect(zeebe.slice(0, 2)).to.deep.equal(['Task type: mail', 'Retries: 5']);
    const attributes = 'camunda:type="external" camunda:topic="mail"';
    const cycle = told(
      task('serviceTask', attributes, ext('<camunda:failedJobRetryTimeCycle>R5/PT10S</camunda:failedJobRetryTimeCycle>')),
    );
    expect(cycle.slice(0, 2)).to.deep.equal(['Task type: mail', 'Retry cycle: R5/PT10S']);
    expect(told(task('serviceTask', attributes))[1]).to.equal('Retries: as the service is set up');
  });

  it('shows the expected event when nothing does the work', () => {
    expect(told(task('serviceTask', ''))).to.deep.equal([
      'Work: none is named: it waits until the activity is completed from outside',
    ]);
  });

  it('has German words on pages, for each name and for values that are not of the model', () => {
    const sources = ['description', 'description-parts'].map((name) =>
      readFileSync(new URL(`../../../src/bpmn/description/${name}.ts`, import.meta.url), 'utf8'),
    );
    const names = sources.flatMap((text) =>
      [...text.matchAll(/property\(\s*'([^']+)'|\bname: (?:[^,]* \? )?'([^']+)'(?: : '([^']+)')?|time\w+: '([^']+)'/g)].flatMap(
        ([, ...found]) => found.filter((name) => name !== undefined),
      ),
    );
    expect(names)
      .to.include.members(['Made for', 'Work', 'Retry cycle', 'Retries', 'Waits for the time'])
      .and.have.length.above(45);
    expect(names.filter((name) => engineFacts.name(name) === undefined)).to.deep.equal([]);
    expect(engineFacts.name('Initial value of x')).to.equal('Anfangswert von x');
    for (const [name, value, german] of [
      ['Multi-instance', 'for each of orders, one after the other', 'für jeden Eintrag von orders, nacheinander'],
      ['Multi-instance', '3 times, at the same time', '3-mal, gleichzeitig'],
      [
        'Inputs',
        'a ← a script (FEEL), b ← a list of 2, c ← d and 4 more',
        'a ← ein Skript (FEEL), b ← eine Liste mit 2, c ← d und 4 weitere',
      ],
      ['Form fields', 'Agreed? (required)', 'Agreed? (Pflichtfeld)'],
      ['Listeners', 'start: script (assignments), end: job mail', 'start: Skript (Zuweisungen), end: Job mail'],
      ['Assignee', 'all variables', 'all variables'],
      ['Passes in', 'all variables', 'alle Variablen'],
    ] as const)
      expect(engineFacts.value(name, value)).to.equal(german);
    const fixed = sources.flatMap((text) =>
      [...text.matchAll(/value: (?:[^'`{}]*)'([^']+ [^']+)'/g)].map(([, value = '']) => value),
    );
    expect(fixed).to.have.length.above(10);
    const isGerman = (value: string) => names.some((name) => engineFacts.value(name, value) !== value);
    expect(fixed.filter((value) => !isGerman(value))).to.deep.equal([]);
  });

  it('is there also when the model cannot be deployed', () => {
    const broken = withStart(
      '<bpmn:userTask id="u" camunda:assignee="ann"/>',
      '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="nowhere"/>',
    );
    expect(told(broken)).to.deep.equal(['Assignee: ann']);
    expect(told('<a')).to.deep.equal([]);
    expect(told(file('<bpmn:process id="p"/>'))).to.deep.equal([]);
  });

  it('is bounded when texts are long', () => {
    const [value = ''] = told(task('userTask', `camunda:assignee="${'🙂'.repeat(5000)}"`));
    expect(value.length).to.be.lessThan(320);
    expect(value).to.match(/🙂…$/u);
  });
});
