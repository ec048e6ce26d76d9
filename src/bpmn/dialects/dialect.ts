import type { Platform, TimerForm, TimerRules } from '../../engine/model.ts';
import { EARLIER_RULES, OWN_RULES, type TextRules } from '../../expressions/deploy.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Rules that depend on the engine a file is made for. The reader of BPMN asks them and names no engine. `element-parts.ts` reads its names and elements. */
export interface FileDialect {
  /** Stored with the process; undefined for plain BPMN, the Sluice dialect and jBPM. */
  readonly platform?: Platform;
  /** Languages of expressions and scripts (docs/contributing/spec/expressions.md#languages-of-other-engines). */
  readonly texts: TextRules;
  /** Absent for versions stored by older releases (docs/contributing/spec/waiting.md#rules-of-files). */
  readonly timers?: TimerRules;
  /** Weekdays of cron texts are as in Sluice. */
  readonly countsWeekdaysAlike: boolean;
  /** Passes the token on (docs/contributing/spec/elements.md#plain-task). */
  readonly passesPlainTasks: boolean;
  /** Data inputs of user tasks have due date and priority (docs/contributing/spec/elements.md#task-plan). */
  readonly plansByInputs: boolean;
  /** Call activities pass only mapped variables (docs/contributing/spec/calls.md#variables-into-a-call). */
  readonly passesOnlyMapped: boolean;
  /** Passes outputs of a call that ends with an error (docs/contributing/spec/calls.md#outputs-of-an-error). */
  readonly passesOutOnError: boolean;
  /** A reference to a message, signal or escalation declares it (docs/contributing/spec/validation.md#references-by-name). */
  readonly declaresByReference: boolean;
  /** A non-interrupting condition fires at each change while true. */
  readonly firesConditionsAgain: boolean;
  /** Uncaught error end events fail the instance, or raise an incident (docs/contributing/spec/events-and-errors.md#uncaught-error). */
  readonly failsOnUncaughtError: boolean;
  /** Data of an event, error or escalation is one value, whatever its name (docs/contributing/spec/mappings.md#data-of-an-event). */
  readonly eventsHaveOneValue: boolean;
  /** Local variables and end listeners follow the engine; absent for versions stored by older releases. */
  readonly followsScopes?: boolean;
  /** Parallel paths share variables if there is no platform (docs/contributing/spec/variables.md#branch-variables-mode). */
  readonly sharesPaths?: boolean;
  /** A message reaches one subscription of a process (docs/contributing/spec/waiting.md#one-receiver-per-process). */
  readonly hasOneReceiver?: boolean;
  /** Flows have priorities, and ad-hoc sub-processes follow jBPM. */
  readonly hasRulesOfJbpm: boolean;
  /** Texts without a named language are Python, which Sluice does not run. */
  readonly isPython: boolean;
  /** Adds attributes as the engine does. */
  rootElement(root: XmlElement): XmlElement;
  /** ISO 8601; undefined for formats that the engine does not have. `tag`: of the event. */
  timerText(form: TimerForm, text: string, tag: string): { readonly text: string; readonly warning?: string } | undefined;
}

/** Dialect of versions stored by older releases. */
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
