import { expect } from 'chai';
import { diagnosticOf, parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

const NAMESPACES = 'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:drools="http://www.jboss.org/drools"';
const entry = (text: string, format = 'http://www.java.com/java') =>
  `<drools:onEntry-script scriptFormat="${format}"><drools:script>${text}</drools:script></drools:onEntry-script>`;

function read(inner: string, tag = 'userTask', isStored = false) {
  return parseDefinitions(
    `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p" drools:packageName="a"><bpmn:startEvent id="s"/><bpmn:${tag} id="x"><bpmn:extensionElements>${inner}</bpmn:extensionElements></bpmn:${tag}><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="x"/></bpmn:process></bpmn:definitions>`,
    { isStored },
  );
}

function scriptsOf(...written: Parameters<typeof read>) {
  const parsed = read(...written);
  if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
  const listeners = parsed.processes[0]?.model.elements.get('x')?.listeners ?? [];
  const scripts = listeners.map(({ on, does }) => (does.kind === 'job' ? on : `${on}: ${does.dialect} ${does.source}`));
  return { scripts, warnings: parsed.warnings.map(({ text }) => text) };
}

describe("jBPM's entry and exit scripts (docs/contributing/spec/elements.md#entry-and-exit-scripts)", () => {
  it('are read from every activity, in document order', () => {
    const exit = entry('b', 'http://www.mvel.org/2.0').replaceAll('onEntry', 'onExit');
    for (const tag of ['userTask', 'serviceTask', 'task', 'manualTask', 'businessRuleTask', 'sendTask']) {
      const { scripts } = scriptsOf(exit + entry('a'), tag);
      expect(scripts, tag).to.deep.equal(['exit: lenient b', 'entry: lenient a']);
    }
  });

  it('may be JavaScript', () => {
    expect(scriptsOf(entry('var a = 1', 'http://www.javascript.com/javascript')).scripts).to.deep.equal([
      'entry: javascript var a = 1',
    ]);
  });

  const LEFT_OUT: readonly [inner: string, warning: string][] = [
    [
      entry('new Order();'),
      "onEntry-script is not executed: 'new Order' is not supported, a script can make lists and maps only at 1:5 (line 1)",
    ],
    [entry('rule', 'drools/rule'), "onEntry-script is not executed: script format 'drools/rule' is not supported (line 1)"],
    [
      entry('kcontext.getNodeInstance().getNodeName();'),
      "onEntry-script is not executed: 'kcontext.getNodeInstance' is not known (line 1)",
    ],
    ['<drools:onExit-script/>', 'onExit-script is not executed'],
    [entry(' '), 'onEntry-script is not executed'],
  ];
  for (const [inner, warning] of LEFT_OUT) {
    it(`are left out with a warning when they are ${inner.slice(0, 110)}`, () => {
      expect(scriptsOf(inner)).to.deep.equal({ scripts: [], warnings: [`userTask 'x': ${warning}`] });
    });
  }

  it('run, with a warning, when they skip an import', () => {
    const { scripts, warnings } = scriptsOf(entry('import java.util.List; a = 1;'));
    expect(scripts).to.have.length(1);
    expect(warnings.join()).to.include("userTask 'x': onEntry-script: script: ");
  });

  it('cause a warning with their name when they are not on activities', () => {
    expect(scriptsOf(entry('a'), 'endEvent')).to.deep.equal({
      scripts: [],
      warnings: ["endEvent 'x': onEntry-script is not executed"],
    });
  });

  it('are refused when there are more than 50, and run on in a version that was deployed before', () => {
    const many = entry('a').repeat(51);
    const parsed = read(many);
    expect(parsed.ok ? undefined : parsed.findings.map(diagnosticOf)).to.deep.equal([
      "userTask 'x': has more than 50 entry and exit scripts (line 1, column 188)",
    ]);
    expect(scriptsOf(many, 'userTask', true).scripts).to.have.length(51);
  });
});
