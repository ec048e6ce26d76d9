/** `literal`: the text itself. `template`: with `${…}` groups (docs/contributing/spec/expressions.md#slots-and-dialects). */
export type Dialect = 'lenient' | 'juel' | 'feel' | 'javascript' | 'template' | 'literal';

/**
 * Compatibility rules: `juel` for groups of Camunda 7 and Flowable, `ownJuel` the same with concatenation of non-numeric strings, or the language of a
 * script (docs/contributing/spec/expressions.md#languages-of-other-engines).
 */
export type TextLanguage = 'juel' | 'ownJuel' | 'groovy' | 'mvel' | 'java';

/**
 * `text`: original, trimmed, shown to people. `source`: for the parser, without leading `=` or surrounding `${}`. `slot`: attribute name for messages,
 * for example `completion condition`.
 */
export interface ExpressionModel {
  readonly kind: 'expression';
  readonly slot: string;
  readonly dialect: Dialect;
  readonly text: string;
  readonly source: string;
  /** absent: default rules, for groups those of earlier releases */
  readonly language?: TextLanguage;
}

/** `lenient` runs statements, `javascript` runs in the sandbox, `juel` and `feel` are one expression (docs/contributing/spec/expressions.md#script-formats). */
export interface ScriptModel {
  readonly kind: 'script';
  readonly dialect: 'lenient' | 'juel' | 'feel' | 'javascript';
  readonly source: string;
  readonly language?: TextLanguage;
  /** all assigned names become variables, or none; absent: default rules (docs/contributing/spec/expressions.md#assigned-names) */
  readonly storesAssigned?: boolean;
  readonly resultVariable?: string;
}

/** Due date, follow-up date, priority and category of a user task (docs/contributing/spec/elements.md#task-plan). */
export interface TaskPlanModel {
  readonly due?: ExpressionModel;
  readonly followUp?: ExpressionModel;
  readonly priority?: ExpressionModel;
  readonly category?: ExpressionModel;
}

/** Evaluated. Times: ms since epoch. Absent: not modeled, or null. */
export interface TaskPlan {
  readonly dueAt?: number;
  readonly followUpAt?: number;
  readonly priority?: number;
  readonly category?: string;
}

/** Changed members; absent ones stay. Times: ms since epoch. */
export interface UserTaskEdit {
  readonly assignee?: string | null;
  readonly candidateUsers?: readonly string[];
  readonly candidateGroups?: readonly string[];
  readonly dueAt?: number | null;
  readonly followUpAt?: number | null;
  readonly priority?: number | null;
}

/** `type`: of the input; `values`: choices of an `enum`. */
export interface FormField {
  readonly id: string;
  readonly label?: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
  readonly defaultValue?: string | number | boolean;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
  /** input control, if `type` does not determine it; absent before 0.3 */
  readonly control?: 'textarea' | 'radio';
  /** help below the field; absent before 0.3 */
  readonly hint?: string;
  /** absent before 0.3 */
  readonly rules?: FieldRules;
}

/** Rules for the client that shows the form. Sluice does not enforce them. */
export interface FieldRules {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** Reference (`key`, or `id` with `version` or `binding`), or embedded `fields`. Does not affect execution (docs/contributing/spec/elements.md#forms). */
export interface FormModel {
  readonly key?: string;
  readonly id?: string;
  readonly binding?: string;
  readonly version?: string;
  readonly fields?: readonly FormField[];
  /** components with a value that cannot be shown, by type and label; absent before 0.3 */
  readonly notShown?: readonly string[];
}
