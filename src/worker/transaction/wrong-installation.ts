/**
 * The database was restored or got a new installation id. The commands in the queue belong to the other one, so the batch is not run; only a restart finds
 * the right queue.
 */
export class WrongInstallation extends Error {
  override readonly name = 'WrongInstallation';

  constructor() {
    super('the database belongs to another installation than at the start');
  }
}
