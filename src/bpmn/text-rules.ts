import { EARLIER_RULES, OWN_RULES, type TextRules } from '../expressions/deploy.ts';
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
