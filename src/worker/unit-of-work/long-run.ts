/** Thrown when one command takes long while others share its transaction. Nothing was written. */
export class LongRun extends Error {
  override readonly name = 'LongRun';
  readonly commandId: string;

  constructor(commandId: string) {
    super(`command ${commandId} takes long and is run alone`);
    this.commandId = commandId;
  }
}
