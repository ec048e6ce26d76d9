import { expect } from 'chai';
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { start } from '../../../support/given-when-then.ts';
import { Driver, ENGINE } from '../../../support/given-when-then-driver.ts';
import { rootVariablesOf } from '../../../support/trace.ts';

const MODEL = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn">
  <d:process id="p"><d:startEvent id="s" c:initiator="by"/><d:userTask id="u"/><d:sequenceFlow id="f" sourceRef="s" targetRef="u"/></d:process>
</d:definitions>`;

/** Root variables of an instance with a known starter. */
function startedBy(starter: string | undefined, variables: Variables = {}): Variables {
  const parsed = parseDefinitions(MODEL);
  if (!parsed.ok || parsed.processes[0] === undefined) throw new Error('the model is not accepted');
  const driver = new Driver(parsed.processes[0].model, { engine: ENGINE, checked: true, context: {} });
  const command = start(variables);
  driver.send(command.type === 'StartInstance' && starter !== undefined ? { ...command, starter } : command);
  return rootVariablesOf(driver.state);
}

describe('initiator of a start event', () => {
  it('names the variable that holds the caller when one is known', () => expect(startedBy('ann')).to.deep.equal({ by: 'ann' }));
  it('sets nothing when no user is known', () => expect(startedBy(undefined)).to.deep.equal({}));
  it('leaves the variable as it is when the start gives it', () =>
    expect(startedBy('ann', { by: 'bob' })).to.deep.equal({ by: 'bob' }));
});
