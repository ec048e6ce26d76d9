// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { brief, elementIn, ext, file, processesOf, withStart } from './samples.ts';

describe('multi-instance', () => {
  const loop = (attributes: string, inner = '') =>
    brief(
      elementIn(
        withStart(
          `<bpmn:userTask id="t"><bpmn:multiInstanceLoopCharacteristics ${attributes}>${inner}</bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>`,
        ),
        'userTask',
        't',
      ).loop,
    );
  const parallel = { kind: 'multiInstance', isSequential: false, firstCounter: 0 };
  const rows: readonly [when: string, attributes: string, inner: string, expected: object][] = [
    [
      'it has plain attributes',
      'collection="list" elementVariable="item" outputCollection="all" outputElement="r.x"',
      '',
      {
        collection: 'lenient: list',
        elementVariable: 'item',
        outputCollection: 'all',
        outputElement: 'lenient: r.x',
        resultName: 'r',
      },
    ],
    [
      'it has fleans attributes, names in any case',
      'fleans:Collection="list" fleans:ElementVariable="item"',
      '',
      { collection: 'lenient: list', elementVariable: 'item' },
    ],
    [
      'it has camunda attributes',
      'camunda:collection="${list}" camunda:elementVariable="item"',
      '',
      { collection: 'juel: list', elementVariable: 'item' },
    ],
    [
      'camunda names the variable of the collection',
      'camunda:collection="list" camunda:elementVariable="item"',
      '',
      { collection: 'lenient: list', elementVariable: 'item' },
    ],
    [
      'it has zeebe loop characteristics, which count from one',
      'isSequential="true"',
      ext('<zeebe:loopCharacteristics inputCollection="=list" inputElement="item" outputCollection="all" outputElement="=r" />'),
      {
        isSequential: true,
        firstCounter: 1,
        collection: 'feel: list',
        elementVariable: 'item',
        outputCollection: 'all',
        outputElement: 'feel: r',
        resultName: 'r',
      },
    ],
    [
      'it is written in words of BPMN',
      '',
      '<bpmn:loopDataInputRef>list</bpmn:loopDataInputRef><bpmn:loopDataOutputRef>all</bpmn:loopDataOutputRef><bpmn:inputDataItem name="item"/><bpmn:outputDataItem name="r"/>',
      {
        collection: 'lenient: list',
        elementVariable: 'item',
        outputCollection: 'all',
        outputElement: 'lenient: r',
        resultName: 'r',
      },
    ],
    ['it has a cardinality', '', '<bpmn:loopCardinality>${n}</bpmn:loopCardinality>', { cardinality: 'juel: n' }],
    [
      'it has cardinality and collection: the cardinality wins',
      'collection="list"',
      '<bpmn:loopCardinality>=n</bpmn:loopCardinality>',
      { cardinality: 'feel: n' },
    ],
    [
      'it has a completion condition',
      'collection="list"',
      '<bpmn:completionCondition>${nrOfCompletedInstances &gt; 1}</bpmn:completionCondition>',
      { collection: 'lenient: list', completionCondition: 'juel: nrOfCompletedInstances > 1' },
    ],
  ];
  for (const [when, attributes, inner, expected] of rows) {
    it(`is read when ${when}`, () => expect(loop(attributes, inner)).to.deep.equal({ ...parallel, ...expected }));
  }
});

describe('the ad-hoc sub-process', () => {
  const adHoc = (attributes: string, inner: string) => {
    const read = elementIn(
      withStart(`<bpmn:adHocSubProcess id="a" ${attributes}>${inner}<bpmn:task id="t"/></bpmn:adHocSubProcess>`),
      'adHocSubProcess',
      'a',
    );
    return brief([read.isSequential, read.cancelsRemaining, read.activeElements, read.completionCondition]);
  };

  it('takes the list of its activities from zeebe', () => {
    expect(adHoc('', ext('<zeebe:adHoc activeElementsCollection="=todo" />'))).to.deep.equal([
      false,
      true,
      'feel: todo',
      undefined,
    ]);
  });

  it('is read in words of BPMN', () => {
    const condition = '<bpmn:completionCondition>${done}</bpmn:completionCondition>';
    expect(adHoc('ordering="Sequential" cancelRemainingInstances="false"', condition)).to.deep.equal([
      true,
      false,
      undefined,
      'juel: done',
    ]);
  });
});

describe('the call activity', () => {
  const call = (attributes: string, inner = '') => {
    const read = elementIn(
      withStart(`<bpmn:callActivity id="c" ${attributes}>${inner}</bpmn:callActivity>`),
      'callActivity',
      'c',
    );
    return brief(read) as { readonly calledElement: string; readonly binding: object; readonly call: object };
  };
  const named = 'calledElement="q"';
  const all = { passesAllIn: true, passesAllOut: true, inputs: [], outputs: [] };

  it('names the process by the attribute of BPMN, computed or not, else by zeebe', () => {
    expect(call(named).calledElement).to.equal('literal: q');
    expect(call('calledElement="${which}"').calledElement).to.equal('juel: which');
    expect(call('', ext('<zeebe:calledElement processId="=which" />')).calledElement).to.equal('feel: which');
  });

  const bindings: readonly [when: string, attributes: string, inner: string, expected: object][] = [
    ['nothing is said', '', '', { kind: 'latest' }],
    ['camunda says latest', 'camunda:calledElementBinding="latest"', '', { kind: 'latest' }],
    ['camunda says deployment', 'camunda:calledElementBinding="deployment"', '', { kind: 'deployment' }],
    [
      'camunda says version',
      'camunda:calledElementBinding="version" camunda:calledElementVersion="${v}"',
      '',
      { kind: 'version', value: 'juel: v' },
    ],
    [
      'camunda says version tag',
      'camunda:calledElementBinding="versionTag" camunda:calledElementVersionTag="gold"',
      '',
      { kind: 'versionTag', value: 'literal: gold' },
    ],
    ['zeebe says deployment', '', ext('<zeebe:calledElement processId="q" bindingType="deployment"/>'), { kind: 'deployment' }],
    [
      'zeebe says version tag',
      '',
      ext('<zeebe:calledElement processId="q" bindingType="versionTag" versionTag="gold"/>'),
      { kind: 'versionTag', value: 'literal: gold' },
    ],
  ];
  for (const [when, attributes, inner, expected] of bindings) {
    it(`binds when ${when}`, () => expect(call(`${named} ${attributes}`, inner).binding).to.deep.equal(expected));
  }

  it('finds the version tag of a definition in camunda and zeebe', () => {
    const tagOf = (attributes: string, inner: string) =>
      processesOf(file(`<bpmn:process id="p" ${attributes}>${inner}<bpmn:startEvent id="s"/></bpmn:process>`))[0]?.model
        .versionTag;
    expect(tagOf('camunda:versionTag="gold"', '')).to.equal('gold');
    expect(tagOf('', ext('<zeebe:versionTag value="gold" />'))).to.equal('gold');
    expect(tagOf('', '')).to.equal(undefined);
  });

  const passes: readonly [when: string, attributes: string, inner: string, expected: object][] = [
    ['nothing is said: all in, all out', '', '', all],
    [
      'plain flags say no',
      'propagateAllParentVariables="false" propagateAllChildVariables="false"',
      '',
      { ...all, passesAllIn: false, passesAllOut: false },
    ],
    [
      'flags of a namespace say no',
      'fleans:propagateAllParentVariables="false" zeebe:propagateAllChildVariables="false"',
      '',
      { ...all, passesAllIn: false, passesAllOut: false },
    ],
    [
      'zeebe says no',
      '',
      ext('<zeebe:calledElement processId="q" propagateAllParentVariables="false" propagateAllChildVariables="false"/>'),
      { ...all, passesAllIn: false, passesAllOut: false },
    ],
    [
      'general mappings of any namespace are there: they come on top',
      '',
      ext(
        '<inputMapping source="a" target="b"/><fleans:InputMapping Source="=c" Target="d"/><fleans:outputMapping source="${e}" target="f"/>',
      ),
      {
        ...all,
        inputs: [
          { source: 'lenient: a', target: 'b' },
          { source: 'feel: c', target: 'd' },
        ],
        outputs: [{ source: 'juel: e', target: 'f' }],
      },
    ],
    [
      'camunda in and out are there: only what they say',
      '',
      ext(
        '<camunda:in source="a" target="b"/><camunda:in sourceExpression="${c + 1}" target="d"/><camunda:out source="e" target="f" local="true"/>',
      ),
      {
        passesAllIn: false,
        passesAllOut: false,
        inputs: [
          { source: 'lenient: a', target: 'b' },
          { source: 'juel: c + 1', target: 'd' },
        ],
        outputs: [{ source: 'lenient: e', target: 'f', local: true }],
      },
    ],
    [
      'camunda passes all that is local to the call',
      '',
      ext('<camunda:in variables="all" local="true"/><camunda:out variables="all" local="true"/>'),
      { ...all, passesAllIn: false, passesAllOut: false, passesLocalsIn: true, passesAllOutLocally: true },
    ],
    ['camunda passes all', '', ext('<camunda:in variables="all"/><camunda:out variables="all"/>'), all],
    [
      'camunda passes only the business key, which is ignored',
      '',
      ext('<camunda:in businessKey="#{execution.processBusinessKey}"/>'),
      { ...all, passesAllIn: false },
    ],
    [
      'zeebe has mappings: inputs on top, outputs instead',
      '',
      ext('<zeebe:ioMapping><zeebe:input source="=a" target="b"/><zeebe:output source="=c" target="d"/></zeebe:ioMapping>'),
      {
        passesAllIn: true,
        passesAllOut: false,
        inputs: [{ source: 'feel: a', target: 'b', earlier: 'layered' }],
        outputs: [{ source: 'feel: c', target: 'd', earlier: 'merged' }],
      },
    ],
    [
      'zeebe has outputs and the flag says yes',
      'propagateAllChildVariables="true"',
      ext('<zeebe:ioMapping><zeebe:output source="=c" target="d"/></zeebe:ioMapping>'),
      { ...all, outputs: [{ source: 'feel: c', target: 'd', earlier: 'merged' }] },
    ],
  ];
  for (const [when, attributes, inner, expected] of passes) {
    it(`passes variables as specified when ${when}`, () =>
      expect(call(`${named} ${attributes}`, inner).call).to.deep.equal(expected));
  }
});
