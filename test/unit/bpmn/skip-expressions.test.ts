import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

const NAMESPACES = [
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn"',
  'xmlns:activiti="http://activiti.org/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
].join(' ');

function read(element: string, onFlow = '', isStored = false) {
  const parsed = parseDefinitions(
    `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p"><bpmn:startEvent id="s"/>${element}<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="x" ${onFlow}/></bpmn:process></bpmn:definitions>`,
    { isStored },
  );
  if (!parsed.ok) return { refused: parsed.findings[0]?.text };
  const model = parsed.processes[0]?.model;
  const found = model?.elements.get('x');
  return {
    task: found !== undefined && 'skip' in found ? found.skip?.source : undefined,
    flow: model?.flows.get('f')?.skip?.source,
    warnings: parsed.warnings.map(({ text }) => text),
  };
}

const SKIP = `flowable:skipExpression="\${skip}"`;

describe('skip expressions (docs/contributing/spec/elements.md#skip-expression)', () => {
  for (const tag of ['userTask', 'serviceTask', 'sendTask', 'businessRuleTask', 'scriptTask', 'receiveTask']) {
    it(`are read from a ${tag}`, () => {
      const { task, warnings = [] } = read(`<bpmn:${tag} id="x" ${SKIP}/>`);
      expect(task).to.equal('skip');
      expect(warnings.join()).to.not.include('skipExpression');
    });
  }

  it('are read from a flow, and in the words of Activiti', () => {
    const words = SKIP.replace('flowable', 'activiti');
    expect(read('<bpmn:endEvent id="x"/>', words)).to.deep.equal({ task: undefined, flow: 'skip', warnings: [] });
  });

  it('cause a warning where Flowable has none', () => {
    expect(read(`<bpmn:callActivity id="x" calledElement="c" ${SKIP}/>`).warnings).to.deep.equal([
      "callActivity 'x': attribute skipExpression is ignored",
      "callActivity 'x': no in and no out: no variables pass into the called process or out of it, as in Flowable",
    ]);
    expect(read(`<bpmn:endEvent id="x" ${SKIP}/>`).warnings).to.deep.equal(["endEvent 'x': attribute skipExpression is ignored"]);
  });

  it('are refused when they cannot be read, and left out of a version that was deployed before', () => {
    const wrong = `<bpmn:userTask id="x" flowable:skipExpression="\${a b}"/>`;
    const text = `skip expression: cannot parse '\${a b}': unexpected 'b' at 1:5`;
    expect(read(wrong)).to.deep.equal({ refused: text });
    const stored = read(wrong, '', true);
    expect(stored).to.deep.include({ task: undefined, flow: undefined });
    expect(stored.warnings?.join()).to.equal(`userTask 'x': ${text}; it is left out`);
  });
});
