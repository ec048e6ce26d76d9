/** A place that secrets come from. */
export interface SecretSource {
  /** as operators know it, for messages */
  readonly name: string;
  /** The secret of this name; undefined: unknown. Throws when the source cannot be read; the message contains no secret. */
  find(secret: string): Promise<string | undefined>;
}
