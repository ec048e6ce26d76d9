import type { DocumentDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import type { Finding, PlacedWarning } from '../finding.ts';
import { attributeOf } from '../xml/xml-element.ts';
import { ACTIVITY_RULES, COMPENSATION_RULES } from './activity-rules.ts';
import { COLLABORATION_RULES } from './collaboration-rules.ts';
import { EVENT_RULES, START_AND_END_RULES } from './event-rules.ts';
import { DATA_RULES, FILE_RULES } from './file-rules.ts';
import { FLOW_RULES, GATEWAY_RULES } from './flow-rules.ts';
import { eachNode, referencesOf, type StandardRule } from './rule-iterators.ts';

/** Optional in the standard, required by a setting (docs/contributing/spec/validation.md#required-references). */
export const REQUIRED_REFERENCES = {
  messageRef: [
    {
      name: 'message-event-reference',
      clause: '10.5.5',
      check: eachNode((node, document) =>
        eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
          kind === 'message' && attributeOf(xml, 'messageRef') === undefined ? ['message event has no messageRef'] : [],
        ),
      ),
    },
    // A send or receive task references a message.
    {
      name: 'message-task-reference',
      clause: '10.3.3',
      check: eachNode(({ tag, xml }) => {
        if (tag !== 'sendTask' && tag !== 'receiveTask') return undefined;
        return attributeOf(xml, 'messageRef') === undefined ? `${tag} has no messageRef` : undefined;
      }),
    },
  ],
  signalRef: [
    {
      name: 'signal-event-reference',
      clause: '10.5.5',
      check: eachNode((node, document) =>
        eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
          kind === 'signal' && attributeOf(xml, 'signalRef') === undefined ? ['signal event has no signalRef'] : [],
        ),
      ),
    },
  ],
  operationRef: [
    {
      name: 'service-operation-reference',
      clause: '10.3.3',
      check: eachNode(({ tag, xml }) =>
        tag === 'serviceTask' && attributeOf(xml, 'operationRef') === undefined ? 'service task has no operationRef' : undefined,
      ),
    },
    {
      name: 'message-event-operation',
      clause: '10.5.5',
      check: eachNode((node, document) =>
        eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
          kind === 'message' && referencesOf(xml, 'operationRef').length === 0 ? ['message event has no operationRef'] : [],
        ),
      ),
    },
  ],
} satisfies Readonly<Record<string, readonly StandardRule[]>>;

/** Rules in the order of docs/contributing/spec/validation.md#the-rules-of-the-standard. */
export const STANDARD_RULES: readonly StandardRule[] = [
  ...FILE_RULES,
  ...FLOW_RULES,
  ...GATEWAY_RULES,
  ...START_AND_END_RULES,
  ...EVENT_RULES,
  ...ACTIVITY_RULES,
  ...COMPENSATION_RULES,
  ...DATA_RULES,
  ...COLLABORATION_RULES,
];

/** docs/contributing/spec/validation.md#validation-levels */
export type ValidationLevel = 'off' | 'executable' | 'strict';

export type RequiredReference = keyof typeof REQUIRED_REFERENCES;

/** `requires`: additional references, in any order. */
export interface Validation {
  readonly level: ValidationLevel;
  readonly requires?: readonly RequiredReference[];
}

export const VALIDATION_LEVELS: readonly ValidationLevel[] = ['off', 'executable', 'strict'];
export const REQUIRED_REFERENCE_NAMES = Object.keys(REQUIRED_REFERENCES) as readonly RequiredReference[];

export function isValidationLevel(text: string): text is ValidationLevel {
  return VALIDATION_LEVELS.includes(text as ValidationLevel);
}

export function isRequiredReference(text: string): text is RequiredReference {
  return REQUIRED_REFERENCE_NAMES.includes(text as RequiredReference);
}

/** Allowed at level strict: nothing is ignored. */
const ADVICE: ReadonlySet<PlacedWarning['event']> = new Set(['more-than-one-process', 'paths-read-each-other']);

/** Adds standard rules and required references to the findings of the parser, each with its rule. Unordered. */
export function findingsOf(
  document: DocumentDraft,
  validation: Validation,
  refused: readonly Finding[],
  warnings: readonly PlacedWarning[],
): readonly Finding[] {
  const { level, requires = [] } = validation;
  const rules = [
    ...(level === 'strict' ? STANDARD_RULES : STANDARD_RULES.filter(({ isAlwaysEnforced }) => isAlwaysEnforced)),
    ...REQUIRED_REFERENCE_NAMES.filter((name) => requires.includes(name)).flatMap((name) => REQUIRED_REFERENCES[name]),
  ];
  const ofRules = rules.flatMap((rule) => [...rule.check(document)].map((finding) => ofRule(finding, rule)));
  // of equal texts of parser and standard rules, keep the one with the rule
  const named = new Set(ofRules.map(keyOf));
  const others = refused.filter((finding) => !named.has(keyOf(finding)));
  const ignored = level === 'strict' ? ignoredIn(warnings, new Set(ofRules.map(placeOf))) : [];
  return [...others, ...ofRules, ...ignored];
}

function ofRule(finding: Finding, { name, clause }: StandardRule): Finding {
  return { ...finding, rule: { name, clause } };
}

/** Ignored content, except at places with a finding of a rule. */
function ignoredIn(warnings: readonly PlacedWarning[], reported: ReadonlySet<string>): readonly Finding[] {
  const ignored = warnings.filter((warning) => !ADVICE.has(warning.event) && !reported.has(placeOf(warning)));
  return ignored.map(({ text, place }) => ({ text, place, rule: { name: 'ignored' } }));
}

function keyOf(finding: Finding): string {
  return `${placeOf(finding)} ${finding.subject ?? ''} ${finding.text}`;
}

function placeOf({ place }: Pick<Finding, 'place'>): string {
  return `${place?.line ?? 0}:${place?.column ?? 0}`;
}
