/** Thrown when one command takes long while others share its transaction. Nothing was written. */
export class LongRun extends Error {
  override readonly name = 'LongRun';
  readonly commandId: string;

  constructor(commandId: string) {
    super(`command ${commandId} takes long and is carried out alone`);
    this.commandId = commandId;
  }
}
