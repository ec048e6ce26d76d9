import { isAddressInUse } from '../../db/connection.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Addresses that begin to be waited at may differ from attempt to attempt; what still fails then is a fault like others. */
const MAX_ATTEMPTS = 10;

/**
 * Runs a transaction again when it began to wait for messages or signals where somebody delivered at that moment. Now it is known where, and the
 * next attempt takes its turn there before it holds anything else.
 * @param attempt gets the addresses to be locked first; tells of the unit before it is written
 */
export async function addressed<T>(
  attempt: (opened: readonly EventAddress[], onDecided: (unit: UnitOfWork) => void) => Promise<T>,
): Promise<T> {
  const opened: EventAddress[] = [];
  for (let n = 1; ; n += 1) {
    let decided: UnitOfWork | undefined;
    try {
      return await attempt(opened, (unit) => (decided = unit));
    } catch (error) {
      if (!isAddressInUse(error) || decided === undefined || n === MAX_ATTEMPTS) throw error;
      opened.push(...decided.openedSubscriptions);
    }
  }
}
