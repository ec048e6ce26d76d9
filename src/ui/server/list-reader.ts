import type { Request } from 'express';
import type { ListReader } from '../../queries/replica/list-reads.ts';

const AFTER_WRITE = Symbol('after write');

/** Reader of shared reads. They do not wait for writes of a user, because their result is cached for 2 s. */
export const SHARED_READER: ListReader = { isAfterWrite: false };

/** The request reads after a write of the same page. */
export function noteWrite(request: Request): void {
  Object.assign(request, { [AFTER_WRITE]: true });
}

/** A request as a reader of a list. */
export function readerOf(request: Request): ListReader {
  return { isAfterWrite: (request as { readonly [AFTER_WRITE]?: true })[AFTER_WRITE] === true };
}
