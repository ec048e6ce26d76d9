import type { ReadContext } from '../../elements/element-reader.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { camunda, flowable, zeebe } from '../namespaces.ts';

/** Variable for the user who starts the instance. */
export function initiatorOf(startEvent: XmlElement): string | undefined {
  return dialectAttributeOf(startEvent, camunda, 'initiator');
}

/** Filter as written: attributes of Camunda 7, or `conditionalFilter` of Camunda 8. */
export function conditionFilterOf(
  definition: XmlElement,
  { followsDialects }: ReadContext,
): Record<'variableName' | 'variableNames' | 'variableEvents', string | undefined> {
  const [filter] = followsDialects ? extensionsNamed(definition, zeebe, 'conditionalFilter') : [];
  const inFilter = (name: string) => (filter === undefined ? undefined : attributeOf(filter, name));
  return {
    variableName: dialectAttributeOf(definition, camunda, 'variableName'),
    variableNames: inFilter('variableNames'),
    variableEvents: dialectAttributeOf(definition, camunda, 'variableEvents') ?? inFilter('variableEvents'),
  };
}

/** Variables of a caught error. Flowable calls the code `errorVariableName`. */
export function errorVariablesOf(
  definition: XmlElement,
  { followsDialects }: ReadContext,
): Record<'codeVariable' | 'messageVariable', string | undefined> {
  const ofFlowable = followsDialects ? dialectAttributeOf(definition, flowable, 'errorVariableName') : undefined;
  return {
    codeVariable: dialectAttributeOf(definition, camunda, 'errorCodeVariable') ?? ofFlowable,
    messageVariable: dialectAttributeOf(definition, camunda, 'errorMessageVariable'),
  };
}

/** Variable for the code. */
export function escalationVariableOf(definition: XmlElement): string | undefined {
  return dialectAttributeOf(definition, camunda, 'escalationCodeVariable');
}

/** Variables of a signal, or of a call. */
export function inMappingsOf(xml: XmlElement): XmlElement[] {
  return extensionsNamed(xml, camunda, 'in');
}
