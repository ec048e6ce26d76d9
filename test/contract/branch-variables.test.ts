import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { start, stateOf } from '../support/http/steps.ts';
import { recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

/** A path waits for what the parallel one writes before its own task. */
const fileOf = (key: string, onDefinitions: string, onProcess = '') => `<?xml version="1.0"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:test" ${onDefinitions}>
  <process id="${key}" isExecutable="true" ${onProcess}>
    <startEvent id="start"/><parallelGateway id="fork"/>
    <intermediateCatchEvent id="wait"><conditionalEventDefinition><condition>\${done}</condition></conditionalEventDefinition></intermediateCatchEvent>
    <userTask id="seen"/>
    <scriptTask id="work" scriptFormat="javascript"><script>_context.done = true</script></scriptTask>
    <userTask id="review"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="fork"/>
    <sequenceFlow id="f2" sourceRef="fork" targetRef="wait"/>
    <sequenceFlow id="f3" sourceRef="wait" targetRef="seen"/>
    <sequenceFlow id="f4" sourceRef="fork" targetRef="work"/>
    <sequenceFlow id="f5" sourceRef="work" targetRef="review"/>
  </process>
</definitions>`;
const CAMUNDA = 'xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Platform"';
const FLEANS = 'xmlns:fleans="https://fleans.io/schema/bpmn/1.0"';
const WARNING = "parallelGateway 'fork': 'wait' reads done, which 'work' on a parallel path writes, and sees it ";

describe('variables of parallel paths (docs/contributing/spec/variables.md#branch-variables-mode)', () => {
  const modes: readonly [
    setting: string | undefined,
    file: string,
    onDefinitions: string,
    onProcess: string,
    isShared: boolean,
  ][] = [
    [undefined, 'made-for-camunda', CAMUNDA, '', true],
    [undefined, 'our-own', FLEANS, '', false],
    [undefined, 'shared-by-attribute', FLEANS, 'fleans:branchVariables="shared"', true],
    ['isolated', 'isolated-by-setting', CAMUNDA, '', false],
    ['shared', 'shared-by-setting', FLEANS, '', true],
    ['shared', 'isolated-against-the-setting', FLEANS, 'fleans:branchVariables="isolated"', false],
  ];
  const services = new Map<string | undefined, TestService>();
  const log = recordingLog();
  before(async () => {
    for (const setting of new Set(modes.map(([of]) => of))) {
      const env = setting === undefined ? {} : { Engine__BranchVariables: setting };
      services.set(setting, await startService({ env, log }));
    }
  });
  after(async () => {
    for (const service of services.values()) await service.stop();
  });

  for (const [setting, key, onDefinitions, onProcess, isShared] of modes) {
    itFull(`are ${isShared ? 'shared' : 'isolated'}, and the deploy reports it, when the process is ${key}`, async () => {
      const { url } = services.get(setting) as TestService;
      const answer = expectJson(await post(url, '/Definitions/deploy', { BpmnXml: fileOf(key, onDefinitions, onProcess) }));
      expect(answer.Warnings).to.have.length(1);
      expect(answer.Warnings[0]).to.satisfy((text: string) =>
        text.startsWith(WARNING + (isShared ? 'immediately' : 'once the paths')),
      );
      const state = await stateOf(url, await start(url, key));
      expect([...state.activeActivityIds].sort()).to.deep.equal(['review', isShared ? 'seen' : 'wait']);
      const line = log.of(9006).find(({ properties }) => properties['ProcessDefinitionKey'] === key);
      expect(line?.properties).to.include({ ElementId: 'fork', Text: answer.Warnings[0] });
    });
  }
});
