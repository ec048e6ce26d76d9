/** A place that secrets come from. */
export interface SecretSource {
  /** as operators know it, for messages */
  readonly name: string;
  /** The secret of this name; undefined: there is none. Throws when the place cannot be asked; the message holds no secret. */
  find(secret: string): Promise<string | undefined>;
}
