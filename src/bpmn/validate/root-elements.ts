import { findingAt } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { DocumentRule } from './rule.ts';

/** Messages, signals and escalations have ids; messages and signals have names (docs/spec/validation.md#root-element-names). */
export const rootElementsAreNamed: DocumentRule = function* (document) {
  for (const xml of document.rootElements) {
    const isNamed = xml.local === 'message' || xml.local === 'signal';
    if (!isNamed && xml.local !== 'escalation') continue;
    if (attributeOf(xml, 'id') === undefined) yield findingAt(xml, 'id is required');
    else if (isNamed && attributeOf(xml, 'name') === undefined) yield findingAt(xml, 'name is required');
  }
};
