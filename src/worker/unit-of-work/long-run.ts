/** A run of one command takes long, and others are to be committed with it. Nothing was done. */
export class LongRun extends Error {
  override readonly name = 'LongRun';
  readonly commandId: string;

  constructor(commandId: string) {
    super(`command ${commandId} takes long and is run alone`);
    this.commandId = commandId;
  }
}
