// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { elementIn, ext, NAMESPACES, warningsOf } from './samples.ts';

const MORE = [
  'xmlns:flowable="http://flowable.org/bpmn"',
  'xmlns:activiti="http://activiti.org/bpmn"',
  'xmlns:drools="http://www.jboss.org/drools"',
  'xmlns:acme="http://acme.example/bpmn"',
].join(' ');
/** A file with a start event in line 4 and one part in line 5. `others`: further namespaces. */
const model = (part: string, others = ''): string =>
  [
    `<bpmn:definitions ${NAMESPACES} ${MORE}`,
    others || 'exporter="x"',
    '><bpmn:process id="p" isExecutable="true">',
    '<bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="u"/>',
    part,
    '</bpmn:process></bpmn:definitions>',
  ].join('\n');
const userTask = (attributes: string, inner = ''): string =>
  model(`<bpmn:userTask id="u" ${attributes}>${inner}</bpmn:userTask>`);
const textsOf = (xml: string): string[] => warningsOf(xml).map(({ text }) => text);

describe('who may claim', () => {
  const rows = ['camunda', 'activiti', 'flowable', 'fleans', 'zeebe', 'legacy'].map((prefix) => `${prefix}:`);
  for (const prefix of [...rows, '']) {
    it(`is read from attributes of ${prefix || 'no namespace'}`, () => {
      const xml = userTask(`${prefix}assignee="ann" ${prefix}candidateUsers="bob, cid" ${prefix}candidateGroups="\${team}"`);
      const task = elementIn(xml, 'userTask', 'u');
      const sources = [task.assignee, ...task.candidateUsers, ...task.candidateGroups].map((text) => text?.source);
      expect(sources).to.deep.equal(['ann', 'bob', 'cid', 'team']);
      expect(textsOf(xml)).to.deep.equal([]);
    });
  }

  it('is read whatever the case of its letters', () => {
    const xml = userTask('Assignee="ann" candidateusers="bob"');
    expect(elementIn(xml, 'userTask', 'u').assignee?.source).to.equal('ann');
    expect(textsOf(xml)).to.deep.equal([]);
  });

  it('is read from the attribute of Camunda when two dialects name a user', () => {
    const task = elementIn(userTask('fleans:assignee="ann" camunda:assignee="bob"'), 'userTask', 'u');
    expect(task.assignee?.source).to.equal('bob');
  });
});

describe('work in the words of Flowable', () => {
  it('is an external task when its type is external-worker', () => {
    const xml = model('<bpmn:serviceTask id="u" flowable:type="external-worker" flowable:topic="pay"/>');
    expect(elementIn(xml, 'serviceTask', 'u').work).to.deep.include({ kind: 'typed' });
    expect(textsOf(xml)).to.deep.equal([]);
  });

  it('is named when it is not executed', () => {
    const xml = model('<bpmn:serviceTask id="u" flowable:class="a.B" flowable:async="true"/>');
    expect(textsOf(xml)).to.deep.equal(["serviceTask 'u': class is not executed; the task waits to be completed"]);
  });
});

describe('a misspelt name of a dialect', () => {
  const rows: readonly (readonly [xml: string, text: string])[] = [
    [userTask('camunda:candidateGroup="x"'), 'attribute candidateGroup is ignored; the nearest known name is candidateGroups'],
    [userTask('flowable:candidteUsers="x"'), 'attribute candidteUsers is ignored; the nearest known name is candidateUsers'],
    [userTask('activiti:asignee="x"'), 'attribute asignee is ignored; the nearest known name is assignee'],
    [userTask('camunda:asyncBefor="true"'), 'attribute asyncBefor is ignored; the nearest known name is asyncBefore'],
    [userTask('camunda:topic="x"'), 'attribute topic is ignored'],
    // names of other engines, however near they are to ours
    [userTask('', ext('<zeebe:taskHeaders/>')), 'extension element taskHeaders is ignored'],
    [userTask('flowable:candidateGroupsType="x"'), 'attribute candidateGroupsType is ignored'],
    [userTask('candidateGroup="x"'), 'attribute candidateGroup is ignored; the nearest known name is candidateGroups'],
    [userTask('asignee="x"'), 'attribute asignee is ignored; the nearest known name is assignee'],
    [userTask('camunda:whatever="x"'), 'attribute whatever is ignored'],
    [
      userTask('', ext('<zeebe:assignmentDefinition candidateGroup="x"/>')),
      'attribute candidateGroup of assignmentDefinition is ignored; the nearest known name is candidateGroups (line 5)',
    ],
    [
      userTask('', ext('\n<zeebe:assignmentDefintion candidateGroups="x"/>')),
      'extension element assignmentDefintion is ignored; the nearest known name is assignmentDefinition',
    ],
    [
      userTask('', ext('<zeebe:ioMapping>\n<zeebe:input source="=a" target="b" traget="c"/></zeebe:ioMapping>')),
      'attribute traget of ioMapping is ignored; the nearest known name is target (line 6)',
    ],
    [
      userTask('', ext('<zeebe:ioMapping><zeebe:inputs source="=a" target="b"/></zeebe:ioMapping>')),
      'element inputs of ioMapping is ignored; the nearest known name is input (line 5)',
    ],
    [
      userTask('', ext('<camunda:inputOutput><camunda:inputParamter name="a">b</camunda:inputParamter></camunda:inputOutput>')),
      'element inputParamter of inputOutput is ignored; the nearest known name is inputParameter (line 5)',
    ],
    [
      model(`<bpmn:serviceTask id="u">${ext('<zeebe:taskDefinition type="pay" retry="3"/>')}</bpmn:serviceTask>`).replaceAll(
        'userTask',
        'serviceTask',
      ),
      'attribute retry of taskDefinition is ignored; the nearest known name is retries (line 5)',
    ],
    [
      model(
        `<bpmn:callActivity id="u">${ext('<zeebe:calledElement processId="q" propagateAllChildVariable="false"/>')}</bpmn:callActivity>`,
      ),
      'attribute propagateAllChildVariable of calledElement is ignored; the nearest known name is propagateAllChildVariables (line 5)',
    ],
  ];
  for (const [xml, text] of rows) {
    it(`is reported: ${text}`, () => expect(textsOf(xml).map((told) => told.replace(/^\w+ 'u': /, ''))).to.deep.equal([text]));
  }

  it('is reported when it is a name of every object', () => {
    const inner = '<zeebe:ioMapping><zeebe:constructor/><zeebe:input source="=a" target="b" constructor="x"/></zeebe:ioMapping>';
    expect(textsOf(userTask('camunda:constructor="x"', ext(inner)))).to.have.length(3);
  });

  it('is reported on the subscription of a message', () => {
    const message = `<bpmn:message id="m" name="n">${ext('<zeebe:subscription corelationKey="=a"/>')}</bpmn:message>`;
    const xml = userTask('').replace('<bpmn:process ', `${message}<bpmn:process `);
    expect(textsOf(xml)).to.deep.equal([
      "message 'm': attribute corelationKey of subscription is ignored; the nearest known name is correlationKey (line 3)",
    ]);
  });

  it('shows what to do about an initiator', () => {
    const xml = userTask('camunda:assignee="${starter}"').replace('id="s"', 'id="s" camunda:initiator="starter"');
    expect(textsOf(xml)).to.deep.equal([
      "startEvent 's': initiator sets starter only where the caller is known; else give the variable starter at the start",
    ]);
  });
});

describe('a name of an unknown namespace', () => {
  it('is reported once with its element and line, and how often it comes again', () => {
    const xml = model(
      [
        `<bpmn:userTask id="u" acme:assignee="ann">${ext('<acme:rule who="x"/>')}</bpmn:userTask>`,
        '<bpmn:sequenceFlow id="g" sourceRef="u" targetRef="v" acme:weight="2"/>',
        '<bpmn:userTask id="v" acme:assignee="bob"><bpmn:multiInstanceLoopCharacteristics acme:limit="2"><bpmn:loopCardinality>2</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>',
      ].join('\n'),
    );
    expect(textsOf(xml)).to.deep.equal([
      "userTask 'u': attribute assignee of the unknown namespace http://acme.example/bpmn is ignored (line 5, and 1 more)",
      "userTask 'u': extension element rule of the unknown namespace http://acme.example/bpmn is ignored (line 5)",
      "sequenceFlow 'g': attribute weight of the unknown namespace http://acme.example/bpmn is ignored (line 6)",
      'multiInstanceLoopCharacteristics: attribute limit of the unknown namespace http://acme.example/bpmn is ignored (line 7)',
    ]);
  });

  it('is reported on the messages and errors of the file', () => {
    const xml = model('<bpmn:userTask id="u"/>').replace(
      '</bpmn:definitions>',
      '<bpmn:error id="e" acme:retry="1"/></bpmn:definitions>',
    );
    expect(textsOf(xml)).to.deep.equal([
      "error 'e': attribute retry of the unknown namespace http://acme.example/bpmn is ignored (line 6)",
    ]);
  });

  it('is reported when a known one is misspelt', () => {
    const xml = model('<bpmn:userTask id="u" c:assignee="ann"/>', 'xmlns:c="http://camunda.org/schema/1.0/bpnm"');
    expect(textsOf(xml)).to.deep.equal([
      "userTask 'u': attribute assignee of the unknown namespace http://camunda.org/schema/1.0/bpnm is ignored (line 5)",
    ]);
  });

  const TOOLS: readonly (readonly [tool: string, uri: string, attributes: string, inner: string])[] = [
    [
      'Signavio',
      'http://www.signavio.com',
      't:id="1"',
      '<t:signavioMetaData metaKey="bgcolor" metaValue="#fff"/><t:signavioLabel x="1"/>',
    ],
    ['bpmn.io colours', 'http://bpmn.io/schema/bpmn/biocolor/1.0', 't:stroke="#000"', ''],
    ['OMG colours', 'http://www.omg.org/spec/BPMN/non-normative/color/1.0', 't:background-color="#000"', ''],
    ['the Camunda Modeler', 'http://camunda.org/schema/modeler/1.0', 't:x="1"', ''],
    ['the Activiti Modeler', 'http://activiti.com/modeler', '', '<t:initiator-can-complete>false</t:initiator-can-complete>'],
    ['Flowable Design', 'http://flowable.org/design', 't:stencilid="x"', '<t:palette/>'],
    ['Bizagi', 'http://www.bizagi.com/bpmn20', '', '<t:BizagiExtensions/>'],
    ['Trisotech', 'http://www.trisotech.com/2015/triso/modeling', 't:x="1"', ''],
    ['Yaoqiang', 'http://bpmn.sourceforge.net', 't:style="x"', ''],
    ['the Eclipse modeler', 'http://www.eclipse.org/bpmn2/ext', '', '<t:style/>'],
    ['simulations', 'http://www.bpsim.org/schemas/2.0', '', '<t:ElementParameters/>'],
    ['XML Schema', 'http://www.w3.org/2001/XMLSchema-instance', 't:type="x"', ''],
    ['diagrams', 'http://www.omg.org/spec/BPMN/20100524/DI', 't:x="1"', ''],
  ];
  for (const [tool, uri, attributes, inner] of TOOLS) {
    it(`makes no noise when it belongs to ${tool}`, () => {
      const xml = model(`<bpmn:userTask id="u" ${attributes}>${ext(inner)}</bpmn:userTask>`, `xmlns:t="${uri}"`);
      expect(textsOf(xml)).to.deep.equal([]);
    });
  }

  it('makes no noise on lanes, data, texts and the diagram', () => {
    const xml = model(
      `<bpmn:laneSet id="l"><bpmn:lane id="l1" acme:x="1">${ext('<acme:y/>')}</bpmn:lane></bpmn:laneSet><bpmn:userTask id="u"><bpmn:documentation acme:x="1"/></bpmn:userTask><bpmn:textAnnotation id="a" acme:x="1"/><bpmn:dataObject id="d" acme:x="1"/>`,
    );
    expect(textsOf(xml)).to.deep.equal([]);
  });
});
