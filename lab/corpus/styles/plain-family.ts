import { escaped, type Person, type Style, termText, testText, type Written } from './style.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const WORDS = { and: '&&', or: '||', equals: '==', quote: '"' };

/** `humanPerformer` and `potentialOwner` of BPMN itself. */
function owners({ assignee, users = [], groups = [] }: Person): Written {
  const who = (kind: string, text: string) =>
    `<P:${kind}><P:resourceAssignmentExpression><P:formalExpression>${text}</P:formalExpression></P:resourceAssignmentExpression></P:${kind}>`;
  const candidates = [...users.map((user) => `user(${user})`), ...groups.map((group) => `group(${group})`)].join(', ');
  return [
    '',
    `${assignee === undefined ? '' : who('humanPerformer', assignee)}${candidates === '' ? '' : who('potentialOwner', candidates)}`,
  ];
}

/** BPMN with nothing added: what bpmn.io and other drawing tools write. */
export const PLAIN: Style = {
  name: 'bpmn.io',
  prefix: '',
  header: `xmlns="${BPMN}" ${XSI} exporter="bpmn-js (https://demo.bpmn.io)" exporterVersion="17.0.0"`,
  process: '',
  condition: (test) => [' xsi:type="tFormalExpression"', escaped(testText(test, WORDS))],
  script: (target, term) => ['', `<P:script>${target} = ${escaped(termText(term))};</P:script>`],
  person: owners,
  work: (type) => [` type="${type}"`, ''],
  call: (key) => [` calledElement="${key}"`, ''],
  each: (list, item) => [` collection="${list}" elementVariable="${item}"`, ''],
  times: (count) => ['', `<LOOP>${count}</LOOP>`],
};

/** The reference's own dialect. */
export const FLEANS: Style = {
  ...PLAIN,
  name: 'Fleans',
  prefix: 'bpmn:',
  header: `xmlns:bpmn="${BPMN}" ${XSI} xmlns:fleans="https://fleans.io/schema/bpmn/1.0"`,
  condition: (test) => [' xsi:type="bpmn:tFormalExpression"', escaped(testText(test, WORDS))],
  script: (target, term) => [' scriptFormat="csharp"', `<P:script>_context.${target} = ${escaped(termText(term))}</P:script>`],
  person: ({ assignee, users, groups }) => {
    const written = { assignee, candidateUsers: users?.join(','), candidateGroups: groups?.join(',') };
    const attributes = Object.entries(written).filter(([, value]) => value !== undefined);
    return ['', `<EXT><fleans:assignmentDefinition${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}/></EXT>`];
  },
  work: (type) => ['', `<EXT><fleans:taskDefinition type="${type}"/></EXT>`],
  correlation: (variable) => ({ root: `<EXT><fleans:subscription correlationKey="= ${variable}"/></EXT>`, waiting: '' }),
  each: (list, item) => [` fleans:collection="${list}" fleans:elementVariable="${item}"`, ''],
  collect: (list, item, from, into) => [
    ` fleans:collection="${list}" fleans:elementVariable="${item}" fleans:outputCollection="${into}" fleans:outputElement="${from}"`,
    '',
  ],
};
