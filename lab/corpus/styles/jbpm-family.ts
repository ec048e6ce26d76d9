import { escaped, type Moves, type Style, termText, testText } from './style.ts';

const JAVA = 'http://www.java.com/java';
const WORDS = { and: '&&', or: '||', equals: '==', quote: '"' };

/** Ids of data are unique in a file. */
let written = 0;

/** Data inputs and outputs with their associations, as jBPM's tools write them; constants are assigned. */
function data(constants: Readonly<Record<string, string>>, { into = {}, out = {} }: Moves): string {
  written += 1;
  const idOf = (kind: string, name: string) => `_${written}_${name}${kind}`;
  const inputs = [...Object.keys(constants), ...Object.values(into)];
  const outputs = Object.keys(out);
  const sets =
    `<P:inputSet>${inputs.map((name) => `<P:dataInputRefs>${idOf('InputX', name)}</P:dataInputRefs>`).join('')}</P:inputSet>` +
    `<P:outputSet>${outputs.map((name) => `<P:dataOutputRefs>${idOf('OutputX', name)}</P:dataOutputRefs>`).join('')}</P:outputSet>`;
  return [
    '<P:ioSpecification>',
    ...inputs.map((name) => `<P:dataInput id="${idOf('InputX', name)}" name="${name}"/>`),
    ...outputs.map((name) => `<P:dataOutput id="${idOf('OutputX', name)}" name="${name}"/>`),
    `${sets}</P:ioSpecification>`,
    ...Object.entries(constants).map(
      ([name, value]) =>
        `<P:dataInputAssociation><P:targetRef>${idOf('InputX', name)}</P:targetRef><P:assignment><P:from xsi:type="P:tFormalExpression">${value}</P:from><P:to xsi:type="P:tFormalExpression">${idOf('InputX', name)}</P:to></P:assignment></P:dataInputAssociation>`,
    ),
    ...Object.entries(into).map(
      ([source, name]) =>
        `<P:dataInputAssociation><P:sourceRef>${source}</P:sourceRef><P:targetRef>${idOf('InputX', name)}</P:targetRef></P:dataInputAssociation>`,
    ),
    ...Object.entries(out).map(
      ([name, target]) =>
        `<P:dataOutputAssociation><P:sourceRef>${idOf('OutputX', name)}</P:sourceRef><P:targetRef>${target}</P:targetRef></P:dataOutputAssociation>`,
    ),
  ].join('');
}

/** Data is moved between variables that the process declares. */
const VARIABLES = ['amount', 'number', 'parcel', 'price', 'cost', 'weight', 'items'];

function jbpmLike(name: string, header: string): Style {
  return {
    name,
    prefix: 'bpmn2:',
    header: `xmlns:bpmn2="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:drools="http://www.jboss.org/drools" ${header}`,
    process: ' drools:packageName="org.example" drools:version="1.0"',
    first: VARIABLES.map((name) => `<P:property id="${name}"/>`).join(''),
    condition: (test) => [
      ` xsi:type="bpmn2:tFormalExpression" language="${JAVA}"`,
      `<![CDATA[return ${testText(test, WORDS)};]]>`,
    ],
    script: (target, term) => [
      ` scriptFormat="${JAVA}"`,
      `<P:script>kcontext.setVariable("${target}", ${escaped(termText(term))});</P:script>`,
    ],
    person: ({ assignee, users, groups }) => {
      const written = { ActorId: assignee ?? users?.join(','), GroupId: groups?.join(',') };
      const constants = Object.entries(written).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return ['', data({ TaskName: 'work', Skippable: 'true', ...Object.fromEntries(constants) }, {})];
    },
    work: (type) => [` drools:taskName="${type}"`, ''],
    mapping: (moves) => ['', data({}, moves)],
    call: (key, moves) => [` calledElement="${key}" drools:waitForCompletion="true"`, moves === undefined ? '' : data({}, moves)],
    each: (list, item) => [
      '',
      `<P:loopDataInputRef>${list}</P:loopDataInputRef><P:inputDataItem id="item_${item}" name="${item}"/>`,
    ],
    times: (count) => ['', `<LOOP>${count}</LOOP>`],
  };
}

export const JBPM = jbpmLike(
  'jBPM',
  'exporter="jBPM Process Modeler" exporterVersion="2.0" typeLanguage="http://www.java.com/javaTypes" expressionLanguage="http://www.mvel.org/2.0"',
);
export const KOGITO = jbpmLike(
  'Kogito',
  'exporter="jBPM Process Modeler" exporterVersion="3.0" typeLanguage="http://www.java.com/javaTypes"',
);
