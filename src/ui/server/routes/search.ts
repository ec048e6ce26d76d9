import { Router } from 'express';
import { search } from '../../../queries/operator/search.ts';
import type { SearchView } from '../../wire/search.ts';
import { RequestRefusal, view } from '../http/answer.ts';
import { parametersOf, requiredText } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser } from '../rights.ts';

/** Longest text that a key or a business id can have. */
const MOST = 256;

/** /search: instances by id or business id, workflows by key. */
export function searchRoutes({ lists }: UiPorts): Router {
  return Router().get(
    '/search',
    view<SearchView>((request) => {
      const text = requiredText(parametersOf(request), 'q').trim();
      if (text === '' || text.length > MOST) throw new RequestRefusal('invalid-query', `q must have 1 to ${MOST} characters.`);
      return lists.read(readerOf(request), (place) => search(place, text, limitsOfUser(request)));
    }),
  );
}
