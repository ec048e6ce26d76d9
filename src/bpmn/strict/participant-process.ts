import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const PROCESS: ReadonlySet<string> = new Set(['process']);

/** A participant references a process of the file. */
export const participantProcess: StandardRule = {
  name: 'participant-process',
  clause: '9.3',
  check: eachElement(['participant'], (xml, document) => referenceFaults(xml, 'processRef', PROCESS, document)),
};
