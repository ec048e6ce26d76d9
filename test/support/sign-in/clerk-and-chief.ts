import { startApi } from '../../../src/api/main.ts';
import { startProjector } from '../../../src/projector/main.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { expectJson } from '../http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../http/http-client.ts';
import { startIssuer, type TestIssuer } from '../oidc-issuer.ts';
import { bearer, type SecuredService, startSecured } from './secured.ts';

/** The clerk may do everything but administer, with the keys that begin with `order-` and with `extra`. */
const RULES = {
  Authorization__Rules: [
    'admin=chiefs',
    'operator:shared-*=clerks',
    ...['viewer', 'worker', 'operator', 'author'].flatMap((role) => [`${role}:order-*=clerks`, `${role}:extra=clerks`]),
  ].join(','),
};
const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Authorization header of a user. */
export type Who = Record<string, string>;

/** A service with two users: a clerk with roles for some process keys, and a chief who may do everything. */
export interface ClerkAndChief {
  readonly service: SecuredService;
  readonly issuer: TestIssuer;
  readonly clerk: Who;
  readonly chief: Who;
  ask(who: Who, path: string): Promise<HttpAnswer>;
  send(who: Who, path: string, body?: object): Promise<HttpAnswer>;
  /** Starts an instance as the chief. */
  start(key: string, more?: object): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  state(instanceId: string): Promise<any>;
  taskOf(instanceId: string): Promise<string>;
  isOver(instanceId: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts the service and deploys models as the chief. `env` is added to the rules, and may replace them. */
export async function startClerkAndChief(
  models: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ClerkAndChief> {
  const issuer = await startIssuer({});
  const service = await startSecured(issuer.url, { ...RULES, ...env }, [startWorker, startProjector, startApi]);
  const clerk = bearer(await issuer.forge({ sub: 'clerk', preferred_username: 'clerk', roles: ['clerks'] }));
  const chief = bearer(await issuer.forge({ sub: 'chief', preferred_username: 'chief', roles: ['chiefs'] }));
  const ask = (who: Who, path: string) => get(service.url, path, who);
  const send = (who: Who, path: string, body: object = {}) => post(service.url, path, body, who);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  const state = async (id: string): Promise<any> => expectJson(await ask(chief, `/Instances/${id}/state`));
  for (const BpmnXml of models) expectJson(await send(chief, '/Definitions/deploy', { BpmnXml }));
  return {
    service,
    issuer,
    clerk,
    chief,
    ask,
    send,
    start: async (key, more = {}) =>
      expectJson(await send(chief, '/Execution/start', { WorkflowId: key, ...more })).WorkflowInstanceId,
    state,
    taskOf: async (id) => (await state(id)).activeActivities[0].activityInstanceId,
    isOver: async (id) => (await state(id)).isCompleted,
    async stop() {
      await service.stop();
      await issuer.close();
    },
  };
}

/** Status, type and text of an answer, without the ids that it names. */
export function sense({ status, text, headers }: HttpAnswer): readonly unknown[] {
  return [status, text.replace(GUIDS, 'ID'), headers['content-type']];
}
