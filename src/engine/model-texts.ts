/** How a text is read. `literal` = the text itself. `template` = text with `${…}` groups (docs/contributing/spec/expressions.md#slots-and-dialects). */
export type Dialect = 'lenient' | 'juel' | 'feel' | 'javascript' | 'template' | 'literal';

/**
 * The language of another engine whose rules a text follows: groups as Camunda 7 and Flowable read them, the same where texts that are no numbers are
 * joined, and the languages of scripts (docs/contributing/spec/expressions.md#languages-of-other-engines).
 */
export type TextLanguage = 'juel' | 'ownJuel' | 'groovy' | 'mvel' | 'java';

/**
 * One expression of the model, dialect already decided at deploy.
 * `text` is what the author wrote (trimmed; shown to people), `source` what the dialect's parser gets (no leading `=`, no `${}` around it).
 * `slot` names the place for messages, for example `condition`, `completion condition`, `assignee`.
 */
export interface ExpressionModel {
  readonly kind: 'expression';
  readonly slot: string;
  readonly dialect: Dialect;
  readonly text: string;
  readonly source: string;
  /** absent: the own rules, and for groups those of earlier releases */
  readonly language?: TextLanguage;
}

/** A script. `lenient` runs statements; `javascript` runs in the sandbox; `juel`, `feel` are one expression (docs/contributing/spec/expressions.md#script-formats). */
export interface ScriptModel {
  readonly kind: 'script';
  readonly dialect: 'lenient' | 'juel' | 'feel' | 'javascript';
  readonly source: string;
  /** as for expressions */
  readonly language?: TextLanguage;
  /** false: names that it assigns do not become variables; true: all do; absent: as the own rules say (docs/contributing/spec/expressions.md#assigned-names) */
  readonly storesAssigned?: boolean;
  /** variable that receives the script's value */
  readonly resultVariable?: string;
}
