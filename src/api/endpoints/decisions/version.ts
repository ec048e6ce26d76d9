import { z } from 'zod';
import { jsonAnswer, problemAnswer, textAnswer } from '../../../platform/answer.ts';
import { readDecisionText } from '../../../queries/decision-list.ts';
import { holdsUnstorableText } from '../../../requests/request-texts.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { decisionNotDeployed, rejectionAnswer } from '../../http-errors.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import { DECISION_VERSION_NOT_DEPLOYED } from '../refusals.ts';

const deleteDecisionResponse = z
  .object({
    DecisionKey: z.string(),
    Version: z.int().min(1),
    LatestVersion: z.int().nullable().meta({ description: 'The latest remaining version. Null if none exists.' }),
  })
  .meta({ id: 'DeleteDecisionResponse' });

const XML = 'application/xml; charset=utf-8';

/** File and deletion of a version (docs/contributing/spec/decisions.md#decisions-over-http). */
export const decisionVersionEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Decisions/{key}/{version}/xml',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readDecisionXml',
    tag: 'Decisions',
    summary: 'Read the DMN file of a version',
    description: 'The file as it was deployed.',
    shards: 'copies',
    answer: { mediaType: 'application/xml' },
    refusals: [DECISION_VERSION_NOT_DEPLOYED],
    async handle({ path, params: [key = '', version = ''] }, { db }) {
      const text = holdsUnstorableText(key) ? undefined : await readDecisionText(db, key, Number(version));
      if (text !== undefined) return textAnswer(200, text, XML);
      return problemAnswer('unknown-decision', decisionNotDeployed(key, Number(version)), path);
    },
  },
  writeEndpoint({
    method: 'DELETE',
    pattern: '/Decisions/{key}/{version}',
    permission: 'author',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DeleteDecision'],
    id: 'deleteDecision',
    tag: 'Decisions',
    summary: 'Delete a version of a decision',
    description: 'Only possible if no deployed process needs this version.',
    body: null,
    examples: {},
    answer: deleteDecisionResponse,
    refusals: [
      DECISION_VERSION_NOT_DEPLOYED,
      {
        status: 409,
        shape: 'P',
        text: "Version <n> of decision '<key>' is the only version that a deployed process can use. Deploy another version of the decision, or delete the process version, first.",
      },
    ],
    handle(request, { run }) {
      const [key = '', text = ''] = request.params;
      const version = Number(text);
      if (holdsUnstorableText(key)) {
        return rejectionAnswer('DeleteDecision', { code: 'DECISION_NOT_DEPLOYED', key, version }, request);
      }
      return run(request, { kind: 'DeleteDecision', key, version }, ({ latestVersion }) =>
        jsonAnswer({ DecisionKey: key, Version: version, LatestVersion: latestVersion } satisfies ResponseBody<
          typeof deleteDecisionResponse
        >),
      );
    },
  }),
];
