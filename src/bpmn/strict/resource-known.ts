import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const ROLES: readonly string[] = ['resourceRole', 'performer', 'humanPerformer', 'potentialOwner'];
const RESOURCE: ReadonlySet<string> = new Set(['resource']);

/** A referenced resource exists. */
export const resourceKnown: StandardRule = {
  name: 'resource-known',
  clause: '10.3.1',
  check: eachElement(ROLES, (xml, document) => referenceFaults(xml, 'resourceRef', RESOURCE, document)),
};
