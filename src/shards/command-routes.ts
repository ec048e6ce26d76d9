import type { Command, CommandKind } from '../messages/commands.ts';
import { shardOf } from '../platform/ids.ts';

/**
 * See docs/contributing/spec/shards.md#routes-of-commands. A number: that shard. `chosen`: one of all, by the id of the command. `definitions`: the first,
 * from which the others copy. `all`: each at the same time. `events`: all, the first one last. `locks`: one after the other, until enough tasks are locked.
 */
export type CommandRoute = number | 'chosen' | 'definitions' | 'all' | 'events' | 'locks';

type Of<K extends CommandKind> = Extract<Command, { readonly kind: K }>;
type Routes = { readonly [K in CommandKind]: CommandRoute | ((command: Of<K>) => CommandRoute) };

const ofInstance = ({ instanceId }: { readonly instanceId: string }) => shardOf(instanceId);
const ofTask = ({ taskId }: { readonly taskId: string }) => shardOf(taskId);
const ofIncident = ({ incidentId }: { readonly incidentId: string }) => shardOf(incidentId);
/** Commands that only workers send, each in its own shard. */
const internal = 0;

const ROUTES: Routes = {
  DeployDefinition: 'definitions',
  DeleteDefinition: 'definitions',
  DisableProcess: 'definitions',
  EnableProcess: 'definitions',
  SuspendProcess: 'definitions',
  ResumeProcess: 'definitions',
  DeployDecisions: 'definitions',
  DeleteDecision: 'definitions',
  StartInstance: 'chosen',
  EvaluateDecision: 'chosen',
  DeliverMessage: 'events',
  BroadcastSignal: 'events',
  EvaluateConditions: 'events',
  LockCustomTasks: ({ chosen }) => (chosen?.taskId === undefined ? 'locks' : shardOf(chosen.taskId)),
  CompleteActivity: ofInstance,
  CancelInstance: ofInstance,
  DeleteInstance: ofInstance,
  SuspendInstance: ofInstance,
  ResumeInstance: ofInstance,
  ForkInstance: ofInstance,
  ReviveInstance: ofInstance,
  EditVariables: ofInstance,
  ModifyInstance: ofInstance,
  MigrateInstance: ofInstance,
  ClaimUserTask: ofTask,
  UnclaimUserTask: ofTask,
  CompleteUserTask: ofTask,
  FailUserTask: ofTask,
  CancelUserTask: ofTask,
  CommentUserTask: ofTask,
  EditUserTask: ofTask,
  CompleteCustomTask: ofTask,
  FailCustomTask: ofTask,
  ExtendCustomTaskLock: ofTask,
  UnlockCustomTask: ofTask,
  SetCustomTaskRetries: ofTask,
  RetryIncident: ofIncident,
  ResolveIncident: ofIncident,
  // those of one shard
  DeliverToSubscriptions: ({ subscriptions: [first] }) => shardOf(first?.instanceId ?? ''),
  IgnoreFailures: 'all',
  ShowFailures: 'all',
  RetryDeadLetters: 'all',
  DropDeadLetters: 'all',
  CreateBatch: 'all',
  SteerBatch: 'all',
  SteerWebhook: 'all',
  EraseInstances: 'all',
  DeliverBuffered: internal,
  PlaceMessage: internal,
  AskForMessages: internal,
  StartChild: internal,
  DrainSender: internal,
  DrainMailbox: internal,
  StartTriggered: internal,
};

export function routeOf<K extends CommandKind>(command: Of<K>): CommandRoute {
  const route = ROUTES[command.kind] as CommandRoute | ((command: Of<K>) => CommandRoute);
  return typeof route === 'function' ? route(command) : route;
}
