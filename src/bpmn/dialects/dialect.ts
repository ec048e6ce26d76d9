import type { Platform, TimerForm, TimerRules } from '../../engine/model.ts';
import { EARLIER_RULES, OWN_RULES, type TextRules } from '../../expressions/deploy.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/**
 * Rules of reading that depend on the engine a file is made for. One per file. The reader of BPMN asks these rules and names no engine.
 * Their names and elements are read in `element-parts.ts`.
 */
export interface FileDialect {
  /** Platform that is stored with the process; undefined for plain BPMN, the Sluice dialect and jBPM. */
  readonly platform?: Platform;
  /** Languages of expressions and scripts (docs/contributing/spec/expressions.md#languages-of-other-engines). */
  readonly texts: TextRules;
  /** Absent for versions stored by older releases (docs/contributing/spec/waiting.md#rules-of-files). */
  readonly timers?: TimerRules;
  /** True if the engine counts weekdays of cron texts as Sluice does. */
  readonly countsWeekdaysAlike: boolean;
  /** True if plain tasks pass the token on (docs/contributing/spec/elements.md#plain-task). */
  readonly passesPlainTasks: boolean;
  /** True if data inputs of user tasks have the due date and the priority (docs/contributing/spec/elements.md#task-plan). */
  readonly plansByInputs: boolean;
  /** True if a call activity passes only mapped variables (docs/contributing/spec/calls.md#variables-into-a-call). */
  readonly passesOnlyMapped: boolean;
  /** True if the outputs of a call activity are passed when the called process ends with an error (docs/contributing/spec/calls.md#outputs-of-an-error). */
  readonly passesOutOnError: boolean;
  /** True if a reference to an undeclared message, signal or escalation declares it (docs/contributing/spec/validation.md#references-by-name). */
  readonly declaresByReference: boolean;
  /** True if a conditional event that does not interrupt fires at each change while its condition is true. */
  readonly firesConditionsAgain: boolean;
  /** True if an error end event that nothing catches fails the instance or raises an incident (docs/contributing/spec/events-and-errors.md#uncaught-error). */
  readonly failsOnUncaughtError: boolean;
  /** True if data of an event is one value, whatever its name, also of errors and escalations (docs/contributing/spec/mappings.md#data-of-an-event). */
  readonly eventsHaveOneValue: boolean;
  /** True if local variables and end listeners follow the engine; absent for versions stored by older releases. */
  readonly followsScopes?: boolean;
  /** True if parallel paths of a file without platform share their variables (docs/contributing/spec/variables.md#branch-variables-mode). */
  readonly sharesPaths?: boolean;
  /** True if a message reaches one subscription of a process (docs/contributing/spec/waiting.md#one-receiver-per-process). */
  readonly hasOneReceiver?: boolean;
  /** True if flows have priorities, and ad-hoc sub-processes the rules of jBPM. */
  readonly hasRulesOfJbpm: boolean;
  /** True if texts without a named language are Python, which Sluice does not run. */
  readonly isPython: boolean;
  /** Root element with the attributes that the engine adds. */
  rootElement(root: XmlElement): XmlElement;
  /** Timer text in ISO 8601 for a format of the engine; undefined for other formats. `tag`: element name of the event. */
  timerText(form: TimerForm, text: string, tag: string): { readonly text: string; readonly warning?: string } | undefined;
}

/** Versions stored by older releases. */
export const EARLIER: FileDialect = Object.freeze({
  texts: EARLIER_RULES,
  countsWeekdaysAlike: false,
  passesPlainTasks: false,
  plansByInputs: false,
  passesOnlyMapped: false,
  passesOutOnError: false,
  declaresByReference: false,
  firesConditionsAgain: false,
  failsOnUncaughtError: false,
  eventsHaveOneValue: false,
  hasRulesOfJbpm: false,
  isPython: false,
  rootElement: (root) => root,
  timerText: () => undefined,
} satisfies FileDialect);

/** Plain BPMN and the Sluice dialect. */
export const OWN: FileDialect = Object.freeze({
  ...EARLIER,
  texts: OWN_RULES,
  timers: Object.freeze({ weekdays: 'unix', pastStart: 'now' }),
} satisfies FileDialect);
