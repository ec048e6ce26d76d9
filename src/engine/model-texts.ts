/** How a text is read. `literal` = the text itself. `template` = text with `${…}` groups (docs/spec/expressions.md#slots-and-dialects). */
export type Dialect = 'lenient' | 'juel' | 'feel' | 'javascript' | 'template' | 'literal';

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
}

/** A script. `lenient` runs statements; `javascript` runs in the sandbox; `juel`, `feel` are one expression (docs/spec/expressions.md#script-formats). */
export interface ScriptModel {
  readonly kind: 'script';
  readonly dialect: 'lenient' | 'juel' | 'feel' | 'javascript';
  readonly source: string;
  /** variable that receives the script's value */
  readonly resultVariable?: string;
}
