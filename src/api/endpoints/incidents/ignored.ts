import { z } from 'zod';
import type { IgnoredCause } from '../../../messages/ignored-failures.ts';
import { errorAnswer, jsonAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type IgnoredFailure, listIgnoredFailures } from '../../../queries/ignored-failures.ts';
import { FAILED_HOURS, MOST_LENGTH } from '../../../queries/operator/failure-groups.ts';
import { storableTime } from '../../../requests/request-texts.ts';
import type { Members } from '../../body/members.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { optionalText, optionalTexts, requiredText } from '../../schemas/members.ts';
import { orNull, type ResponseBody, timestamp } from '../../schemas/values.ts';

/** UTF-16 code units. */
const MOST_REASON = 500;

/** Messages that a group can except. */
const MOST_EXCEPTED = 100;

const UNTIL_FAULT = 'Until must be a time in the future such as 2026-12-31T12:00:00Z';

/** Common to the failures of a group. */
const CAUSE = {
  ProcessDefinitionKey: requiredText('ProcessDefinitionKey is required', 'Process key of the failures.'),
  ActivityId: optionalText('Element of the failures. Absent: failures without an element.'),
  ErrorCode: optionalText('Error code of the failures. Absent: failures without a code.'),
  ErrorMessage: optionalText(`Message of the failures, at most ${MOST_LENGTH} characters. Absent: any message.`),
  ExceptErrorMessages: optionalTexts(
    `Only without ErrorMessage: messages that do not belong to the group, at most ${MOST_EXCEPTED}.`,
  ),
};
const showFailuresRequest = z.object(CAUSE).meta({ id: 'ShowFailuresRequest' });
const ignoreFailuresRequest = z
  .object({
    ...CAUSE,
    Reason: requiredText('Reason is required', `Reason, at most ${MOST_REASON} characters.`),
    Until: optionalText('Time until which the group is ignored, for example `2026-12-31T12:00:00Z`. Absent: no end.'),
  })
  .meta({ id: 'IgnoreFailuresRequest' });

/** See docs/contributing/spec/incidents.md#ignored. */
const ignoredFailure = z
  .object({
    processDefinitionKey: z.string(),
    activityId: z.string().nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable().meta({ description: 'Null: any message.' }),
    exceptErrorMessages: z.array(z.string()).meta({ description: 'Messages that do not belong to the group.' }),
    reason: z.string(),
    until: orNull(timestamp),
    ignoredBy: z.string().nullable().meta({ description: 'Null if the user is unknown.' }),
    ignoredAt: timestamp,
    incidentCount: z.int().min(0).meta({ description: 'Number of open incidents of the group.' }),
    failedInstanceCount: z
      .int()
      .min(0)
      .meta({ description: `Number of instances of the group that failed in the last ${FAILED_HOURS} hours.` }),
    lastFailedAt: orNull(timestamp),
  })
  .meta({ id: 'IgnoredFailure' });
const ignoredList = z.object({ items: z.array(ignoredFailure) }).meta({ id: 'IgnoredFailureList' });

type Ignored = ResponseBody<typeof ignoredFailure>;

const TOO_LONG: DocumentedRefusal = { status: 400, shape: 'E', text: '<member> must not be longer than <limit> characters' };
const EXCEPT_FAULTS = {
  both: 'ExceptErrorMessages cannot be used with ErrorMessage',
  tooMany: `ExceptErrorMessages must not have more than ${MOST_EXCEPTED} messages`,
};
const FAULTY_EXCEPT: readonly DocumentedRefusal[] = Object.values(EXCEPT_FAULTS).map((text) => ({
  status: 400,
  shape: 'E',
  text,
}));
const NO_KEY: DocumentedRefusal = { status: 400, shape: 'E', text: 'ProcessDefinitionKey is required' };
const WRITE = {
  method: 'POST',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  tag: 'Incidents',
  answer: 'empty',
} as const;

/** Ignored groups of failures. Rows are not projected, so the list does not wait. */
export const ignoredFailureEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Incidents/ignored',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listIgnoredFailures',
    tag: 'Incidents',
    summary: 'List ignored failures',
    description: 'Groups of failures that are ignored now, latest first, at most 1,000.',
    shards: { combine: combinedLists },
    answer: ignoredList,
    async handle({ limits }, { db }) {
      const since = new Date(Date.now() - FAILED_HOURS * 3_600_000);
      return jsonAnswer({ items: (await listIgnoredFailures(db, since, limits)).map(ignoredJson) });
    },
  },
  writeEndpoint({
    ...WRITE,
    pattern: '/Incidents/ignore',
    audit: ['operator', 'IgnoreFailures'],
    id: 'ignoreFailures',
    summary: 'Ignore a group of failures',
    description:
      'The web UI does not count these failures as problems any longer, also new ones. The failures themselves do not change.',
    body: ignoreFailuresRequest,
    examples: {
      'until a date': {
        ProcessDefinitionKey: 'order',
        ActivityId: 'charge',
        ErrorCode: 'TIMEOUT',
        Reason: 'The bank repairs it on Monday',
        Until: '2026-12-31T12:00:00Z',
      },
    },
    refusals: [
      NO_KEY,
      { status: 400, shape: 'E', text: 'Reason is required' },
      TOO_LONG,
      ...FAULTY_EXCEPT,
      { status: 400, shape: 'E', text: UNTIL_FAULT },
    ],
    handle(request, { run }) {
      const { Reason: reason, Until } = request.members;
      const fault = messageFault(request.members) ?? lengthFault('Reason', reason, MOST_REASON);
      if (fault !== undefined) return errorAnswer('invalid-field', fault);
      const end = Until === undefined ? null : storableTime(Until);
      if (end === undefined || (end !== null && end.getTime() <= Date.now())) return errorAnswer('invalid-field', UNTIL_FAULT);
      const endsAt = end === null ? null : end.toISOString();
      return run(request, { kind: 'IgnoreFailures', ...causeOf(request.members), reason, endsAt });
    },
  }),
  writeEndpoint({
    ...WRITE,
    pattern: '/Incidents/show',
    audit: ['operator', 'ShowFailures'],
    id: 'showFailures',
    summary: 'Show an ignored group of failures again',
    description: 'Succeeds also if the group is not ignored.',
    body: showFailuresRequest,
    examples: { 'of any message': { ProcessDefinitionKey: 'order', ActivityId: 'charge', ErrorCode: 'TIMEOUT' } },
    refusals: [NO_KEY, TOO_LONG, ...FAULTY_EXCEPT],
    handle(request, { run }) {
      const fault = messageFault(request.members);
      if (fault !== undefined) return errorAnswer('invalid-field', fault);
      return run(request, { kind: 'ShowFailures', ...causeOf(request.members) });
    },
  }),
];

function causeOf({
  ProcessDefinitionKey: key,
  ActivityId,
  ErrorCode,
  ErrorMessage,
  ExceptErrorMessages: exceptMessages = [],
}: Members<typeof showFailuresRequest>): IgnoredCause {
  const cause = { key, activityId: ActivityId ?? null, code: ErrorCode ?? null, message: ErrorMessage ?? null };
  return exceptMessages.length === 0 ? cause : { ...cause, exceptMessages };
}

function messageFault({ ErrorMessage, ExceptErrorMessages = [] }: Members<typeof showFailuresRequest>): string | undefined {
  if (ErrorMessage !== undefined && ExceptErrorMessages.length > 0) return EXCEPT_FAULTS.both;
  if (ExceptErrorMessages.length > MOST_EXCEPTED) return EXCEPT_FAULTS.tooMany;
  const excepted = ExceptErrorMessages.map((text) => lengthFault('ExceptErrorMessages', text, MOST_LENGTH));
  return lengthFault('ErrorMessage', ErrorMessage ?? '', MOST_LENGTH) ?? excepted.find((fault) => fault !== undefined);
}

function lengthFault(name: string, text: string, most: number): string | undefined {
  return text.length > most ? `${name} must not be longer than ${most} characters` : undefined;
}

function ignoredJson(ignored: IgnoredFailure): Ignored {
  return {
    processDefinitionKey: ignored.key,
    activityId: ignored.activityId,
    errorCode: ignored.code,
    errorMessage: ignored.message,
    exceptErrorMessages: [...(ignored.exceptMessages ?? [])],
    reason: ignored.reason,
    until: ignored.endsAt && formatTimestamp(ignored.endsAt),
    ignoredBy: ignored.ignoredBy,
    ignoredAt: formatTimestamp(ignored.ignoredAt),
    incidentCount: ignored.incidents,
    failedInstanceCount: ignored.failed,
    lastFailedAt: ignored.lastAt && formatTimestamp(ignored.lastAt),
  };
}

/** Each shard has all groups and counts its failures (docs/contributing/spec/shards.md#lists). */
function combinedLists(lists: readonly { readonly items: readonly Ignored[] }[]): ResponseBody<typeof ignoredList> {
  const groups = new Map<string, Ignored>();
  for (const item of lists.flatMap(({ items }) => items)) {
    const { processDefinitionKey, activityId, errorCode, errorMessage, exceptErrorMessages } = item;
    const name = JSON.stringify([processDefinitionKey, activityId, errorCode, errorMessage, exceptErrorMessages]);
    const known = groups.get(name);
    groups.set(name, known === undefined ? item : added(known, item));
  }
  return { items: [...groups.values()] };
}

function added(a: Ignored, b: Ignored): Ignored {
  const [lastFailedAt = null] = [a.lastFailedAt, b.lastFailedAt]
    .filter((at) => at !== null)
    .sort()
    .reverse();
  return {
    ...a,
    incidentCount: a.incidentCount + b.incidentCount,
    failedInstanceCount: a.failedInstanceCount + b.failedInstanceCount,
    lastFailedAt,
  };
}
