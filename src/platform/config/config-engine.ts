import { z } from 'zod';
import { list, optional, secret, setting, type ValuesOf } from './setting.ts';
import {
  address,
  cidrRange,
  duration,
  durationAsText,
  flag,
  folder,
  indexedVariable,
  oneOf,
  retentionRule,
  rulesAsText,
  text,
  wholeNumber,
} from './setting-types.ts';

/** Includes those that are switched off. A test compares them with the plugins. */
export const BUNDLED_TASK_TYPES = ['rest-call', 'email', 'log', 'delay', 'publish-message', 'broadcast-signal'] as const;

/** The descriptions of the settings are their text on the reference page. */
export const ENGINE = z.object({
  commandTimeoutSeconds: setting('Engine:CommandTimeoutSeconds', wholeNumber(1, 3600), 15).describe(
    'how long the API waits for a worker before it answers 503',
  ),
  maxIterations: setting('Engine:MaxIterations', wholeNumber(1, 10_000_000), 20_000).describe(
    'most iterations of a multi-instance activity; above it the activity fails with code `500`',
  ),
  plainTasks: setting('Engine:PlainTasks', oneOf('wait', 'pass'), 'wait').describe(
    'whether a task or manual task waits or passes through ([plain tasks](bpmn-support.md#plain-tasks))',
  ),
  onFailure: setting('Engine:OnFailure', oneOf('fail', 'incident'), 'fail').describe(
    'effect of an uncaught failure in processes without `onFailure`: the instance fails, or an [incident](../explanation/concepts.md#failures-incidents-and-repair) waits for an operator',
  ),
  branchVariables: setting('Engine:BranchVariables', oneOf('auto', 'isolated', 'shared'), 'auto').describe(
    "whether [parallel paths see each other's writes](bpmn-support.md#variables) in processes without `branchVariables`; `auto`: in files made for Camunda, Zeebe, Flowable or jBPM",
  ),
  maxCausationDepth: setting('Engine:MaxCausationDepth', wholeNumber(1, 1_000_000), 100).describe(
    'longest chain of messages, signals and calls that trigger one another without an external event; above it the throwing element fails with code `500`',
  ),
  maxCausationSize: setting('Engine:MaxCausationSize', wholeNumber(1, 100_000_000), 10_000).describe(
    'most messages, signals and calls on all branches of one origin without an external event; above it the throwing element fails with code `500`. Counted from the fifth link of a chain',
  ),
  maxCalledInstances: setting('Engine:MaxCalledInstances', wholeNumber(1, 10_000_000), 20_000).describe(
    'most called instances, on all levels, that run below one instance at a time; above it the call activity fails with code `500`',
  ),
  /** how BPMN files are read (ADR 0006) */
  models: z.object({
    maxProcesses: setting('Engine:MaxProcessesPerFile', wholeNumber(1, 1_000_000), 5000).describe(
      'most processes in one deployed file; above it the deployment gets 400. Set it for API, worker and UI',
    ),
    memoryMb: setting('Engine:ModelReaderMemoryMb', wholeNumber(64, 16_384), 1024).describe(
      'memory that one thread may use to read a BPMN file with more than 32,768 characters, in API, worker and UI. At most two read files above 262,144 characters: one new, one deployed. A file that needs more gets 400',
    ),
  }),
  maxStepsPerRun: setting('Engine:MaxStepsPerRun', wholeNumber(1, 100_000_000), 100_000).describe(
    'most steps of one command in one instance; above it the instance fails',
  ),
  workerConcurrency: setting('Engine:WorkerConcurrency', wholeNumber(1, 1000), 16).describe(
    'command batches that a worker processes at the same time, and half as many follow-up commands. The database pool has a connection for each, and six more',
  ),
  drainSeconds: setting('Engine:DrainSeconds', wholeNumber(0, 600), 0).describe(
    'how long a stopping API or UI serves requests while `/ready` already answers 503; the image sets 5 ([stopping](operations.md#stopping-and-what-is-safe-to-kill))',
  ),
  shutdownSeconds: setting('Engine:ShutdownSeconds', wholeNumber(1, 3600), 30).describe(
    'time for an orderly stop, after `Engine:DrainSeconds`',
  ),
});

export const SCRIPTING = z.object({
  timeoutMs: setting('Scripting:TimeoutMs', wholeNumber(1, 600_000), 1000).describe('time limit of one script or expression'),
  memoryMb: setting('Scripting:MemoryMb', wholeNumber(1, 4096), 64).describe('memory limit of one JavaScript'),
  threads: setting('Scripting:Threads', wholeNumber(1, 64), 2).describe(
    'threads of a worker for scripts and expressions that take longer than a few milliseconds; one process key uses half of them at most. Each is an OS process of about 75 MB plus up to `Scripting:MemoryMb`',
  ),
  maxOutputBytes: setting('Scripting:MaxOutputBytes', wholeNumber(1, 1_073_741_824), 1_048_576).describe(
    'size limit of the result of one script or expression',
  ),
});

export const BATCHES = z.object({
  concurrency: setting('Batches:Concurrency', wholeNumber(0, 64), 2).describe(
    'batch transactions of one worker at a time; 0: this worker runs none',
  ),
  maxItems: setting('Batches:MaxItems', wholeNumber(1, 10_000_000), 100_000).describe(
    'most items of one [batch](../how-to/run-a-batch-operation.md)',
  ),
  itemsPerSecond: setting('Batches:ItemsPerSecond', wholeNumber(0, 1_000_000), 0).describe(
    'default rate of batches, for all workers together; 0: no limit',
  ),
});

/** How custom tasks are run (ADR 0021). */
export const PLUGINS = z.object({
  attempts: setting('Plugins:Attempts', wholeNumber(1, 1_000_000), 1).describe(
    'attempts for a custom task if its model sets no number',
  ),
  backoffSeconds: setting('Plugins:BackoffSeconds', wholeNumber(0, 86_400), 1).describe(
    'wait after the first failed attempt, unless the failure or the model sets one. It doubles each time, minus a random part of up to half',
  ),
  maxBackoffSeconds: setting('Plugins:MaxBackoffSeconds', wholeNumber(0, 86_400), 300).describe('longest wait'),
  concurrency: setting('Plugins:Concurrency', wholeNumber(1, 10_000), 16).describe(
    'tasks of one type that one plugin host does at the same time, shared by process keys; a plugin can set its own number',
  ),
  lockSeconds: setting('Plugins:LockSeconds', wholeNumber(2, 3600), 20).describe(
    'how long a custom task stays locked by a silent plugin host',
  ),
  /** docs/contributing/spec/http/custom-tasks.md#rest-call */
  restCall: z.object({
    isEnabled: setting('Plugins:RestCall:Enabled', flag, true).describe('whether this worker offers `rest-call`'),
    denyPrivateNetworks: optional('Plugins:RestCall:DenyPrivateNetworks', flag, {
      fallback: '`false` for a trial on one machine, [else](bundled-plugins.md#where-rest-call-may-go) `true`',
    }).describe(
      'whether `rest-call` refuses loopback and private addresses ([how-to](bundled-plugins.md#where-rest-call-may-go)). Link-local and metadata addresses are always refused',
    ),
    allowedNetworks: list('Plugins:RestCall:AllowedNetworks', cidrRange).describe(
      'private networks that are allowed, for example `10.1.0.0/16,fd12::/48`',
    ),
  }),
  email: z.object({
    smtpUrl: secret('Plugins:Email:SmtpUrl', address('smtp', 'smtps')).describe(
      'mail server of the plugin `email`. Absent: this worker does not offer it; **secret**',
    ),
    from: optional('Plugins:Email:From', text.describe('a mail address')).describe('default sender'),
  }),
});

export const REMOTE_WORKERS = z.object({
  bundledTypes: list('RemoteWorkers:BundledTypes', oneOf(...BUNDLED_TASK_TYPES)).describe(
    'bundled task types that [external workers](../how-to/remote-workers.md#which-types) may fetch. Their inputs contain credentials of other processes',
  ),
});

export const API = z.object({
  maxStateEntries: setting('Api:MaxStateEntries', wholeNumber(1, 100_000_000), 100_000).describe(
    "activity instances, variable scopes and conditions in one answer of an instance's state; a larger state must be read in pages (`page`, `pageSize`)",
  ),
  keepsUnchanged: setting('Api:KeepUnchanged', flag, false).describe(
    'whether a deployment of unchanged files keeps their versions, if the request does not set it',
  ),
  maxWaits: setting('Api:MaxWaits', wholeNumber(1, 1_000_000), 10_000).describe(
    'requests that wait in one API replica at the same time, for example polls of external workers; one more gets 429',
  ),
  waitsPerClient: setting('Api:WaitsPerClient', wholeNumber(1, 1_000_000), 2000).describe(
    'the same for one user, or for one address without a token',
  ),
  refusesUnknown: setting('Api:StrictRequests', flag, false).describe(
    'whether unknown query parameters and fields are refused; otherwise they are ignored',
  ),
  servesCamunda7: setting('CAMUNDA_7_API', flag, false).describe(
    'whether the API serves `/engine-rest` for [programs made for Camunda 7](../how-to/move-from-camunda-7.md)',
  ),
  servesCamunda8: setting('CAMUNDA_8_API', flag, false).describe(
    'whether the API serves `/v2` for [programs made for Camunda 8](../how-to/move-from-camunda-8.md)',
  ),
});

export const PROJECTION = z.object({
  indexedVariables: list('Projection:IndexedVariables', indexedVariable).describe(
    'variables by which you can [search instances](../how-to/find-instances.md#search-by-variable), for example `order:total,order:customer.name`; after a change run `npm run projector:rebuild` once',
  ),
  maxVariableReads: setting('Projection:MaxVariableReads', wholeNumber(0, 100_000), 10_000).describe(
    'instances whose variables one [search without an index](../how-to/find-instances.md#search-by-variable) reads; a search that would read more gets 400. 0: only indexed variables can be searched',
  ),
  replicaMaxLagSeconds: setting('Projection:ReplicaMaxLagSeconds', wholeNumber(1, 3600), 2).describe(
    'largest lag of the database replica; if it is later, [lists are read from the primary](../how-to/size-and-scale.md#replicas)',
  ),
});

const asRules = { show: rulesAsText };
const asDuration = { show: durationAsText };
export const RETENTION = z.object({
  instances: list('Retention:Instances', retentionRule, asRules).describe(
    'how long finished instances are kept, with their history ([how to](../how-to/delete-and-archive.md)). The most specific rule of a key applies. Empty: forever',
  ),
  definitions: list('Retention:Definitions', retentionRule.describe('the same'), asRules).describe(
    'how long versions are kept that are not the latest and have no instances, from their deployment. Empty: forever',
  ),
  repliesMs: setting('Retention:Replies', duration('24h'), 86_400_000, asDuration).describe(
    'how long replies are kept for repeats with the same `Idempotency-Key`',
  ),
  deadLettersMs: setting('Retention:DeadLetters', duration('1h'), 30 * 86_400_000, asDuration).describe(
    'how long dead letters are kept after a retry or a discard',
  ),
  auditMs: optional('Retention:Audit', duration('1d'), asDuration).describe(
    'how long entries of the [audit](../how-to/diagnose-with-sql.md#audit) are kept. Absent: forever',
  ),
  evaluationsMs: optional('Retention:Evaluations', duration('1h'), asDuration).describe(
    'how long [evaluations of decisions](../how-to/use-decision-tables.md#try-a-table) are kept. Absent: they are not recorded',
  ),
  batchesMs: optional('Retention:Batches', duration('1h'), asDuration).describe(
    'how long ended batches are kept with their items. Absent: forever',
  ),
  archive: optional('Retention:Archive', folder).describe(
    'folder where finished instances are [archived](../how-to/delete-and-archive.md#archive-to-files) before they are deleted. All workers need the same folder. Absent: no archive',
  ),
});

export const MCP = z.object({
  isEnabled: setting('Mcp:Enabled', flag, false).describe(
    'whether the API serves `/mcp` for [AI assistants](../how-to/connect-an-ai-assistant.md)',
  ),
  publicUrl: optional('Mcp:PublicUrl', address('http', 'https').describe('an address with `http` or `https`')).describe(
    'address of the API for clients; with it assistants learn where to get tokens',
  ),
});

/** See docs/contributing/spec/event-feed.md. */
export const FEED = z.object({
  isEnabled: setting('Feed:Enabled', flag, false).describe(
    'whether the [event feed](../how-to/follow-events.md) is written and served. Set it for all replicas',
  ),
  maxStreams: setting('Feed:MaxStreams', wholeNumber(0, 1_000_000), 1000).describe(
    'open event streams of one API replica; 0: none',
  ),
  streamsPerClient: setting('Feed:StreamsPerClient', wholeNumber(1, 1_000_000), 20).describe(
    'open streams of one user, or of one address without a token',
  ),
});

export const DOCS = z.object({
  isEnabled: setting('Docs:Enabled', flag, true).describe(
    'whether the API serves `/openapi.json` and `/docs`; with `NODE_ENV=development` it always does',
  ),
});

export type EngineConfig = Omit<ValuesOf<typeof ENGINE>, 'models'>;
export type ScriptingConfig = ValuesOf<typeof SCRIPTING>;
export type FeedConfig = ValuesOf<typeof FEED>;
export type RetentionConfig = ValuesOf<typeof RETENTION>;
export interface PluginsConfig extends Omit<ValuesOf<typeof PLUGINS>, 'restCall'> {
  readonly restCall: ValuesOf<typeof PLUGINS.shape.restCall> & { readonly denyPrivateNetworks: boolean };
}
