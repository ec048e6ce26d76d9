/** Invalid arguments of a command. The text is for users, and the usage is printed below it. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** A command failed; the text is for users. */
export class VerbRefusal extends Error {
  override readonly name = 'VerbRefusal';
  /** exit code */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
