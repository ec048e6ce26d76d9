import type { Answer } from '../platform/answer.ts';
import { untilProjected } from '../queries/positions.ts';
import type { ReadDatabase } from '../queries/read-database.ts';
import type { ListReader } from '../queries/replica/list-reads.ts';
import { MAX_POSITION_LENGTH, type Position, readPosition } from '../requests/position.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiRequest } from './exchange.ts';

const MAX_POSITIONS = 20;
const NONE: readonly Position[] = [];

/** Comma-separated positions (docs/contributing/spec/http.md#service-min-position). [] without header. Undefined: malformed, or more than MAX_POSITIONS. */
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

/** Call it after {@link refusalUntilReached}. */
export function readerOf({ minPositions }: Pick<ApiRequest, 'minPositions'>): ListReader {
  return { isAfterWrite: minPositions.length > 0 };
}

/** Waits for the query tables. Error answer: timeout, or a position was never issued. */
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
