import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { nextLookMs } from '../eventually.ts';
import { expectJson } from './expect-answer.ts';
import { get, post } from './http-client.ts';

/** Entry of the state snapshot, as far as tests name it. */
export interface Entry {
  readonly activityInstanceId: string;
  readonly activityId: string;
  readonly activityType: string;
  readonly isCancelled: boolean;
  readonly errorState: { readonly code: string; readonly message: string } | null;
  readonly cancellationReason: string | null;
  readonly childWorkflowInstanceId: string | null;
}

/** The state snapshot, as far as tests name it. */
export interface State {
  readonly activeActivityIds: readonly string[];
  readonly completedActivityIds: readonly string[];
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  readonly businessId: string | null;
  readonly processDefinitionId: string;
  readonly activeActivities: readonly Entry[];
  readonly completedActivities: readonly Entry[];
  readonly variableStates: readonly { readonly variablesId: string; readonly variables: Readonly<Record<string, unknown>> }[];
  readonly conditionSequences: readonly object[];
}

/** Deploys a model; gives the version. */
export async function deploy(url: string, bpmnXml: string): Promise<number> {
  return expectJson(await post(url, '/Definitions/deploy', { BpmnXml: bpmnXml })).Version;
}

/** Starts an instance of the latest version; gives its id. */
export async function start(url: string, key: string, more: object = {}): Promise<string> {
  return expectJson(await post(url, '/Execution/start', { WorkflowId: key, ...more })).WorkflowInstanceId;
}

/** The state of an instance; waits for the projection, so that lists are up to date for this instance afterwards. */
export async function stateOf(url: string, instanceId: string): Promise<State> {
  return expectJson(await get(url, `/Instances/${instanceId}/state`));
}

/** Id of the one active entry of an activity. */
export async function activeEntry(url: string, instanceId: string, activityId: string): Promise<string> {
  const { activeActivities } = await stateOf(url, instanceId);
  const entries = activeActivities.filter((entry) => entry.activityId === activityId);
  expect(entries, `active entries of ${activityId}`).to.have.length(1);
  return entries[0]?.activityInstanceId ?? '';
}

/** Starts an instance and gives the id of the user task it waits at. */
export async function startAtTask(url: string, key: string, activityId = 'review', more: object = {}): Promise<UserTaskPlace> {
  const instanceId = await start(url, key, more);
  return { instanceId, taskId: await activeEntry(url, instanceId, activityId) };
}

/** A waiting user task and its instance. */
export interface UserTaskPlace {
  readonly instanceId: string;
  readonly taskId: string;
}

/** Repeats a read until it is as wanted: the projection of a deploy has no other sign. Fails after a minute. */
export async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const begunAt = performance.now();
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    const passedMs = performance.now() - begunAt;
    if (passedMs > 60_000) throw new Error(`not as wanted after a minute: ${JSON.stringify(value)}`);
    await pause(nextLookMs(passedMs));
  }
}

/** A well-formed GUID that never exists. */
export const UNKNOWN_ID = '11111111-2222-4333-8444-555555555555';
export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
