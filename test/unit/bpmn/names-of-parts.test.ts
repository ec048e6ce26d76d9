// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { SILENT } from '../../../src/bpmn/dialects/dialect-words.ts';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

const NAMESPACES = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  flowable: 'http://flowable.org/bpmn',
  drools: 'http://www.jboss.org/drools',
} as const;
type Prefix = keyof typeof NAMESPACES;

/** Parts of a process, with `@` where attributes are added and `#` where extension elements are. */
const PARTS: Readonly<Record<string, string>> = {
  userTask: '<userTask id="a" @>#</userTask>',
  callActivity: '<callActivity id="a" calledElement="q" @>#</callActivity>',
  subProcess: '<subProcess id="a" @>#<startEvent id="t" /></subProcess>',
  exclusiveGateway: '<exclusiveGateway id="a" @>#</exclusiveGateway>',
  endEvent: '<endEvent id="a" @>#</endEvent>',
  intermediateThrowEvent: '<intermediateThrowEvent id="a" @>#</intermediateThrowEvent>',
  timer:
    '<intermediateCatchEvent id="a"><timerEventDefinition @>#<timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>',
  message:
    '<intermediateCatchEvent id="a"><messageEventDefinition messageRef="M" @>#</messageEventDefinition></intermediateCatchEvent>',
  signal:
    '<intermediateThrowEvent id="a"><signalEventDefinition signalRef="S" @>#</signalEventDefinition></intermediateThrowEvent>',
  terminate: '<endEvent id="a"><terminateEventDefinition @>#</terminateEventDefinition></endEvent>',
  loop: '<userTask id="a"><multiInstanceLoopCharacteristics @>#<loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
  standardLoop: '<userTask id="a"><standardLoopCharacteristics loopMaximum="2" @>#</standardLoopCharacteristics></userTask>',
};

/** `root`: extension elements of the signal. */
function fileOf(prefix: Prefix, part: string, { attributes = '', elements = '', root = '', ofProcess = '' }): string {
  const within = (text: string) => (text === '' ? '' : `<extensionElements>${text}</extensionElements>`);
  const written = (PARTS[part] ?? '').replace('@', attributes).replace('#', within(elements));
  const signal = `<message id="M" name="m" /><signal id="S" name="s">${within(root)}</signal>`;
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t" xmlns:${prefix}="${NAMESPACES[prefix]}">${signal}<process id="p" isExecutable="true">${ofProcess}<startEvent id="s" />${written}<sequenceFlow id="f" sourceRef="s" targetRef="a" /></process></definitions>`;
}

/** Models and warnings, or the refusal. */
function meaningOf(file: string): string {
  const parsed = parseDefinitions(file);
  if (!parsed.ok) return `refused: ${parsed.findings.map(({ text }) => text).join()}`;
  const text = (key: string, value: unknown) => (key === 'place' ? undefined : value instanceof Map ? [...value] : value);
  return JSON.stringify([parsed.processes, parsed.warnings], text);
}

/** Names of attributes that the modeler of an engine writes on elements of BPMN. */
function attributesOf(vocabulary: string): readonly string[] {
  const { types } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(vocabulary), 'utf8')) as {
    types: { extends?: string[]; properties?: { name: string; isAttr?: boolean }[] }[];
  };
  const found = types.filter((type) => type.extends !== undefined).flatMap(({ properties = [] }) => properties);
  return [...new Set(found.filter(({ isAttr }) => isAttr === true).map(({ name }) => name.replace(/^\w+:/, '')))];
}

/** They add to another attribute, and mean nothing without it. */
const DEPENDENT: ReadonlySet<string> = new Set(['callActivity calledElementVersion', 'callActivity calledElementVersionTag']);

describe('a name that is read on another part of the file (docs/contributing/spec/validation.md#unknown-extensions)', () => {
  // slow: reads a model for each attribute and element
  for (const [prefix, vocabulary] of [
    ['camunda', 'camunda-bpmn-moddle/resources/camunda.json'],
    ['zeebe', 'zeebe-bpmn-moddle/resources/zeebe.json'],
  ] as const)
    it(`is read or causes a warning when it is an attribute of ${prefix}`, () => {
      const silent: string[] = [];
      for (const part of Object.keys(PARTS)) {
        const without = meaningOf(fileOf(prefix, part, {}));
        expect(without, part).not.to.match(/^refused/);
        for (const name of attributesOf(vocabulary)) {
          if (SILENT.has(name.toLowerCase()) || DEPENDENT.has(`${part} ${name}`)) continue;
          const isHeard = ['zz9', 'true'].some((value) => {
            return meaningOf(fileOf(prefix, part, { attributes: `${prefix}:${name}="${value}"` })) !== without;
          });
          if (!isHeard) silent.push(`${part} ${name}`);
        }
      }
      expect(silent).to.deep.equal([]);
    });

  for (const [prefix, part, element] of [
    ['zeebe', 'endEvent', '<zeebe:taskDefinition type="x" />'],
    ['zeebe', 'message', '<zeebe:ioMapping><zeebe:output source="=x" target="y" /></zeebe:ioMapping>'],
    ['zeebe', 'userTask', '<zeebe:loopCharacteristics inputCollection="=x" />'],
    ['zeebe', 'standardLoop', '<zeebe:assignmentDefinition assignee="x" />'],
    ['flowable', 'loop', '<flowable:collection class="x" />'],
    ['flowable', 'terminate', '<flowable:terminateAll>true</flowable:terminateAll>'],
    ['flowable', 'intermediateThrowEvent', '<flowable:in source="a" target="b" />'],
  ] as const)
    it(`causes a warning when it is ${element} of ${part}`, () => {
      const name = /:(\w+)/.exec(element)?.[1] ?? '';
      expect(meaningOf(fileOf(prefix, part, { elements: element }))).to.contain(`extension element ${name} is ignored`);
    });

  it('causes a warning when it is an extension element of a signal', () => {
    const file = fileOf('zeebe', 'signal', { root: '<zeebe:subscription correlationKey="=x" />' });
    expect(meaningOf(file)).to.contain('extension element subscription is ignored');
  });
});

describe('metadata of jBPM (docs/contributing/spec/validation.md#names-of-jbpm)', () => {
  const metaData = (name: string, value: string) =>
    `<drools:metaData name="${name}"><drools:metaValue>${value}</drools:metaValue></drools:metaData>`;
  for (const [name, value, text] of [
    ['customSLADueDate', '1h', 'metaData customSLADueDate is ignored: no deadline is watched'],
    ['customScope', 'external', "metaData customScope 'external' is ignored: the signal stays in this service"],
    ['customAbortParent', 'false', "metaData customAbortParent 'false' is ignored: the caller fails with the called instance"],
    ['customCase', 'true', 'metaData customCase is ignored: there are no cases'],
    ['customCaseIdPrefix', 'HR', 'metaData customCaseIdPrefix is ignored: there are no cases'],
    [
      'customActivationCondition',
      'ready',
      'metaData customActivationCondition is ignored: the activity begins with its ad-hoc sub-process',
    ],
    ['customAsync', 'true', 'metaData customAsync is ignored: the command continues to the next wait state'],
    ['securityRoles', 'hr', 'metaData securityRoles is ignored: the permissions of this service decide who starts an instance'],
  ] as const)
    it(`causes a warning when it is ${name} with the value ${value}`, () => {
      expect(meaningOf(fileOf('drools', 'callActivity', { elements: metaData(name, value) }))).to.contain(text);
    });

  for (const [name, value] of [
    ['elementname', 'Call'],
    ['customDescription', 'a call'],
    ['customAsync', 'false'],
    ['customCase', 'false'],
    ['customScope', 'project'],
    ['note', 'of the author'],
  ] as const)
    it(`has no warning when it is ${name} with the value ${value}`, () => {
      const file = fileOf('drools', 'callActivity', { elements: metaData(name, value) });
      expect(meaningOf(file)).to.equal(meaningOf(fileOf('drools', 'callActivity', {})));
    });
});
