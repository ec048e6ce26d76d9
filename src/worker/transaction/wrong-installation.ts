/**
 * The database is not the one this worker started with: it was restored from elsewhere, or given an id of its own. The commands in the queue of this
 * worker are meant for the other one. Nothing of the envelope is done; only a new start finds the right queue.
 */
export class WrongInstallation extends Error {
  override readonly name = 'WrongInstallation';

  constructor() {
    super('the database belongs to another installation than at the start');
  }
}
