import type { Request } from 'express';
import type { ListReader } from '../../queries/replica/list-reads.ts';

const AFTER_WRITE = Symbol('after write');

/** Reader for cached reads, which do not wait for the write of a user. */
export const SHARED_READER: ListReader = { isAfterWrite: false };

export function noteWrite(request: Request): void {
  Object.assign(request, { [AFTER_WRITE]: true });
}

/** Reader of a request. After {@link noteWrite}, the lists contain the latest write. */
export function readerOf(request: Request): ListReader {
  return { isAfterWrite: (request as { readonly [AFTER_WRITE]?: true })[AFTER_WRITE] === true };
}
