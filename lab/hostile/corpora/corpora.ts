import type { Corpus } from '../corpus.ts';
import { EXPRESSIONS } from './expressions.ts';
import { FILTERS } from './filters.ts';
import { HEADERS_CORPUS } from './headers.ts';
import { JSON_BODIES } from './json.ts';
import { NAMES } from './names.ts';
import { RETURN_URLS } from './return-urls.ts';
import { SCRIPTS } from './scripts.ts';
import { TOKENS } from './tokens.ts';
import { XML } from './xml.ts';

/** Every corpus, in the order of a run. */
export const CORPORA: readonly Corpus[] = [
  XML,
  JSON_BODIES,
  FILTERS,
  HEADERS_CORPUS,
  TOKENS,
  RETURN_URLS,
  NAMES,
  EXPRESSIONS,
  SCRIPTS,
];
