import type { MultiInstanceModel, ThrowDefinition, UserTaskModel } from '../../../engine/model.ts';
import type { NodeDraft } from '../../draft.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../../finding.ts';
import { dialectAttributeOf, isTrue, type XmlElement } from '../../xml/xml-element.ts';
import { metaDataOf } from '../jbpm/jbpm.ts';
import { isMappingTarget } from '../mapping-sources.ts';
import { camunda, flowable } from '../namespaces.ts';

/** Adds `endDate` to an interval from now. Else warns and ignores it. */
export function withEndDate(node: NodeDraft, xml: XmlElement, context: ReadContext): string {
  const end = context.followsDialects ? dialectAttributeOf(xml, flowable, 'endDate')?.trim() : undefined;
  if (end === undefined || end === '') return xml.text;
  if (/^\s*R\d*\/P[^/]*$/.test(xml.text)) return `${xml.text.trim()}/${end}`;
  const text = `attribute endDate of ${xml.local} is ignored (line ${xml.place.line})`;
  context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', name: 'endDate', text }));
  return xml.text;
}

/** It may end the whole instance; refuses to end a whole loop. */
export function terminateOf(node: NodeDraft, definition: XmlElement, context: ReadContext): ThrowDefinition {
  const has = (name: string) => context.followsDialects && isTrue(dialectAttributeOf(definition, flowable, name));
  if (has('terminateMultiInstance')) context.refuse(findingAt(node.xml, 'terminateMultiInstance is not supported'));
  return { kind: 'terminate', ...(has('terminateAll') ? { isOfInstance: true } : {}) };
}

/** Allows only `false`. */
export function refuseOfFlowable(xml: XmlElement, names: readonly string[], context: ReadContext): void {
  for (const name of context.followsDialects ? names : []) {
    const value = dialectAttributeOf(xml, flowable, name);
    if (value === undefined || value.toLowerCase() === 'false') continue;
    context.refuse(findingAt(xml, `attribute ${name} of Flowable is not supported`));
  }
}

/** Reads the scope of the signal, or in jBPM of the event (docs/contributing/spec/waiting.md#signal-scope). */
export function staysInside({ xml }: NodeDraft, signal: XmlElement, context: ReadContext): boolean {
  if (!context.followsDialects) return false;
  return [dialectAttributeOf(signal, camunda, 'scope'), metaDataOf(xml, 'customScope')].includes('processInstance');
}

export function indexVariableOf(xml: XmlElement, { followsDialects }: ReadContext): Pick<MultiInstanceModel, 'indexVariable'> {
  const indexVariable = followsDialects ? dialectAttributeOf(xml, flowable, 'elementIndexVariable') : undefined;
  return indexVariable === undefined ? {} : { indexVariable };
}

/** Variables for the task id, and for the user who completes the task. */
export function taskVariablesOf(xml: XmlElement, context: ReadContext): Pick<UserTaskModel, 'idVariable' | 'completerVariable'> {
  const idVariable = variableOf(xml, 'taskIdVariableName', context);
  const completerVariable = variableOf(xml, 'taskCompleterVariableName', context);
  return {
    ...(idVariable === undefined ? {} : { idVariable }),
    ...(completerVariable === undefined ? {} : { completerVariable }),
  };
}

/** Refuses other content than a name. */
function variableOf(xml: XmlElement, attribute: string, context: ReadContext): string | undefined {
  const name = context.followsDialects ? dialectAttributeOf(xml, flowable, attribute)?.trim() : undefined;
  if (name === undefined || name === '') return undefined;
  if (isMappingTarget(name, { allowsPath: false, isOutput: true })) return name;
  context.refuse(findingAt(xml, `${attribute} '${quote(name)}' must be a name of letters, digits and _`));
  return undefined;
}
