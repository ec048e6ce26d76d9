import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';

const LOOP =
  '<multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=items" inputElement="item"/></extensionElements></multiInstanceLoopCharacteristics>';
const FILE = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"><process id="p"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="t"/><serviceTask id="t"><extensionElements><zeebe:taskDefinition type="x"/></extensionElements>${LOOP}</serviceTask></process></definitions>`;

describe('jobs that share variables', () => {
  it('pause their run when each of many keeps a copy of everything', () => {
    const parsed = parseDefinitions(FILE);
    if (!parsed.ok) throw new Error('refused');
    const [process] = parsed.processes;
    if (process === undefined) throw new Error('no process');
    const driver = new Driver(process.model, {
      checked: false,
      leavesPaused: true,
      context: { shouldPause: ({ written }) => written > 1 << 20 },
    });
    driver.send(start({ items: Array.from({ length: 500 }, (_, index) => ({ index, text: 'x'.repeat(300) })) }));
    expect(driver.state.paused).not.to.equal(null);
    expect(JSON.stringify(driver.history).length).to.be.below(4 << 20);
  });
});
