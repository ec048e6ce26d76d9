import { expect } from 'chai';
import { expectJson } from './http/expect-answer.ts';
import { get, post } from './http/http-client.ts';
import { deploy, type State, start, stateOf, until } from './http/steps.ts';
import { customTask, withZeebe } from './models/custom-task-models.ts';
import { script, sequence } from './models/models.ts';
import { type StubServer, startStub } from './servers/stub-server.ts';
import { startService, type TestService } from './service.ts';

/** Variables that repair an instance whose script fails until `ready` is set. */
export const READY = { ready: { by: 'ann' } };
const INCIDENTS = 'isExecutable="true" onFailure="incident"';

/** A task that calls the server of the tests. */
export const charge = (id = 'charge', outputs: Record<string, string> = {}) =>
  customTask(id, 'rest-call', { inputs: { method: 'POST', url: '=url' }, outputs });
/** A script that fails until the instance is repaired. */
export const risk = (id = 'risk') => script(id, 'done = ready.by');
export const charged = (key: string, ...nodes: readonly string[]) => withZeebe(sequence(key, charge(), ...nodes));
export const withIncidents = (xml: string) => xml.replace('isExecutable="true"', INCIDENTS);

/**
 * For the tests of one block: a service, a server that counts the calls of its instances, and steps with both. They start before the tests, and
 * stop after them.
 */
export function countedRepairs() {
  let service: TestService;
  let stub: StubServer;
  /** paths whose next calls fail, and how many of them */
  const failing = new Map<string, number>();
  before(async () => {
    stub = await startStub(({ path }, response) => {
      const left = failing.get(path) ?? 0;
      failing.set(path, left - 1);
      response.writeHead(left > 0 ? 402 : 200, { 'content-type': 'application/json' }).end('{"ok":1}');
    });
    service = await startService({ env: { Plugins__RestCall__DenyPrivateNetworks: 'false' } });
  });
  after(async () => {
    await service.stop();
    await stub.close();
  });

  let cases = 0;
  /** Starts an instance with a separate path. Returns its id and the calls to this path. */
  async function begin(key: string, more: object = {}) {
    cases += 1;
    const path = `/${key}-${cases}`;
    const instanceId = await start(service.url, key, { Variables: { url: stub.url + path, ...more } });
    return { instanceId, path, calls: () => stub.requests.filter((request) => request.path === path) };
  }
  const act = async (instanceId: string, verb: string, body: object = {}) => {
    const answer = await post(service.url, `/Instances/${instanceId}/${verb}`, body);
    expect(answer.status, answer.text).to.equal(200);
    return answer.text === '' ? undefined : expectJson(answer);
  };
  const become = (instanceId: string, is: (state: State) => boolean) => until(() => stateOf(service.url, instanceId), is);
  const failed = (instanceId: string) => become(instanceId, ({ isFailed }) => isFailed);
  const completed = (instanceId: string) => become(instanceId, ({ isCompleted, isFailed }) => isCompleted && !isFailed);
  const at = (instanceId: string, ...ids: readonly string[]) =>
    become(instanceId, ({ activeActivityIds }) => [...activeActivityIds].sort().join() === [...ids].sort().join());
  const incidentOf = async (instanceId: string) => {
    const found = await until(
      async () => expectJson(await get(service.url, `/Incidents?filters=InstanceId==${instanceId}`)).items,
      (items) => items.length === 1,
    );
    return found[0].incidentId as string;
  };
  const variablesOf = async (instanceId: string) => (await stateOf(service.url, instanceId)).variableStates[0]?.variables ?? {};

  /** Deploys, lets the instance fail, retries it and lets it complete; gives how often the server was called before and in all. */
  async function callsOf(xml: string, key: string, repaired: object = READY, more: object = {}): Promise<readonly number[]> {
    await deploy(service.url, xml);
    const { instanceId, calls } = await begin(key, more);
    await failed(instanceId);
    const before = calls().length;
    expect(await act(instanceId, 'revive', { Variables: repaired })).to.include({
      WorkflowInstanceId: instanceId,
      IsFork: false,
    });
    await completed(instanceId);
    return [before, calls().length];
  }
  return {
    service: {
      get url() {
        return service.url;
      },
    },
    stub: {
      get url() {
        return stub.url;
      },
      get requests() {
        return stub.requests;
      },
    },
    failing,
    begin,
    act,
    become,
    failed,
    completed,
    at,
    incidentOf,
    variablesOf,
    callsOf,
  };
}
