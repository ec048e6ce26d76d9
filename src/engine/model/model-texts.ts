/** Language of a text. `literal`: the text itself. `template`: text with `${…}` groups (docs/contributing/spec/expressions.md#slots-and-dialects). */
export type Dialect = 'lenient' | 'juel' | 'feel' | 'javascript' | 'template' | 'literal';

/**
 * Compatibility rules of another engine: `juel` for groups of Camunda 7 and Flowable, `ownJuel` the same with concatenation of
 * non-numeric strings, or the language of a script (docs/contributing/spec/expressions.md#languages-of-other-engines).
 */
export type TextLanguage = 'juel' | 'ownJuel' | 'groovy' | 'mvel' | 'java';

/**
 * One expression of the model with its dialect. `text`: original, trimmed, shown to people. `source`: input of the parser,
 * without leading `=` or `${}` around it. `slot`: attribute name for messages, for example `condition`, `completion condition`,
 * `assignee`.
 */
export interface ExpressionModel {
  readonly kind: 'expression';
  readonly slot: string;
  readonly dialect: Dialect;
  readonly text: string;
  readonly source: string;
  /** absent: default rules, and for groups those of earlier releases */
  readonly language?: TextLanguage;
}

/**
 * A script. `lenient` runs statements, `javascript` runs in the sandbox, `juel` and `feel` are one expression
 * (docs/contributing/spec/expressions.md#script-formats).
 */
export interface ScriptModel {
  readonly kind: 'script';
  readonly dialect: 'lenient' | 'juel' | 'feel' | 'javascript';
  readonly source: string;
  readonly language?: TextLanguage;
  /** true: all assigned names become variables; false: none; absent: default rules (docs/contributing/spec/expressions.md#assigned-names) */
  readonly storesAssigned?: boolean;
  readonly resultVariable?: string;
}

/** Due date, follow-up date, priority and category of a user task in the model (docs/contributing/spec/elements.md#task-plan). */
export interface TaskPlanModel {
  readonly due?: ExpressionModel;
  readonly followUp?: ExpressionModel;
  readonly priority?: ExpressionModel;
  readonly category?: ExpressionModel;
}

/** Evaluated values of one task. Times: ms since epoch. Absent: not modeled, or null. */
export interface TaskPlan {
  readonly dueAt?: number;
  readonly followUpAt?: number;
  readonly priority?: number;
  readonly category?: string;
}

/** Changed members of an open user task; absent ones stay. Times: ms since epoch. */
export interface UserTaskEdit {
  readonly assignee?: string | null;
  readonly candidateUsers?: readonly string[];
  readonly candidateGroups?: readonly string[];
  readonly dueAt?: number | null;
  readonly followUpAt?: number | null;
  readonly priority?: number | null;
}

/** A form field. `type`: input type; `values`: choices of an `enum`. */
export interface FormField {
  readonly id: string;
  readonly label?: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
  readonly defaultValue?: string | number | boolean;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
  /** input control, if `type` does not determine it; absent in event histories before 0.3 */
  readonly control?: 'textarea' | 'radio';
  /** help text below the field; absent in event histories before 0.3 */
  readonly hint?: string;
  /** absent: none, or an event history before 0.3 */
  readonly rules?: FieldRules;
}

/** Limits of a value for the client that shows the form. Sluice does not enforce them. */
export interface FieldRules {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/**
 * The form of a user task in the model: a reference (`key`, or `id` with `version` or `binding`), or embedded `fields`. It does
 * not affect execution (docs/contributing/spec/elements.md#forms).
 */
export interface FormModel {
  readonly key?: string;
  readonly id?: string;
  readonly binding?: string;
  readonly version?: string;
  readonly fields?: readonly FormField[];
  /** form components with a value that cannot be shown, by type and label; absent: none, or an event history before 0.3 */
  readonly notShown?: readonly string[];
}
