import { asking, quoted, refusalOf } from '../answers.ts';
import { jsonOf, listOf, memberOf } from '../api-caller.ts';
import {
  ADDS,
  argumentsOf,
  businessId,
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
  textOf,
  variables,
  version,
} from '../tool.ts';

const PAGE_SIZE = '25';
/** Waits in the text; the data contains all. */
const MOST_SENTENCES = 20;

const findInstances: Tool = {
  name: 'find_instances',
  title: 'Find instances',
  description: 'Finds instances of all processes, the newest first. All that is given has to fit.',
  input: argumentsOf({
    processKey,
    status: { type: 'string', enum: ['Running', 'Completed', 'Cancelled', 'Failed'] },
    businessId,
    activityId: name('The id of an element where the instance is active, or where it failed.'),
    errorCode: name('The code of the failure.'),
    page,
  }),
  effect: READS,
  run: (given, api) => {
    const filters = [
      ...filterTerm('ProcessDefinitionKey', '==', textOf(given, 'processKey')),
      ...filterTerm('Status', '==', textOf(given, 'status')),
      ...filterTerm('ActivityId', '==', textOf(given, 'activityId')),
      ...filterTerm('ErrorCode', '==', textOf(given, 'errorCode')),
    ];
    const query = {
      page: numberOf(given, 'page'),
      pageSize: PAGE_SIZE,
      businessId: textOf(given, 'businessId'),
      filters: filters.length === 0 ? undefined : filters.join(','),
    };
    return asking(api, { method: 'GET', path: '/Instances', query }, (found) => ({
      summary: pageText(found, 'instance'),
      data: found,
    }));
  },
};

const getInstance: Tool = {
  name: 'get_instance',
  title: 'Show an instance',
  description: 'Shows the state of an instance: active elements, variables and ended activities.',
  input: argumentsOf({ instanceId: id('the instance'), page }, ['instanceId']),
  effect: READS,
  run: (given, api) => {
    const query = { page: numberOf(given, 'page') ?? '1', pageSize: PAGE_SIZE };
    return asking(api, { method: 'GET', path: pathOf(given, 'state'), query }, (state) => ({
      summary: stateText(state),
      data: state,
    }));
  },
};

const getHistory: Tool = {
  name: 'get_instance_history',
  title: 'Show what happened in an instance',
  description: 'Lists the events of an instance, oldest first, page by page.',
  input: argumentsOf({ instanceId: id('the instance'), page }, ['instanceId']),
  effect: READS,
  run: (given, api) => {
    const query = { page: numberOf(given, 'page'), pageSize: PAGE_SIZE };
    return asking(api, { method: 'GET', path: pathOf(given, 'history'), query }, (history) => ({
      summary: pageText(history, 'event'),
      data: history,
    }));
  },
};

const explainWaiting: Tool = {
  name: 'explain_waiting',
  title: 'Explain why an instance waits',
  description: 'Describes in sentences what an instance waits for, or how it ended.',
  input: argumentsOf({ instanceId: id('the instance'), page }, ['instanceId']),
  effect: READS,
  run: (given, api) => {
    const query = { page: numberOf(given, 'page'), pageSize: PAGE_SIZE };
    return asking(api, { method: 'GET', path: pathOf(given, 'waiting'), query }, (waiting) => ({
      summary: waitingText(waiting),
      data: waiting,
    }));
  },
};

const createInstance: Tool = {
  name: 'create_instance',
  title: 'Start an instance',
  description:
    'Starts an instance of any process. If a process has a start form, use its own tool, which has the fields of the form.',
  input: argumentsOf({ processKey, variables, businessId, version, idempotencyKey }, ['processKey']),
  effect: ADDS,
  run: async (given, api) => {
    const reply = await api({
      method: 'POST',
      path: '/Execution/start',
      body: {
        WorkflowId: textOf(given, 'processKey'),
        Variables: objectOf(given, 'variables'),
        BusinessId: textOf(given, 'businessId'),
        ...(Object.hasOwn(given, 'version') && { Version: given['version'] }),
      },
      idempotencyKey: textOf(given, 'idempotencyKey'),
    });
    if (reply.status !== 200) return refusalOf(reply);
    const started = jsonOf(reply);
    return { summary: startedText(started), data: started };
  },
};

export const instanceTools: readonly Tool[] = [findInstances, getInstance, getHistory, explainWaiting, createInstance];

/** `started`: JSON of the start endpoint. */
export function startedText(started: unknown): string {
  return `An instance was started. Its id is ${quoted(memberOf(started, 'WorkflowInstanceId'))}. Ask explain_waiting what it waits for.`;
}

/** Total and number of items on the page. `what`: noun in the singular. */
export function pageText(list: unknown, what: string, member = 'items'): string {
  const shown = listOf(list, member).length;
  const total = Number(memberOf(list, 'totalCount') ?? shown);
  const isExact = memberOf(list, 'isTotalCountExact') !== false;
  const all = `There ${total === 1 ? 'is' : 'are'} ${total} ${what}${total === 1 ? '' : 's'}${isExact ? '' : ' or more'}`;
  return shown >= total ? `${all}.` : `${all}; this is page ${String(memberOf(list, 'page'))}, with ${shown}.`;
}

function pathOf(given: Readonly<Record<string, unknown>>, part: string): string {
  return `/Instances/${encodeURIComponent(textOf(given, 'instanceId') ?? '')}/${part}`;
}

function stateText(state: unknown): string {
  const is = (flag: string) => memberOf(state, flag) === true;
  if (is('isFailed')) return 'The instance has failed.';
  if (is('isCancelled')) return 'The instance was cancelled.';
  if (is('isCompleted')) return 'The instance has ended well.';
  const at = listOf(state, 'activeActivityIds').slice(0, MOST_SENTENCES).map(quoted).join(', ');
  const held = is('isSuspended') ? ' It is suspended: nothing moves until it is resumed.' : '';
  return `The instance is running${at === '' ? '' : `, at ${at}`}.${held}`;
}

function waitingText(waiting: unknown): string {
  const status = String(memberOf(waiting, 'status'));
  if (status !== 'Running') {
    const failure = memberOf(waiting, 'failure');
    const reason = memberOf(failure, 'message') ?? memberOf(waiting, 'cancellationReason');
    return `The instance has ended: ${quoted(status)}${typeof reason === 'string' ? `, ${quoted(reason)}` : ''}.`;
  }
  const items = listOf(waiting, 'items');
  const sentences = items.slice(0, MOST_SENTENCES).map((item) => `- ${quoted(memberOf(item, 'text'))}`);
  return [`The instance is running. ${pageText(waiting, 'reason')}`, ...sentences].join('\n');
}
