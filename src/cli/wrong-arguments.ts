/** Invalid arguments of a command. The text is for users, and the usage is printed below it. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** A verb cannot do what it was asked for; the text is for people. */
export class VerbRefusal extends Error {
  override readonly name = 'VerbRefusal';
  /** what the command line ends with */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
