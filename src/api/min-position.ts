import type { Answer } from '../platform/answer.ts';
import { untilProjected } from '../queries/positions.ts';
import type { ReadDatabase } from '../queries/read-database.ts';
import type { ListReader } from '../queries/replica/list-reads.ts';
import { MAX_POSITION_LENGTH, type Position, readPosition } from '../requests/position.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiRequest } from './exchange.ts';

const MAX_POSITIONS = 20;
const NONE: readonly Position[] = [];

/**
 * The positions of a `Service-Min-Position` header, undefined when it is malformed (docs/contributing/spec/http.md#service-min-position). Several are separated by
 * commas.
 */
export function readMinPositions(header: string | undefined): readonly Position[] | undefined {
  if (header === undefined) return NONE;
  const texts = header.split(',').map((text) => text.trim());
  if (texts.length > MAX_POSITIONS) return undefined;
  const positions: Position[] = [];
  for (const text of texts) {
    const position = text.length > MAX_POSITION_LENGTH ? undefined : readPosition(text);
    if (position === undefined) return undefined;
    positions.push(position);
  }
  return positions;
}

/** Returns the reader of a list for a request. Call it after {@link refusalUntilReached}. */
export function readerOf({ minPositions }: Pick<ApiRequest, 'minPositions'>): ListReader {
  return { isAfterWrite: minPositions.length > 0 };
}

/** Waits until the query tables contain the requested position. Returns the error answer on timeout, or undefined when the read may continue. */
export async function refusalUntilReached(
  db: ReadDatabase,
  { minPositions, path, limits }: Pick<ApiRequest, 'minPositions' | 'path' | 'limits'>,
): Promise<Answer | undefined> {
  if (minPositions.length === 0) return undefined;
  switch (await untilProjected(db, minPositions, limits)) {
    case 'reached':
      return undefined;
    case 'behind':
      return commonAnswers.readSideBehind(path);
    case 'never-issued':
      return commonAnswers.malformedMinPosition(path);
  }
}
