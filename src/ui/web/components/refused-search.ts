import { detailOf, hasCode } from '../api/client.ts';
import { texts } from '../texts/texts.ts';

/** Sentence for a search that the service refuses (docs/contributing/spec/pages.md#refused-search). Undefined: no error, or another one. */
export function refusedSearch(error: Error | null): string | undefined {
  if (error === null || !hasCode(error, 'invalid-query')) return undefined;
  const detail = detailOf(error);
  const [, count, limit] = /read the variables of (.+?) instances; the limit is (\d+)/.exec(detail) ?? [];
  if (count !== undefined && limit !== undefined) return texts.filters.tooManyToRead(count, limit);
  return detail.replace(/ Allowed names: .*$/s, '');
}
