import { escaped, type Moves, type Person, type Style, type Term, type Test, termText, testText, type Written } from './style.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const WORDS = { and: '&&', or: '||', equals: '==', quote: "'" };

function juel(text: string): string {
  return `\${${text}}`;
}

/** Common parts of Camunda 7, Operaton, Flowable and Activiti. `ns`: the prefix of their extensions. */
function family(ns: string): Omit<Style, 'name' | 'prefix' | 'header' | 'process' | 'work' | 'mapping' | 'call'> & {
  readonly people: (person: Person) => string;
} {
  const people = ({ assignee, users, groups }: Person) =>
    [
      ...(assignee === undefined ? [] : [` ${ns}:assignee="${assignee}"`]),
      ...(users === undefined ? [] : [` ${ns}:candidateUsers="${users.join(',')}"`]),
      ...(groups === undefined ? [] : [` ${ns}:candidateGroups="${groups.join(', ')}"`]),
    ].join('');
  return {
    people,
    condition: (test: Test): Written => [' xsi:type="P:tFormalExpression"', `<![CDATA[${juel(testText(test, WORDS))}]]>`],
    script: (target: string, term: Term): Written => [
      ' scriptFormat="groovy"',
      `<P:script>execution.setVariable("${target}", ${escaped(termText(term))})</P:script>`,
    ],
    person: (person: Person): Written => [people(person), ''],
    each: (list: string, item: string): Written => [` ${ns}:collection="${list}" ${ns}:elementVariable="${item}"`, ''],
    times: (count: number): Written => ['', `<LOOP>${count}</LOOP>`],
  };
}

function callMoves(ns: string, { into = {}, out = {} }: Moves): string {
  const ins = Object.entries(into).map(([source, target]) => `<${ns}:in source="${source}" target="${target}"/>`);
  const outs = Object.entries(out).map(([source, target]) => `<${ns}:out source="${source}" target="${target}"/>`);
  return `<EXT>${[...ins, ...outs].join('')}</EXT>`;
}

function camundaLike(name: string, ns: string, uri: string, platform: string, prefix: string): Style {
  const parameter =
    (kind: string) =>
    ([source, target]: [string, string]) =>
      `<${ns}:${kind}Parameter name="${target}">${juel(source)}</${ns}:${kind}Parameter>`;
  const { people: _, ...shared } = family(ns);
  return {
    ...shared,
    name,
    prefix,
    header: `xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${BPMN}" ${XSI} xmlns:${ns}="${uri}" xmlns:modeler="http://camunda.org/schema/modeler/1.0" exporter="${name} Modeler" exporterVersion="5.30.0" modeler:executionPlatform="${platform}" modeler:executionPlatformVersion="7.21.0"`,
    process: ` ${ns}:historyTimeToLive="30"`,
    work: (type) => [` ${ns}:type="external" ${ns}:topic="${type}"`, ''],
    mapping: ({ into = {}, out = {} }) => [
      '',
      `<EXT><${ns}:inputOutput>${Object.entries(into).map(parameter('input')).join('')}${Object.entries(out).map(parameter('output')).join('')}</${ns}:inputOutput></EXT>`,
    ],
    call: (key, moves) => [
      ` calledElement="${key}"`,
      moves === undefined ? `<EXT><${ns}:in variables="all"/><${ns}:out variables="all"/></EXT>` : callMoves(ns, moves),
    ],
  };
}

function flowableLike(name: string, ns: string, uri: string): Style {
  const { people, ...shared } = family(ns);
  return {
    ...shared,
    name,
    prefix: '',
    header: `xmlns="${BPMN}" ${XSI} xmlns:${ns}="${uri}" typeLanguage="http://www.w3.org/2001/XMLSchema" expressionLanguage="http://www.w3.org/1999/XPath" exporter="${name} Open Source Modeler"`,
    process: '',
    person: (person) => [`${people(person)} ${ns}:formFieldValidation="true"`, ''],
    work: (type) =>
      ns === 'flowable'
        ? [` ${ns}:type="external-worker" ${ns}:topic="${type}"`, '']
        : [` ${ns}:class="org.example.${type}"`, ''],
    call: (key, moves = {}) => [` calledElement="${key}"`, callMoves(ns, moves)],
  };
}

export const CAMUNDA_7 = camundaLike('Camunda', 'camunda', 'http://camunda.org/schema/1.0/bpmn', 'Camunda Platform', 'bpmn:');
export const OPERATON = camundaLike('Operaton', 'operaton', 'http://operaton.org/schema/1.0/bpmn', 'Operaton', 'bpmn2:');
export const FLOWABLE = flowableLike('Flowable', 'flowable', 'http://flowable.org/bpmn');
export const ACTIVITI = flowableLike('Activiti', 'activiti', 'http://activiti.org/bpmn');
