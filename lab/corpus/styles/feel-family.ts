import { escaped, type Style, type Term, termText, testText } from './style.ts';

const WORDS = { and: 'and', or: 'or', equals: '=', quote: '"' };

function zeebeLike(name: string, header: string): Style {
  const moved =
    (kind: string) =>
    ([source, target]: [string, string]) =>
      `<zeebe:${kind} source="=${escaped(source)}" target="${target}"/>`;
  const formula = (term: Term) => escaped(termText(term));
  return {
    name,
    prefix: 'bpmn:',
    header: `xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" ${header}`,
    process: '',
    condition: (test) => [' xsi:type="bpmn:tFormalExpression"', escaped(`=${testText(test, WORDS)}`)],
    script: (target, term) => ['', `<EXT><zeebe:script expression="=${formula(term)}" resultVariable="${target}"/></EXT>`],
    person: ({ assignee, users, groups }) => {
      const written = { assignee, candidateUsers: users?.join(','), candidateGroups: groups?.join(',') };
      const attributes = Object.entries(written).filter(([, value]) => value !== undefined);
      const definition = attributes.map(([key, value]) => ` ${key}="${value}"`).join('');
      return ['', `<EXT><zeebe:userTask/>${definition === '' ? '' : `<zeebe:assignmentDefinition${definition}/>`}</EXT>`];
    },
    work: (type) => ['', `<EXT><zeebe:taskDefinition type="${type}" retries="3"/></EXT>`],
    mapping: ({ into = {}, out = {} }) => [
      '',
      `<EXT><zeebe:ioMapping>${Object.entries(into).map(moved('input')).join('')}${Object.entries(out).map(moved('output')).join('')}</zeebe:ioMapping></EXT>`,
    ],
    call: (key, moves) => {
      const called = `<zeebe:calledElement processId="${key}"${moves === undefined ? ' propagateAllChildVariables="true"' : ''}/>`;
      const { into = {}, out = {} } = moves ?? {};
      const mapping = `${Object.entries(into).map(moved('input')).join('')}${Object.entries(out).map(moved('output')).join('')}`;
      return ['', `<EXT>${called}${mapping === '' ? '' : `<zeebe:ioMapping>${mapping}</zeebe:ioMapping>`}</EXT>`];
    },
    correlation: (variable) => ({ root: `<EXT><zeebe:subscription correlationKey="=${variable}"/></EXT>`, waiting: '' }),
    each: (list, item) => [
      '',
      `<P:extensionElements><zeebe:loopCharacteristics inputCollection="=${list}" inputElement="${item}"/></P:extensionElements>`,
    ],
    times: (count) => [
      '',
      `<P:extensionElements><zeebe:loopCharacteristics inputCollection="=for i in 1..${count} return i" inputElement="i"/></P:extensionElements>`,
    ],
    collect: (list, item, from, into) => [
      '',
      `<P:extensionElements><zeebe:loopCharacteristics inputCollection="=${list}" inputElement="${item}" outputCollection="${into}" outputElement="=${from}"/></P:extensionElements>`,
    ],
  };
}

export const CAMUNDA_8 = zeebeLike(
  'Camunda 8',
  'xmlns:modeler="http://camunda.org/schema/modeler/1.0" exporter="Camunda Modeler" exporterVersion="5.30.0" modeler:executionPlatform="Camunda Cloud" modeler:executionPlatformVersion="8.6.0"',
);
export const ZEEBE_TOOLS = zeebeLike('Zeebe without a platform', 'exporter="zbctl" exporterVersion="1.0"');
