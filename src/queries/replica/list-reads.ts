import type { ReadDatabase } from '../read-database.ts';

/** Queries of one request. They may run twice: on the replica and then on the primary. */
export type ListWork<T> = (db: ReadDatabase) => Promise<T>;

export interface ListReader {
  /** the request has consistency tokens, so the answer must contain all data that the primary contains now */
  readonly isAfterWrite: boolean;
}

/** Reads lists from a usable database replica, otherwise from the primary (ADR 0025). */
export interface ListReads {
  read<T>(reader: ListReader, work: ListWork<T>): Promise<T>;
  /**
   * Waits until lists of every process contain the current data of the primary: before a notification whose receivers read without a token. Resolves also if
   * the replica lags too far behind, because lists are then read from the primary.
   */
  untilShown(): Promise<void>;
}

/** List reads without a replica. */
export function readsOfPrimary(db: ReadDatabase, onRead: () => void = () => {}): ListReads {
  return {
    read(_reader, work) {
      onRead();
      return work(db);
    },
    untilShown: async () => {},
  };
}

/** List reads for callers that do not know if the user has written before: answers always contain the current data of the primary. */
export function readsAfterWrites(lists: ListReads): ListReads {
  return {
    read: (_reader, work) => lists.read({ isAfterWrite: true }, work),
    untilShown: () => lists.untilShown(),
  };
}
