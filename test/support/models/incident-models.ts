import { expectJson } from '../http/expect-answer.ts';
import { get } from '../http/http-client.ts';
import { start } from '../http/steps.ts';
import { customTask, withZeebe } from './custom-task-models.ts';
import { documentOf, flow } from './models.ts';

/** The attribute with which a process asks for incidents. */
const ON_FAILURE = 'isExecutable="true" onFailure="incident"';

/** A script that fails until `ready` is set, behind an exclusive gateway that chooses by it. Key: `stuck`. */
export const STUCK = documentOf(
  `<process id="stuck" ${ON_FAILURE}><startEvent id="start"/><scriptTask id="work" scriptFormat="javascript"><script>${'done = missing.name'}` +
    `</script></scriptTask><endEvent id="end"/>${flow('f1', 'start', 'work')}${flow('f2', 'work', 'end')}</process>`,
);

/** A choice that has no way out until `ready` is true: an incident that costs little. Key: `undecided`. */
export const UNDECIDED = documentOf(
  `<process id="undecided" ${ON_FAILURE}><startEvent id="start"/><exclusiveGateway id="choose"/><endEvent id="end"/>${flow('f1', 'start', 'choose')}` +
    '<sequenceFlow id="f2" sourceRef="choose" targetRef="end"><conditionExpression>ready == true</conditionExpression></sequenceFlow></process>',
);

const choice = (id: string) =>
  `<exclusiveGateway id="${id}"/>${flow(`to-${id}`, 'split', id)}` +
  `<sequenceFlow id="of-${id}" sourceRef="${id}" targetRef="end"><conditionExpression>ready == true</conditionExpression></sequenceFlow>`;
/** Two incidents in each instance until `ready` is true. Key: `pair`. */
export const PAIR = documentOf(
  `<process id="pair" ${ON_FAILURE}><startEvent id="start"/><parallelGateway id="split"/>` +
    `${choice('a')}${choice('b')}<endEvent id="end"/>${flow('f0', 'start', 'split')}</process>`,
);

/** Three parallel branches: a custom task, a user task and a plain task. */
export function threeBranches(key: string, taskType: string): string {
  const nodes =
    '<startEvent id="start"/><parallelGateway id="split"/>' +
    customTask('charge', taskType, { inputs: { amount: '=amount' }, outputs: { receipt: '=receipt' }, retries: '1' }) +
    '<userTask id="approve"/><task id="pack"/><parallelGateway id="join"/><endEvent id="end"/>';
  const flows = [
    ...[flow('f0', 'start', 'split'), flow('f1', 'split', 'charge'), flow('f2', 'split', 'approve'), flow('f3', 'split', 'pack')],
    ...[flow('f4', 'charge', 'join'), flow('f5', 'approve', 'join'), flow('f6', 'pack', 'join'), flow('f7', 'join', 'end')],
  ];
  return withZeebe(documentOf(`<process id="${key}" ${ON_FAILURE}>${nodes}${flows.join('')}</process>`));
}

/** A separate incident in an instance of {@link STUCK}; gives its id. */
export async function raisedIncident(url: string): Promise<string> {
  const instanceId = await start(url, 'stuck');
  const { items } = expectJson(await get(url, `/Incidents?filters=InstanceId==${instanceId}`));
  return items[0].incidentId;
}
