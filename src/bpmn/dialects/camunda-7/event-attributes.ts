import { dialectAttributeOf, extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { camunda } from '../namespaces.ts';

/** Variable for the user who starts the instance. */
export function initiatorOf(startEvent: XmlElement): string | undefined {
  return dialectAttributeOf(startEvent, camunda, 'initiator');
}

/** Filters of a conditional event definition, as written. */
export function conditionFilterOf(definition: XmlElement): Record<'variableName' | 'variableEvents', string | undefined> {
  return {
    variableName: dialectAttributeOf(definition, camunda, 'variableName'),
    variableEvents: dialectAttributeOf(definition, camunda, 'variableEvents'),
  };
}

/** Variables for the code and the message of a caught error. */
export function errorVariablesOf(definition: XmlElement): Record<'codeVariable' | 'messageVariable', string | undefined> {
  return {
    codeVariable: dialectAttributeOf(definition, camunda, 'errorCodeVariable'),
    messageVariable: dialectAttributeOf(definition, camunda, 'errorMessageVariable'),
  };
}

/** Variable for the code of a caught escalation. */
export function escalationVariableOf(definition: XmlElement): string | undefined {
  return dialectAttributeOf(definition, camunda, 'escalationCodeVariable');
}

/** Payload of a signal, and variables passed into a call. */
export function inMappingsOf(xml: XmlElement): XmlElement[] {
  return extensionsNamed(xml, camunda, 'in');
}
