import type { DecisionCall } from '../engine/model.ts';
import { fieldsOf } from './job-details.ts';
import { anyDialect, camunda, zeebe } from './namespaces.ts';
import { dialectAttributeOf, extensionsNamed, type XmlElement } from './xml-element.ts';

/** Longest id or tag of a decision that can be deployed separately. */
const MAX_LENGTH = 255;

/** Decision reference of a task. Undefined if it is an expression or bound to the own deployment. */
export function calledOn(xml: XmlElement): DecisionCall | undefined {
  const written = zeebeCall(xml) ?? camundaCall(xml) ?? flowableCall(xml);
  if (written === undefined) return undefined;
  const { key, binding = 'latest', version, versionTag } = written;
  if (binding === 'latest') return callOf(key, 'latest', '');
  if (binding === 'version') return callOf(key, 'version', version?.replace(/^0+(?=\d)/, ''));
  return binding === 'versionTag' ? callOf(key, 'versionTag', versionTag) : undefined;
}

interface WrittenCall {
  readonly key: string;
  readonly binding?: string | undefined;
  readonly version?: string | undefined;
  readonly versionTag?: string | undefined;
}

function callOf(key: string, binding: DecisionCall['binding'], value: string | undefined): DecisionCall | undefined {
  if (value === undefined || ![key, value].every((text) => isPlain(text) && text.length <= MAX_LENGTH)) return undefined;
  return Object.freeze({ key, binding, value });
}

function isPlain(text: string): boolean {
  return !text.startsWith('=') && !/[$#]\{/.test(text);
}

function zeebeCall(xml: XmlElement): WrittenCall | undefined {
  const [called] = extensionsNamed(xml, zeebe, 'calledDecision');
  if (called === undefined) return undefined;
  const of = (name: string) => dialectAttributeOf(called, anyDialect, name);
  const key = of('decisionId');
  return key === undefined ? undefined : { key, binding: of('bindingType'), versionTag: of('versionTag') };
}

function camundaCall(xml: XmlElement): WrittenCall | undefined {
  const of = (name: string) => dialectAttributeOf(xml, camunda, name);
  const key = of('decisionRef');
  if (key === undefined) return undefined;
  const versionTag = of('decisionRefVersionTag');
  return { key, binding: of('decisionRefBinding'), version: of('decisionRefVersion'), versionTag };
}

/** Flowable falls back to the latest decision if the deployment has none, regardless of `sameDeployment`. */
function flowableCall(xml: XmlElement): WrittenCall | undefined {
  if (dialectAttributeOf(xml, camunda, 'type') !== 'dmn') return undefined;
  const fields = new Map([...fieldsOf(xml)].map(({ name, text }) => [name, text]));
  const key = (fields.get('decisionTableReferenceKey') ?? fields.get('decisionServiceReferenceKey'))?.trim();
  return key ? { key } : undefined;
}
