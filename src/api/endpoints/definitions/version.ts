import { z } from 'zod';
import { jsonAnswer, textAnswer } from '../../../platform/answer.ts';
import { readModelText } from '../../../queries/operator/workflows.ts';
import { holdsUnstorableText } from '../../../requests/unstorable-text.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer } from '../../http-errors.ts';
import { refusalUntilReached } from '../../min-position.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import { VERSION_NOT_REGISTERED } from '../refusals.ts';

/** A version that is gone (docs/contributing/spec/http/definitions.md#delete). */
const deleteVersionResponse = z
  .object({
    ProcessDefinitionKey: z.string(),
    Version: z.int().min(1),
    LatestVersion: z.int().nullable().meta({ description: 'The latest remaining version of the process. Null if none exists.' }),
  })
  .meta({ id: 'DeleteVersionResponse' });

const XML = 'application/xml; charset=utf-8';

/** GET …/xml and DELETE of /Definitions/{key}/{version} (docs/contributing/spec/http/definitions.md#model). */
export const definitionVersionEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Definitions/{key}/{version}/xml',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readModel',
    tag: 'Definitions',
    summary: 'Read the BPMN file of a version',
    description: 'The file as it was deployed.',
    readsProjection: true,
    answer: { mediaType: 'application/xml' },
    refusals: [VERSION_NOT_REGISTERED],
    async handle(request, { db }) {
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      const [key = '', text = ''] = request.params;
      const version = Number(text);
      const xml = holdsUnstorableText(key) ? undefined : await readModelText(db, key, version);
      if (xml !== undefined) return textAnswer(200, xml, XML);
      return rejectionAnswer('StartInstance', { code: 'VERSION_NOT_REGISTERED', key, version }, request);
    },
  },
  writeEndpoint({
    method: 'DELETE',
    pattern: '/Definitions/{key}/{version}',
    permission: 'author',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DeleteDefinition'],
    id: 'deleteVersion',
    tag: 'Definitions',
    summary: 'Delete a version of a process',
    description: 'Only possible if the version has no instances, running or finished.',
    body: null,
    examples: {},
    answer: deleteVersionResponse,
    refusals: [
      VERSION_NOT_REGISTERED,
      {
        status: 409,
        shape: 'P',
        text: "Version <n> of process '<key>' has instances, running or finished. Only a version without instances can be deleted.",
      },
    ],
    handle(request, { run }) {
      const [key = '', text = ''] = request.params;
      const version = Number(text);
      // no name of a process can be such a text, and it must not reach the database
      if (holdsUnstorableText(key)) {
        return rejectionAnswer('DeleteDefinition', { code: 'VERSION_NOT_REGISTERED', key, version }, request);
      }
      return run(request, { kind: 'DeleteDefinition', key, version }, ({ latestVersion }) =>
        jsonAnswer({ ProcessDefinitionKey: key, Version: version, LatestVersion: latestVersion } satisfies ResponseBody<
          typeof deleteVersionResponse
        >),
      );
    },
  }),
];
