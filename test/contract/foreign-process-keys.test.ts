// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of BPMN models are written like that
import { expect } from 'chai';
import { nameOf } from '../../src/api/endpoint.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { connectHttp } from '../support/mcp/mcp-client.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { decision, decisionFile, literal } from '../support/models/decisions.ts';
import { messageWait } from '../support/models/event-models.ts';
import { documentOf, flow, sequence, userTask } from '../support/models/models.ts';
import { type ClerkAndChief, sense, startClerkAndChief } from '../support/sign-in/clerk-and-chief.ts';

const SETTINGS = {
  Authorization__Rules: ['admin=chiefs', ...['operator', 'author', 'admin'].map((role) => `${role}:order-*=clerks`)].join(','),
  Feed__Enabled: 'true',
  Audit__Enabled: 'true',
  Audit__Acts: 'operator,client,worker',
  Mcp__Enabled: 'true',
};
/** All foreign names, values and texts contain this word. */
const FOREIGN = /bill/i;
const stuck = (key: string) =>
  documentOf(
    `<process id="${key}" isExecutable="true" onFailure="incident"><startEvent id="start"/><scriptTask id="${key}-work" scriptFormat="javascript">` +
      `<script>done = missing.name</script></scriptTask><endEvent id="end"/>${flow('f1', 'start', `${key}-work`)}${flow('f2', `${key}-work`, 'end')}</process>`,
  );
/** One of everything that can be read. */
const modelsOf = (prefix: string) => [
  sequence(`${prefix}-review`, userTask(`${prefix}-check`)),
  oneTask(`${prefix}-work`, `${prefix}-pack`),
  messageWait(`${prefix}-wait`, `${prefix}-catch`, `${prefix} paid`),
  stuck(`${prefix}-stuck`),
];
// an expression gives the process of the call, so that the model does not contain its key
const CALLER = sequence('order-call', '<callActivity id="call" calledElement="${first}${second}"/>');

interface Made {
  readonly review: string;
  readonly stuck: string;
  readonly task: string;
  readonly incident: string;
  readonly letter: string;
  readonly batch: string;
}

describe('roles for some process keys: no read shows data of other keys (docs/contributing/spec/roles.md#key-patterns)', () => {
  let world: ClerkAndChief;
  let own: Made;
  let foreign: Made;
  let caller: string;
  before(async () => {
    world = await startClerkAndChief([...modelsOf('bill'), ...modelsOf('order'), CALLER], SETTINGS);
    [foreign, own] = [await makeAll('bill'), await makeAll('order')];
    const Variables = { first: 'bi', second: 'll-review' };
    caller = await world.start('order-call', { Variables });
    await eventually('the called instance is projected', async () => {
      const { items } = expectJson(await world.ask(world.chief, `/Instances/${caller}/waiting`));
      return items[0]?.called?.processDefinitionKey === 'bill-review' ? true : undefined;
    });
  });
  after(() => world?.stop());

  async function makeAll(prefix: string): Promise<Made> {
    const { ask, send, chief, start } = world;
    const DmnXml = decisionFile(decision(`${prefix}-fee`, literal(`"${prefix} fee"`)));
    expectJson(await send(chief, '/Decisions/deploy', { DmnXml }));
    expectJson(await send(chief, `/Decisions/${prefix}-fee/evaluate`, { Variables: { [`${prefix}Amount`]: 1 } }));
    const more = { BusinessId: `${prefix}-7`, Variables: { [`${prefix}Value`]: `${prefix} text` } };
    const review = await start(`${prefix}-review`, more);
    await start(`${prefix}-work`, more);
    await start(`${prefix}-wait`, more);
    const failed = await start(`${prefix}-stuck`, more);
    const task = await world.taskOf(review);
    await send(chief, `/UserTasks/${task}/comments`, { Text: `${prefix} comment` });
    const incident = await eventually('the incident', async () => {
      const { items } = expectJson(await ask(chief, `/Incidents?filters=InstanceId==${failed}`));
      return items[0]?.incidentId as string | undefined;
    });
    const letter = await parkLetter(world.service.databaseUrl, parkedStart(`${prefix}-review`), undefined, `Error: ${prefix}`);
    await send(chief, '/Incidents/ignore', { ProcessDefinitionKey: `${prefix}-stuck`, Reason: `${prefix} text` });
    const { batchId: batch } = expectJson(await send(chief, '/Batches', { Operation: 'retry', Ids: [incident] }));
    return { review, stuck: failed, task, incident, letter, batch };
  }

  /** The paths of each endpoint for data of one prefix. */
  const PATHS: Readonly<Record<string, (made: Made, prefix: string) => readonly string[]>> = {
    'GET /Definitions': (_, p) => ['/Definitions?pageSize=100', `/Definitions?filters=ProcessDefinitionKey==${p}-review`],
    'GET /Definitions/{key}/instances': (_, p) => [`/Definitions/${p}-review/instances`],
    'GET /Definitions/{key}/{version}/instances': (_, p) => [`/Definitions/${p}-review/1/instances`],
    'GET /Definitions/start-forms': () => ['/Definitions/start-forms'],
    'GET /Definitions/{key}/{version}/xml': (_, p) => [`/Definitions/${p}-review/1/xml`],
    'GET /Decisions': (_, p) => ['/Decisions', `/Decisions?filters=DecisionKey==${p}-fee`],
    'GET /Decisions/{key}': (_, p) => [`/Decisions/${p}-fee`],
    'GET /Decisions/{key}/evaluations': (_, p) => [`/Decisions/${p}-fee/evaluations`],
    'GET /Decisions/{key}/{version}/xml': (_, p) => [`/Decisions/${p}-fee/1/xml`],
    'GET /Instances': (_, p) => [
      '/Instances?pageSize=100',
      `/Instances?businessId=${p}-7`,
      `/Instances?filters=ProcessDefinitionKey==${p}-review`,
      `/Instances?filters=ParentInstanceId==${caller}`,
    ],
    'GET /Instances/{instanceId}/state': ({ review }) => [`/Instances/${review}/state`, `/Instances/${review}/state?page=1`],
    'GET /Instances/{instanceId}/history': ({ review }) => [`/Instances/${review}/history`],
    'GET /Instances/{instanceId}/decisions': ({ review }) => [`/Instances/${review}/decisions`],
    'GET /Instances/{instanceId}/waiting': ({ review }) => [`/Instances/${review}/waiting`],
    'GET /UserTasks': () => ['/UserTasks?pageSize=100'],
    'GET /UserTasks/{activityInstanceId}': ({ task }) => [`/UserTasks/${task}`],
    'GET /UserTasks/{activityInstanceId}/comments': ({ task }) => [`/UserTasks/${task}/comments`],
    'GET /custom-tasks': () => ['/custom-tasks'],
    'GET /custom-tasks/{taskType}': (_, p) => [`/custom-tasks/${p}-pack`],
    'GET /OpenCustomTasks': () => ['/OpenCustomTasks?pageSize=100'],
    'GET /Incidents': ({ stuck: id }) => ['/Incidents', `/Incidents?filters=InstanceId==${id}`],
    'GET /Incidents/ignored': () => ['/Incidents/ignored'],
    'GET /Incidents/{incidentId}': ({ incident }) => [`/Incidents/${incident}`],
    'GET /DeadLetters': () => ['/DeadLetters'],
    'GET /DeadLetters/{deadLetterId}': ({ letter }) => [`/DeadLetters/${letter}`],
    'GET /Audit': (_, p) => ['/Audit?pageSize=100', `/Audit?filters=ProcessKey==${p}-review`],
    'GET /Audit/csv': () => ['/Audit/csv'],
    'GET /Batches': () => ['/Batches'],
    'GET /Batches/{batchId}': ({ batch }) => [`/Batches/${batch}`],
    'GET /Batches/{batchId}/items': ({ batch }) => [`/Batches/${batch}/items`],
    'GET /Events': ({ review }, p) => [
      '/Events?after=0&limit=10000',
      `/Events?after=0&instance=${review}`,
      `/Events?after=0&keys=${p}-*`,
      `/Events?after=0&businessId=${p}-7`,
    ],
  };
  /** Endpoints without a table of paths, and the reason. */
  const OTHERS: Readonly<Record<string, string>> = {
    'GET /Events/stream': 'has a test of its own',
    'GET /metrics': 'anonymous: for the network of the service only',
    'GET /docs/swagger-ui-bundle.js': 'a file of a package',
    'GET /docs/swagger-ui.css': 'a file of a package',
  };
  const reads = ENDPOINTS.filter(({ method }) => method === 'GET');

  it('cover every endpoint that reads', () => {
    const missing = reads.filter((endpoint) => endpoint.permission !== 'nothing' && endpoint.keepsKeys === true);
    expect(missing.map(nameOf).filter((name) => !(name in PATHS) && !(name in OTHERS))).to.deep.equal([]);
  });

  it('show own data and nothing foreign when lists and own data are read', async () => {
    const made: Made = own;
    for (const [endpoint, paths] of Object.entries(PATHS)) {
      for (const path of paths(made, 'order')) {
        const { status, text } = await world.ask(world.clerk, path);
        const isCatalog = endpoint === 'GET /custom-tasks/{taskType}';
        expect([path, status]).to.deep.equal([path, isCatalog ? 404 : 200]);
        expect(FOREIGN.test(text), `${path}: ${text}`).to.equal(false);
      }
    }
    for (const part of ['state', 'history', 'waiting', 'decisions']) {
      const { text } = await world.ask(world.clerk, `/Instances/${caller}/${part}`);
      expect(FOREIGN.test(text), `${part} of a caller: ${text}`).to.equal(false);
    }
  });

  it('answer the same of foreign data as of data that does not exist', async () => {
    const nothing: Made = {
      review: UNKNOWN_ID,
      stuck: UNKNOWN_ID,
      task: UNKNOWN_ID,
      incident: UNKNOWN_ID,
      letter: UNKNOWN_ID,
      batch: UNKNOWN_ID,
    };
    for (const paths of Object.values(PATHS)) {
      const absent = paths(nothing, 'none');
      for (const [n, path] of paths(foreign, 'bill').entries()) {
        const [there, gone] = [sense(await world.ask(world.clerk, path)), sense(await world.ask(world.clerk, absent[n] ?? ''))];
        const text = JSON.stringify(there).replaceAll('bill-', 'none-');
        expect([path, text]).to.deep.equal([path, JSON.stringify(gone)]);
        if (there[0] === 200) expect(FOREIGN.test(String(there[1])), `${path}: ${there[1]}`).to.equal(false);
      }
    }
  });

  it('refuse endpoints that are not limited to keys, and anonymous ones have nothing of instances', async () => {
    const others = reads.filter((endpoint) => !(nameOf(endpoint) in PATHS) && !(nameOf(endpoint) in OTHERS));
    for (const { permission, pattern } of others) {
      const path = pattern.replace(/\{[^}]*\}/g, 'x');
      const { status, text } = await world.ask(world.clerk, path);
      if (permission !== 'nothing') expect([pattern, status]).to.deep.equal([pattern, 403]);
      expect(/bill-|bill text/i.test(text), pattern).to.equal(false);
    }
  });

  it('stream events of these keys alone', async () => {
    const stop = new AbortController();
    const url = `${world.service.url}/Events/stream?after=0`;
    const { body } = await fetch(url, { headers: world.clerk, signal: stop.signal });
    const later = world.start('bill-review').then(() => world.start('order-review', { BusinessId: 'order-last' }));
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      if (text.includes('order-last')) break;
    }
    stop.abort();
    await later;
    expect(text).to.contain(own.review);
    expect(FOREIGN.test(text), text.match(/.{0,80}bill.{0,80}/i)?.[0]).to.equal(false);
  });

  it('show assistants these keys alone', async () => {
    const mcp = await connectHttp(world.service.url, () => world.clerk);
    try {
      const { review, task, incident } = foreign;
      const calls: readonly [tool: string, given?: object][] = [
        ['list_definitions'],
        ['find_instances'],
        ['find_instances', { businessId: 'bill-7' }],
        ['explain_waiting', { instanceId: caller }],
        ['get_instance', { instanceId: review }],
        ['get_instance_history', { instanceId: review }],
        ['list_incidents'],
        ['explain_incident', { incidentId: incident }],
        ['list_user_tasks'],
        ['list_task_comments', { taskId: task }],
      ];
      for (const [tool, given] of calls) {
        const reply = await mcp.call(tool, given);
        const text = JSON.stringify(reply);
        expect(FOREIGN.test(text), `${tool}: ${text}`).to.equal(false);
      }
      expect(FOREIGN.test((await mcp.toolNames()).join())).to.equal(false);
    } finally {
      await mcp.close();
    }
  });
});
