import type { TextLanguage } from '../../engine/model/model-texts.ts';
import { GROOVY_OPERATIONS } from './groovy-operations.ts';
import { JAVA_OPERATIONS, MVEL_OPERATIONS } from './java-operations.ts';
import { JUEL_OPERATIONS, OWN_JUEL_OPERATIONS } from './juel-operations.ts';
import { EARLIER_JUEL_OPERATIONS, LENIENT_OPERATIONS, type Operations } from './operations.ts';
import type { DialectRules } from './scope.ts';

const OPERATIONS: Readonly<Record<TextLanguage, Operations>> = {
  juel: JUEL_OPERATIONS,
  ownJuel: OWN_JUEL_OPERATIONS,
  groovy: GROOVY_OPERATIONS,
  mvel: MVEL_OPERATIONS,
  java: JAVA_OPERATIONS,
};

/** C#, Python and spreadsheets. */
const CAPITALS: ReadonlyMap<string, boolean> = new Map([
  ['True', true],
  ['TRUE', true],
  ['False', false],
  ['FALSE', false],
]);
const NO_WORDS: ReadonlyMap<string, boolean> = new Map();

/** Rules outside groups. In Groovy an undefined name is an error, as in other engines. */
export function rulesOf(language: TextLanguage | undefined): DialectRules {
  if (language === 'juel' || language === 'ownJuel') return groupRulesOf(language);
  const needsNames = language === 'groovy';
  const operations = language === undefined ? LENIENT_OPERATIONS : OPERATIONS[language];
  return { operations, language, hasNow: false, needsNames, words: needsNames ? NO_WORDS : CAPITALS };
}

/** An undefined name is an error, as in Camunda 7 (PropertyNotFoundException). */
export function groupRulesOf(language: TextLanguage | undefined): DialectRules {
  const operations = language === undefined ? EARLIER_JUEL_OPERATIONS : OPERATIONS[language];
  return { operations, language, hasNow: true, needsNames: true, words: NO_WORDS };
}
