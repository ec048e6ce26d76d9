import { ELEMENT_READERS } from '../../elements/registry.ts';
import { type PlacedWarning, quote, warningAt } from '../../finding.ts';
import { executedParts } from '../../validate/ignored-names.ts';
import type { WarningRule } from '../../validate/rule.ts';
import { extensionsOf, isFalse, splitAttributeKey, type XmlElement } from '../../xml/xml-element.ts';
import { Speller } from '../dialect-words.ts';
import { jbpm } from '../namespaces.ts';
import { entryExitScriptsOf } from './entry-exit-scripts.ts';
import { metaDataOf } from './jbpm.ts';

/** Supported or without effect, in lower case. */
const SILENT: ReadonlySet<string> = new Set([
  ...['packagename', 'version', 'metadata', 'processtype', 'taskname', 'priority', 'dtype'],
  ...['serviceimplementation', 'serviceinterface', 'serviceoperation'],
]);

/** Original spelling, to suggest corrections. */
const SPELLINGS: readonly string[] = [
  ...[
    'packageName',
    'version',
    'metaData',
    'processType',
    'taskName',
    'priority',
    'dtype',
    'waitForCompletion',
    'import',
    'global',
  ],
  ...['serviceimplementation', 'serviceinterface', 'serviceoperation', 'onEntry-script', 'onExit-script', 'ruleFlowGroup'],
];

/** Names with an effect in jBPM. */
const MEANING: ReadonlyMap<string, string> = new Map([
  ['import', 'is skipped, there is nothing to import'],
  ['global', 'is ignored, there are no global objects'],
  ['onentry-script', 'is not executed'],
  ['onexit-script', 'is not executed'],
  ['ruleflowgroup', 'is not executed, rules run elsewhere'],
  ['waitforcompletion', 'is ignored: the call waits'],
]);

/** jBPM and Kogito; once per element and name (docs/contributing/spec/validation.md#names-of-jbpm). */
export const jbpmNamesAreExecuted: WarningRule = function* (process, document) {
  const speller = new Speller();
  for (const { xml, elementId, tag = '' } of executedParts(process, document)) {
    yield* ignoredMetaData(xml, process.key, elementId);
    // the parser of activities supports non-empty scripts, or warns
    const scripts = ELEMENT_READERS.get(tag)?.category === 'activity' ? entryExitScriptsOf(xml) : [];
    for (const { local, what } of unread(xml)) {
      if (scripts.some((script) => script.xml.local === local)) continue;
      const meaning = MEANING.get(local.toLowerCase());
      yield warningAt(xml, process.key, {
        event: 'attribute-ignored',
        name: quote(local),
        text:
          meaning === undefined
            ? `${what} ${quote(local)} is ignored${speller.among(local, SPELLINGS)}`
            : `${quote(local)} ${meaning}`,
        ...(elementId === undefined ? {} : { elementId }),
      });
    }
  }
};

/** Values with an effect in jBPM. */
const META_DATA: ReadonlyMap<string, { readonly when: RegExp; readonly text: string }> = new Map([
  ['customSLADueDate', { when: /\S/, text: 'is ignored: no deadline is watched' }],
  ['customScope', { when: /^external$/, text: "'external' is ignored: the signal stays in this service" }],
  ['customAbortParent', { when: /^false$/i, text: "'false' is ignored: the caller fails with the called instance" }],
  ['case', { when: /^true$/i, text: 'is ignored: there are no cases' }],
  ['customCase', { when: /^true$/i, text: 'is ignored: there are no cases' }],
  ['customCaseIdPrefix', { when: /\S/, text: 'is ignored: there are no cases' }],
  ['customCaseRoles', { when: /\S/, text: 'is ignored: there are no cases' }],
  ['customActivationCondition', { when: /\S/, text: 'is ignored: the activity begins with its ad-hoc sub-process' }],
  ['customAsync', { when: /^true$/i, text: 'is ignored: the command continues to the next wait state' }],
  ['securityRoles', { when: /\S/, text: 'is ignored: the permissions of this service decide who starts an instance' }],
]);

/** Other names are notes of the author. */
function* ignoredMetaData(xml: XmlElement, processKey: string, elementId: string | undefined): Iterable<PlacedWarning> {
  for (const [name, { when, text }] of META_DATA) {
    const value = metaDataOf(xml, name);
    if (value === undefined || !when.test(value)) continue;
    yield warningAt(xml, processKey, {
      event: 'attribute-ignored',
      name,
      text: `metaData ${name} ${text}`,
      ...(elementId === undefined ? {} : { elementId }),
    });
  }
}

function unread(xml: XmlElement): Iterable<{ readonly local: string; readonly what: string }> {
  const found = new Map<string, { local: string; what: string }>();
  const add = (local: string, what: string) => {
    if (!SILENT.has(local.toLowerCase())) found.set(local, { local, what });
  };
  for (const [key, value] of xml.attributes) {
    const { uri, local } = splitAttributeKey(key);
    if (jbpm(uri) && !hasNoEffect(local, value)) add(local, 'attribute');
  }
  for (const { uri, local } of extensionsOf(xml)) if (jbpm(uri)) add(local, 'extension element');
  return found.values();
}

/** Disabled options, and `waitForCompletion` unless false: calls always wait. */
function hasNoEffect(local: string, value: string): boolean {
  return local.toLowerCase() === 'waitforcompletion' ? !isFalse(value) : isFalse(value);
}
