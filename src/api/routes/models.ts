import { jsonAnswer, problemAnswer, textAnswer } from '../../platform/answer.ts';
import { keyCondition, limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import { readModelText } from '../../queries/operator/workflows.ts';
import { listStartForms, startFormKey, startFormNames } from '../../queries/start-forms.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import type { ReadEndpoint } from '../endpoint.ts';
import { rejectionAnswer } from '../http-errors.ts';
import { readerOf, refusalUntilReached } from '../min-position.ts';
import type { ApiPorts } from '../ports.ts';
import type { ResponseBody } from '../schemas/responses.ts';
import type { startFormPage } from '../schemas/start-forms.ts';

const XML = 'application/xml; charset=utf-8';

/** What is deployed, as it was written: models and start forms (docs/contributing/spec/http/definitions.md#model). */
export function modelRoutes({ db, lists }: Pick<ApiPorts, 'db' | 'lists'>): readonly ReadEndpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/Definitions/start-forms',
      readsProjection: true,
      async handle(request) {
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
    },
    {
      method: 'GET',
      pattern: '/Definitions/{key}/{version}/xml',
      readsProjection: true,
      async handle(request) {
        const { params, path } = request;
        const refusal = await refusalUntilReached(db, request);
        if (refusal !== undefined) return refusal;
        const [key = '', version = ''] = params;
        const text = holdsUnstorableText(key) ? undefined : await readModelText(db, key, Number(version));
        if (text !== undefined) return textAnswer(200, text, XML);
        return rejectionAnswer(
          'StartInstance',
          { code: 'VERSION_NOT_REGISTERED', key, version: Number(version) },
          { path, params },
        );
      },
    },
  ];
}
