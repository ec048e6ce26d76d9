import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const OWNERS: readonly string[] = ['serviceTask', 'sendTask', 'receiveTask', 'messageEventDefinition'];
const OPERATION: ReadonlySet<string> = new Set(['operation']);

/** A referenced operation is in an interface of the file. */
export const operationKnown: StandardRule = {
  name: 'operation-known',
  clause: '8.5.3',
  check: eachElement(OWNERS, (xml, document) => referenceFaults(xml, 'operationRef', OPERATION, document)),
};
