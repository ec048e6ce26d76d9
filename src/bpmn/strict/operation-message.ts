import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import { elementNamed, referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

const OPERATION: ReadonlySet<string> = new Set(['operation']);
const MESSAGE: ReadonlySet<string> = new Set(['message']);

/** A send or receive task references the input message of its operation. */
export const operationMessage: StandardRule = {
  name: 'operation-message',
  clause: '10.3.3',
  check: eachNode(({ tag, xml }, document) => {
    if (tag !== 'sendTask' && tag !== 'receiveTask') return undefined;
    const [written, reference] = [attributeOf(xml, 'messageRef'), attributeOf(xml, 'operationRef')];
    const operation = reference === undefined ? undefined : elementNamed(reference, OPERATION, document);
    const [taken] = operation === undefined ? [] : referencesOf(operation, 'inMessageRef');
    if (written === undefined || taken === undefined) return undefined;
    if (elementNamed(written, MESSAGE, document) === elementNamed(taken, MESSAGE, document)) return undefined;
    return `messageRef '${quote(written)}' is not the inMessageRef '${quote(taken)}' of operation '${quote(reference ?? '')}'`;
  }),
};
