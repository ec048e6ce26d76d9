import { EARLIER_RULES, OWN_RULES, type ReadScript, readScript, type TextRules } from '../expressions/deploy.ts';
import type { DocumentDraft } from './draft.ts';

/**
 * Language rules for the expressions of a file, by its target platform (docs/contributing/spec/expressions.md#languages-of-other-engines).
 * @param followsDialects false for versions stored by older releases
 */
export function textRulesOf({ platform, isMadeForJbpm }: DocumentDraft, followsDialects: boolean): TextRules {
  if (!followsDialects) return EARLIER_RULES;
  if (platform === 'Camunda 7' || platform === 'Flowable')
    return { groups: 'juel', followsLanguages: true, storesAssigned: false };
  return isMadeForJbpm ? { groups: 'mvel', followsLanguages: true, storesAssigned: false } : OWN_RULES;
}

/** Like `readScript`. */
export type ScriptReader = (source: string, format: string | undefined, resultVariable: string | undefined) => ReadScript;

/** Creates a reader that caches each source per format: many elements may share a script. */
export function scriptReader(rules: TextRules): ScriptReader {
  const readings = new Map<string, Map<string, ReadScript>>();
  return (source, format, resultVariable) => {
    const ofSource = readings.get(source) ?? new Map<string, ReadScript>();
    readings.set(source, ofSource);
    const language = (format ?? '').trim().toLowerCase();
    const reading = ofSource.get(language) ?? readScript(source, format, undefined, rules);
    ofSource.set(language, reading);
    return reading.ok && resultVariable !== undefined ? { ...reading, script: { ...reading.script, resultVariable } } : reading;
  };
}
