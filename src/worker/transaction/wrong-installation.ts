/**
 * The database is not the one this worker began with: restored from elsewhere, or given an id of its own. What its queue holds is meant for the
 * other one. Nothing of the envelope remains; only a new start can tell where this worker belongs.
 */
export class WrongInstallation extends Error {
  override readonly name = 'WrongInstallation';

  constructor() {
    super('the database belongs to another installation than at the start');
  }
}
