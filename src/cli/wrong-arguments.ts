/** What is wrong with the arguments of a verb; the text is for people. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}
