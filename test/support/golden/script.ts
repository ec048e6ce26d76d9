import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { Caller } from '../../../src/engine/events/records.ts';
import type { Instruction } from '../../../src/engine/migration/modifications.ts';
import type { UserTaskEdit } from '../../../src/engine/model.ts';
import { type InstanceState, ownJobOf, type SubscriptionState } from '../../../src/engine/state.ts';
import type { Variables } from '../../../src/engine/values.ts';
import * as commands from '../given-when-then.ts';
import type { Driver, Stimulus } from '../given-when-then-driver.ts';

/**
 * Content of a line of a script.json. Exactly one of the commands; activity instances are named by their element, iterations `ask#2`. A message or signal goes to
 * every open subscription that waits for it, in order of arming, as the service would deliver it: none, and the line does nothing.
 */
export interface Scripted {
  /** start variables; `at`: element that an event starts the instance at; `caller`: what a child knows of its callers */
  readonly start?: Variables;
  readonly at?: string;
  readonly caller?: Caller['catches'];
  readonly complete?: string;
  readonly claim?: string;
  readonly unclaim?: string;
  /** changes a task; `changes`: members of the edit */
  readonly editUserTask?: string;
  readonly changes?: UserTaskEdit;
  readonly completeUserTask?: string;
  readonly failUserTask?: string;
  readonly cancelUserTask?: string;
  readonly message?: string;
  readonly signal?: string;
  /** element whose oldest open timer is due; the clock moves on to that time, `late` seconds further */
  readonly timer?: string;
  readonly completeJob?: string;
  readonly failJob?: string;
  readonly childStarted?: string;
  readonly childCompleted?: string;
  readonly childFailed?: string;
  readonly childCancelled?: string;
  readonly childEscalated?: string;
  /** element, or key of the process, whose incident is tried again, or counts as done with these variables */
  readonly retry?: string;
  readonly resolve?: string;
  /** reason */
  readonly cancelInstance?: string;
  /** new values; `of`: element with the scope, absent: the instance */
  readonly editVariables?: Variables;
  readonly removed?: readonly string[];
  readonly of?: string;
  /** moves tokens; `reason` of what is cancelled */
  readonly modify?: readonly Moved[];
  /** pairs of ids: migrates to another version with the same model; `timers`: evaluated again */
  readonly migrate?: readonly (readonly [from: string, to: string])[];
  readonly timers?: 'keep' | 'renew';
  /** reasons of an operator */
  readonly suspend?: string;
  readonly resume?: string;
  readonly catchUp?: true;
  /** with `start`: suspended by its key before the first step, with this reason; `resumeKey` ends that, `continueRun` continues the stored run */
  readonly held?: string;
  readonly resumeKey?: string;
  readonly continueRun?: true;
  /** number of an earlier line, from 1: the very same commands come again (delivered twice, or too late) */
  readonly again?: number;

  readonly key?: string;
  readonly late?: number;
  readonly user?: string;
  readonly code?: string;
  readonly reason?: string;
  readonly variables?: Variables;
}

/** One instruction: exactly one of `cancel`, `cancelAll`, `before` and `after`. `in`: the element whose oldest entry is the scope. */
interface Moved {
  /** `ask#2`: that iteration */
  readonly cancel?: string;
  readonly cancelAll?: string;
  readonly before?: string;
  readonly after?: string;
  readonly in?: string;
  readonly variables?: Variables;
}

/** Returns the commands of one line for the current state: one, except for messages and signals. */
export function commandsOf(line: Scripted, driver: Driver, earlier: readonly (readonly EngineCommand[])[]): EngineCommand[] {
  if (line.again !== undefined) return [...(earlier[line.again - 1] ?? [])];
  if (line.timer !== undefined) return [timer(driver, line.timer, line.late ?? 0)];
  if (line.migrate !== undefined) return [migration(driver, line.migrate, line.timers ?? 'keep')];
  if (line.message !== undefined || line.signal !== undefined) return deliveries(driver.state, line);
  const stimulus = stimulusOf(line) ?? childNotice(line, driver.state) ?? forIncident(line, driver.state);
  if (stimulus === undefined) throw new Error(`no command in ${JSON.stringify(line)}`);
  return [typeof stimulus === 'function' ? stimulus(driver.state) : stimulus];
}

function stimulusOf(line: Scripted): Stimulus | undefined {
  if (line.suspend !== undefined) return { type: 'SuspendInstance', by: 'operator', reason: line.suspend };
  if (line.resume !== undefined) return { type: 'ResumeInstance', by: 'operator', reason: line.resume };
  if (line.catchUp === true) return { type: 'CatchUp' };
  if (line.resumeKey !== undefined) return { type: 'ResumeInstance', by: 'processKey', reason: line.resumeKey };
  if (line.continueRun === true) return { type: 'ContinueRun' };
  const { start, complete, claim, unclaim, completeUserTask, failUserTask, cancelUserTask, cancelInstance } = line;
  if (start !== undefined) return startOf(start, line);
  if (complete !== undefined) return commands.complete(complete, line.variables);
  if (claim !== undefined) return commands.claim(claim, line.user);
  if (unclaim !== undefined) return commands.unclaim(unclaim);
  if (line.editUserTask !== undefined) return commands.editUserTask(line.editUserTask, line.changes ?? {});
  if (completeUserTask !== undefined) return commands.completeUserTask(completeUserTask, line.variables, line.user);
  if (failUserTask !== undefined) return commands.failUserTask(failUserTask, line.code);
  if (cancelUserTask !== undefined) return commands.cancelUserTask(cancelUserTask, line.reason);
  if (line.modify !== undefined) return move(line.modify, line.reason ?? null);
  if (line.editVariables !== undefined) return edit(line, line.editVariables);
  return cancelInstance === undefined ? undefined : { type: 'CancelInstance', reason: cancelInstance };
}

function migration(
  { model: before, state: { version } }: Driver,
  pairs: NonNullable<Scripted['migrate']>,
  timers: 'keep' | 'renew',
): EngineCommand {
  const order = { pairs: pairs.map(([from, to]) => ({ from, to })), timers, subscriptions: 'keep' } as const;
  return { type: 'MigrateInstance', definitionId: `other-${version + 1}`, version: version + 1, before, order };
}

function edit({ removed = [], of }: Scripted, values: Variables): Stimulus {
  return (state) => ({
    type: 'EditVariables',
    scope: of === undefined ? null : commands.entryOf(state, of),
    values,
    removed,
  });
}

function move(moved: readonly Moved[], reason: string | null): Stimulus {
  return (state) => ({ type: 'Modify', reason, instructions: moved.map((one) => instructionOf(state, one)) });
}

function instructionOf(state: InstanceState, { cancel, cancelAll, before, after, in: host, variables }: Moved): Instruction {
  if (cancel !== undefined) return { kind: 'cancelEntry', entry: commands.entryOf(state, cancel) };
  if (cancelAll !== undefined) return { kind: 'cancelElement', element: cancelAll };
  const kind = before === undefined ? 'startAfter' : 'startBefore';
  const scope = host === undefined ? null : commands.entryOf(state, host);
  return { kind, element: before ?? after ?? '', scope, ...(variables === undefined ? {} : { variables }) };
}

function startOf(variables: Variables, { at, caller, held }: Scripted): EngineCommand {
  const called = caller === undefined ? {} : { caller: { instanceId: 'parent', entry: 7, catches: caller, depth: 1 } };
  return {
    ...(commands.start(variables) as EngineCommand & { type: 'StartInstance' }),
    ...(at === undefined ? {} : { startElement: at }),
    ...called,
    ...(held !== undefined && { hold: { by: 'processKey' as const, reason: held } }),
  };
}

function childNotice(line: Scripted, state: InstanceState): EngineCommand | undefined {
  const { completeJob, failJob, childStarted, childCompleted, childFailed, childCancelled, childEscalated } = line;
  const { variables = {}, code = '500', reason = 'Cancelled by operator' } = line;
  const at = (element: string) => commands.entryOf(state, element);
  const job = (element: string) => ownJob(state, element) ?? at(element);
  if (completeJob !== undefined) return { type: 'CompleteJob', entry: job(completeJob), result: variables };
  if (failJob !== undefined) return { type: 'FailJob', entry: job(failJob), code, message: 'failed' };
  if (childStarted !== undefined)
    return { type: 'ChildStarted', entry: at(childStarted), childInstanceId: `child of ${childStarted}`, key: 'child' };
  if (childCompleted !== undefined) return { type: 'ChildCompleted', entry: at(childCompleted), variables };
  if (childFailed !== undefined) return { type: 'ChildFailed', entry: at(childFailed), code, message: 'failed' };
  if (childCancelled !== undefined) return { type: 'ChildCancelled', entry: at(childCancelled), reason };
  if (childEscalated !== undefined) return { type: 'ChildEscalated', entry: at(childEscalated), code, variables };
  return undefined;
}

function forIncident({ retry, resolve, variables = {} }: Scripted, state: InstanceState): EngineCommand | undefined {
  const element = retry ?? resolve;
  const incident = [...state.incidents.values()].find((one) => one.element === element)?.incident ?? 0;
  if (retry !== undefined) return { type: 'RetryIncident', incident };
  return resolve === undefined ? undefined : { type: 'ResolveIncident', incident, variables };
}

/** The open job of an entry, or of the process of this key, that has its own number. */
function ownJob(state: InstanceState, name: string): number | undefined {
  return ownJobOf(state, name === state.key ? null : commands.entryOf(state, name))?.ordinal;
}

function timer(driver: Driver, element: string, late: number): EngineCommand {
  const open = [...driver.state.subscriptions.values()].find((s) => s.subject.kind === 'timer' && s.element === element);
  if (open?.subject.kind !== 'timer') throw new Error(`'${element}' has no open timer`);
  driver.wait(open.subject.schedule.dueAt + late * 1000);
  return { type: 'FireTimer', subscription: open.ordinal };
}

function deliveries(state: InstanceState, { message, signal, key = '', variables = {} }: Scripted): EngineCommand[] {
  const waits = ({ subject }: SubscriptionState) =>
    (subject.kind === 'message' && subject.name === message && subject.key === key) ||
    (subject.kind === 'signal' && subject.name === signal);
  const open = [...state.subscriptions.values()].filter(waits);
  return open.map(({ ordinal }) => ({ type: 'Deliver', subscription: ordinal, variables }));
}
