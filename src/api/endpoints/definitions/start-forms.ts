import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { listStartForms, startFormKey, startFormNames } from '../../../queries/definitions.ts';
import { keyCondition, limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { ReadEndpoint } from '../../endpoint.ts';
import { readerOf, refusalUntilReached } from '../../min-position.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { userTaskForm } from '../../schemas/forms.ts';
import { paging, type ResponseBody } from '../../schemas/values.ts';

/** See docs/contributing/spec/http/definitions.md#start-forms. */
const startFormPage = z
  .object({
    items: z.array(
      z
        .object({
          processDefinitionId: z.string(),
          processDefinitionKey: z.string(),
          version: z.int().min(1).meta({ description: 'Latest version of the process.' }),
          startForm: userTaskForm,
        })
        .meta({ id: 'StartFormRow' }),
    ),
    ...paging,
  })
  .meta({ id: 'StartFormPage' });

export const startForms: ReadEndpoint = {
  method: 'GET',
  pattern: '/Definitions/start-forms',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'listStartForms',
  tag: 'Definitions',
  summary: 'List start forms',
  description: 'Start forms of the latest version of each active process.',
  readsProjection: true,
  shards: 'copies',
  query: listQuery('ProcessDefinitionKey', 'ProcessDefinitionKey', 'ProcessDefinitionKey'),
  examples: { 'of a key': { filters: 'ProcessDefinitionKey==order' }, all: { page: '1', pageSize: '100' } },
  answer: startFormPage,
  async handle(request, { db, lists }) {
    const query = parseListQuery(readQueryParameters(request.queryText), startFormNames);
    if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
    const refusal = await refusalUntilReached(db, request);
    if (refusal !== undefined) return refusal;
    const within = limited(query.value, keyCondition(startFormKey, request.limits));
    const found = await lists.read(readerOf(request), (place) => listStartForms(place, within));
    const items = found.items.map((item) => ({
      processDefinitionId: item.definitionId,
      processDefinitionKey: item.key,
      version: item.version,
      startForm: JSON.parse(item.startForm),
    }));
    return jsonAnswer({ ...found, items } satisfies ResponseBody<typeof startFormPage>);
  },
};
