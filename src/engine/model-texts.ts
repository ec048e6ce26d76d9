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

/** A script. `lenient` runs statements, `javascript` runs in the sandbox, `juel` and `feel` are one expression (docs/contributing/spec/expressions.md#script-formats). */
export interface ScriptModel {
  readonly kind: 'script';
  readonly dialect: 'lenient' | 'juel' | 'feel' | 'javascript';
  readonly source: string;
  readonly language?: TextLanguage;
  /** true: all assigned names become variables; false: none; absent: default rules (docs/contributing/spec/expressions.md#assigned-names) */
  readonly storesAssigned?: boolean;
  readonly resultVariable?: string;
}
