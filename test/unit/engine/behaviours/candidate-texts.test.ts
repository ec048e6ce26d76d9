// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS } from '../../../../src/bpmn/reading.ts';
import { start } from '../../../support/given-when-then.ts';
import { Driver, ENGINE } from '../../../support/given-when-then-driver.ts';

/** The candidate groups of a task whose attribute is `${groups}, staff`. */
function groupsIn(namespace: string, reading?: number): readonly string[] {
  const parsed = parseDefinitions(
    `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="${namespace}">
      <d:process id="p"><d:startEvent id="s"/><d:userTask id="u" c:candidateGroups="\${groups}, staff"/>
      <d:sequenceFlow id="f" sourceRef="s" targetRef="u"/></d:process></d:definitions>`,
    reading === undefined ? {} : { isStored: true, reading },
  );
  if (!parsed.ok || parsed.processes[0] === undefined) throw new Error('the model is not accepted');
  const driver = new Driver(parsed.processes[0].model, { engine: ENGINE, checked: true, context: {} });
  driver.send(start({ groups: 'sales, support,' }));
  return driver.history.flatMap((event) => (event.type === 'UserTaskCreated' ? event.candidateGroups : []));
}

/** Who may work on a task of jBPM whose actor is the text of a variable. */
function actorsIn(actor: string): unknown {
  const parsed = parseDefinitions(
    `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://www.jboss.org/drools">
      <d:process id="p"><d:startEvent id="s"/><d:userTask id="u"><d:ioSpecification><d:dataInput id="i" name="ActorId"/></d:ioSpecification>
      <d:dataInputAssociation><d:targetRef>i</d:targetRef><d:assignment><d:from>#{actor}</d:from><d:to>i</d:to></d:assignment></d:dataInputAssociation></d:userTask>
      <d:sequenceFlow id="f" sourceRef="s" targetRef="u"/></d:process></d:definitions>`,
  );
  if (!parsed.ok || parsed.processes[0] === undefined) throw new Error('the model is not accepted');
  const driver = new Driver(parsed.processes[0].model, { engine: ENGINE, checked: true, context: {} });
  driver.send(start({ actor }));
  return driver.history.flatMap((event) => (event.type === 'UserTaskCreated' ? [[event.assignee, event.candidateUsers]] : []))[0];
}

describe('the actor of a task of jBPM', () => {
  it('is the assignee when the text of its variable names one', () => expect(actorsIn('ann')).to.deep.equal(['ann', []]));
  it('are several candidates when the text has commas', () => expect(actorsIn('ann, bob')).to.deep.equal([null, ['ann', 'bob']]));
});

describe('candidates of a text with commas', () => {
  for (const namespace of ['http://camunda.org/schema/1.0/bpmn', 'http://flowable.org/bpmn', 'http://activiti.org/bpmn']) {
    it(`are several when the file has the namespace ${namespace}`, () =>
      expect(groupsIn(namespace)).to.deep.equal(['sales', 'support', 'staff']));
  }
  it('are one when the file has the own words', () =>
    expect(groupsIn('https://fleans.io/schema/bpmn/1.0')).to.deep.equal(['sales, support,', 'staff']));
  it('are one when an earlier release stored the version', () =>
    expect(groupsIn('http://camunda.org/schema/1.0/bpmn', READING_OF_BINDINGS)).to.deep.equal(['sales, support,', 'staff']));
});
