import { asking, quoted, refusalOf } from '../answers.ts';
import { type ApiCaller, jsonOf, memberOf } from '../api-caller.ts';
import {
  type Arguments,
  argumentsOf,
  CONTINUES,
  filterTerm,
  id,
  idempotencyKey,
  name,
  numberOf,
  objectOf,
  page,
  processKey,
  READS,
  type Tool,
  type ToolAnswer,
  textOf,
  variables,
} from '../tool.ts';
import { pageText } from './instances.ts';

const PAGE_SIZE = '25';

/** Effects by `retryDoes` (docs/contributing/spec/incidents.md#what-is-repeated). */
const RETRY_DOES: ReadonlyMap<string, string> = new Map([
  ['enter', 'enters the element again, with the current variables'],
  ['job', 'creates the job again, with new attempts and newly mapped inputs'],
  ['store', 'stores the same result again; the work is not repeated'],
  ['storeGiven', 'stores the same result again; the work is not repeated'],
  ['occur', 'stores the data of the event again'],
  ['leave', 'leaves the element again; its work is not repeated'],
  ['throw', 'continues with the thrown event; earlier events are not thrown again'],
  ['join', 'evaluates the condition of the gateway'],
  ['loop', 'evaluates the condition of the loop'],
  ['adHoc', 'evaluates the condition of the ad-hoc sub-process'],
  ['lead', 'creates the ad-hoc job of the sub-process again'],
  ['body', 'maps the outputs of the sub-process'],
  ['listen', 'runs the failed listener again, then the following ones'],
  ['condition', 'evaluates the condition of the event'],
  ['arm', 'lets the event wait again'],
  ['wait', 'changes nothing: the task is open'],
  ['run', 'continues the run that reached its step limit'],
  ['begin', 'starts the process'],
  ['end', 'ends the instance'],
]);

const listIncidents: Tool = {
  name: 'list_incidents',
  title: 'List incidents',
  description: 'Lists failures that wait for an operator, the latest first. All that is given has to fit.',
  input: argumentsOf({
    processKey,
    instanceId: id('the instance'),
    activityId: name('The id of the element that has failed.'),
    errorCode: name('The code of the failure.'),
    page,
  }),
  effect: READS,
  run: (given, api) => {
    const filters = [
      ...filterTerm('ProcessKey', '==', textOf(given, 'processKey')),
      ...filterTerm('InstanceId', '==', textOf(given, 'instanceId')),
      ...filterTerm('ActivityId', '==', textOf(given, 'activityId')),
      ...filterTerm('ErrorCode', '==', textOf(given, 'errorCode')),
    ];
    const query = {
      page: numberOf(given, 'page'),
      pageSize: PAGE_SIZE,
      filters: filters.length === 0 ? undefined : filters.join(','),
    };
    return asking(api, { method: 'GET', path: '/Incidents', query }, (found) => ({
      summary: pageText(found, 'incident'),
      data: found,
    }));
  },
};

const explainIncident: Tool = {
  name: 'explain_incident',
  title: 'Explain an incident',
  description: 'Shows where and why an activity failed, how often, and the effect of a retry.',
  input: argumentsOf({ incidentId: id('the incident') }, ['incidentId']),
  effect: READS,
  run: (given, api) =>
    asking(api, { method: 'GET', path: pathOf(given) }, (incident) => ({ summary: incidentText(incident), data: incident })),
};

const retryIncident: Tool = {
  name: 'retry_incident',
  title: 'Retry an incident',
  description: 'Retries the failed step. It may fail again: the answer shows whether the incident is still open.',
  input: argumentsOf({ incidentId: id('the incident'), idempotencyKey }, ['incidentId']),
  effect: CONTINUES,
  run: (given, api) => handle(given, api, 'retry', {}),
};

const resolveIncident: Tool = {
  name: 'resolve_incident',
  title: 'Resolve an incident',
  description: 'Continues the token as if the failed work were done. The variables are its result.',
  input: argumentsOf({ incidentId: id('the incident'), variables, idempotencyKey }, ['incidentId']),
  effect: CONTINUES,
  run: (given, api) => handle(given, api, 'resolve', { Variables: objectOf(given, 'variables') }),
};

export const incidentTools: readonly Tool[] = [listIncidents, explainIncident, retryIncident, resolveIncident];

/** Reads the incident afterwards, to report whether it is open again. */
async function handle(given: Arguments, api: ApiCaller, action: 'retry' | 'resolve', body: object): Promise<ToolAnswer> {
  const done = await api({
    method: 'POST',
    path: `${pathOf(given)}/${action}`,
    body,
    idempotencyKey: textOf(given, 'idempotencyKey'),
  });
  if (done.status !== 200) return refusalOf(done);
  const after = await api({ method: 'GET', path: pathOf(given) });
  if (after.status !== 200) {
    const isGone = after.status === 404 ? ' The incident is gone.' : '';
    return { summary: `The ${action === 'retry' ? 'retry' : 'resolution'} is done.${isGone}` };
  }
  const open = jsonOf(after);
  return { summary: `It is done, and the incident is open again. ${incidentText(open)}`, data: open };
}

function incidentText(incident: unknown): string {
  const of = (member: string) => memberOf(incident, member);
  const does = RETRY_DOES.get(String(of('retryDoes')));
  const times = Number(of('count'));
  return (
    `${quoted(of('activityId'))} of process ${quoted(of('processDefinitionKey'))} has failed ${times === 1 ? 'once' : `${times} times`}` +
    ` with code ${quoted(of('errorCode'))}: ${quoted(of('errorMessage'))}.${does === undefined ? '' : ` A retry ${does}.`}`
  );
}

function pathOf(given: Arguments): string {
  return `/Incidents/${encodeURIComponent(textOf(given, 'incidentId') ?? '')}`;
}
