import type { Request } from 'express';
import type { ListReader } from '../../queries/replica/list-reads.ts';

const AFTER_WRITE = Symbol('after write');

/** Reader of shared reads. They do not wait for writes of a user, because their result is cached for 2 s. */
export const SHARED_READER: ListReader = { isAfterWrite: false };

/** Marks a request that reads after a write of the same page, for {@link readerOf}. */
export function noteWrite(request: Request): void {
  Object.assign(request, { [AFTER_WRITE]: true });
}

/** Returns the list reader of a request: after {@link noteWrite}, its lists contain the write. */
export function readerOf(request: Request): ListReader {
  return { isAfterWrite: (request as { readonly [AFTER_WRITE]?: true })[AFTER_WRITE] === true };
}
