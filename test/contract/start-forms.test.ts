import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, until } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('start forms (docs/contributing/spec/http/definitions.md#start-form)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const withForm = (key: string) => {
    const field = '<camunda:formField id="amount" label="Amount" type="long" defaultValue="5"/>';
    const start = `<startEvent id="start"><extensionElements><camunda:formData>${field}</camunda:formData></extensionElements></startEvent>`;
    return sequence(key, userTask('review')).replace('<startEvent id="start"/>', start);
  };

  it('are in the list of definitions, per version, and absent when the model describes none', async () => {
    await deploy(service.url, sequence('order', userTask('review')));
    await deploy(service.url, withForm('order'));
    const answer = await until(
      () => get(service.url, '/Definitions?filters=ProcessDefinitionKey==order'),
      ({ json }) => json.totalCount === 2,
    );
    const { items } = expectJson(answer);
    expect(items[0].startForm).to.deep.equal({
      fields: [{ id: 'amount', label: 'Amount', type: 'number', defaultValue: '5' }],
    });
    expect(items[1]).to.not.have.property('startForm');
  });

  it('are not in the answer of a switch', async () => {
    await deploy(service.url, withForm('switched'));
    const row = expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'switched' }));
    expect(row).to.not.have.property('startForm');
  });

  it('decide nothing: an instance starts without what they ask for', async () => {
    await deploy(service.url, withForm('free'));
    const instanceId = await start(service.url, 'free');
    const { variableStates } = expectJson(await get(service.url, `/Instances/${instanceId}/state`));
    expect(variableStates[0].variables).to.deep.equal({});
  });
});
