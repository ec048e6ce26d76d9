import { type Rule, section } from './rule.ts';

const DEPLOY = 'deploy';
const VERSIONS = 'versions';
const STRUCTURE = 'unit/bpmn/rejections-of-structure';
const ACTIVITIES = 'unit/bpmn/rejections-of-activities';
const EVENTS = 'unit/bpmn/rejections-of-events';
const TEXTS = 'unit/bpmn/rejections-of-events-and-texts';
const SWITCH = 'disabled-keys';
const LISTS = 'list-of-definitions';
const START = 'start';
const DELETE = 'delete-versions';
const MESSAGE = 'message';
const SIGNAL = 'signal';
const COMPLETE = 'complete-activity';
const ENTRIES = 'entries';
const CONDITIONS = 'evaluate-conditions';
const COMMON: readonly [string, string] = ['support/http/common-refusals.ts', 'answers 400 when the body is not JSON'];

/** /Definitions and /Execution. */
export const DEFINITIONS_AND_EXECUTION: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/http/definitions.md#deploy',
    ['returns key and version', [DEPLOY, 'answers key and version 1, 2, 3']],
    ['common errors; BpmnXml must be a string', [DEPLOY, 'answers 400 when BpmnXml is not a string'], COMMON],
    ['absent, null, empty or blank', [DEPLOY, 'answers 400 when BpmnXml is absent']],
    ['not well-formed: line and column', [DEPLOY, 'answers 400 with line and column']],
    ['document type declaration', [DEPLOY, 'answers 400 when there is a document type declaration']],
    ['not deployable: diagnostic', [DEPLOY, 'answers 400 and stores nothing when']],
    ['a storage error is never Invalid BPMN', ['int/worker/deliver', 'continues until the database is back']],
    [
      'the diagnostic names the element, has at most 300 characters',
      [DEPLOY, 'answers 400 and stores nothing when'],
      [TEXTS, 'keeps to one line of at most 300'],
    ],
    ['it quotes at most 80 characters of the input', ['unit/bpmn/read-xml', 'cuts what it repeats of the input']],
    [
      'the first error in document order is reported',
      [DEPLOY, 'reports the first fault'],
      [STRUCTURE, 'reports the first finding'],
    ],
    [
      'document: no process, ids missing or duplicate, strings too long',
      [DEPLOY, 'answers 400 and stores nothing when'],
      [STRUCTURE, 'refuses when'],
      [TEXTS, 'refuses when'],
    ],
    ['start: no usable start event', [DEPLOY, 'answers 400 and stores nothing when']],
    [
      'references to missing elements; messages, signals, escalations without name or code',
      [ACTIVITIES, 'refuses when'],
      [EVENTS, 'refuses when'],
    ],
    ['elements that cannot be executed', [DEPLOY, 'answers 400 and stores nothing when'], [STRUCTURE, 'refuses when']],
    [
      'conditions and scripts that are empty or cannot be parsed',
      [DEPLOY, 'answers 400 and stores nothing when'],
      [TEXTS, 'refuses when'],
    ],
    ['timers without a value or with an invalid one', [EVENTS, 'refuses when']],
    ['call activity without calledElement', [ACTIVITIES, 'refuses when']],
    ['boundary events at invalid places', [EVENTS, 'refuses when']],
    [
      'compensation without exactly one handler',
      [EVENTS, 'refuses when'],
      [ACTIVITIES, 'takes an activityRef of a surrounding scope'],
    ],
    ['multi-instance without cardinality or collection', [ACTIVITIES, 'refuses when']],
    [
      'every deployment creates a new version, without gaps',
      [DEPLOY, 'answers key and version 1, 2, 3'],
      [DEPLOY, 'gives versions without gaps'],
      ['race/deploy', 'gives every number once'],
    ],
    [
      'every executable process is deployed; the first is returned, others in AdditionalDefinitions',
      [DEPLOY, 'deploys every executable process'],
    ],
    ['Warnings of the parser', [VERSIONS, 'come with the warnings']],
    [
      'start events of the new version replace the previous ones',
      [VERSIONS, 'replace the message, signal and conditional'],
      [VERSIONS, 'replace the timer start events'],
    ],
    ['a disabled key stays disabled after a deployment', [SWITCH, 'stays disabled']],
    [
      'running instances keep their version; new ones and call activities use the latest',
      [VERSIONS, 'leave running instances'],
      [VERSIONS, 'are taken by a call activity'],
    ],
    [
      'external entities are never resolved',
      [DEPLOY, 'answers 400 when there is a document type declaration'],
      ['unit/bpmn/read-xml', 'expands nothing'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/definitions.md#disable-and-enable',
    ['returns the row of the latest version', [SWITCH, 'answers the row of the latest version']],
    ['common errors and 9e', [SWITCH, 'answers 400 when the key is not a text'], COMMON],
    ['missing, null or blank', [SWITCH, 'answers 400 when the key is not a text']],
    ['never deployed: 404', [SWITCH, 'answers 404 when the key was never deployed']],
    ['all versions show the same isActive', [SWITCH, 'answers the row of the latest version']],
    ['both are idempotent', [SWITCH, 'answers 200 with the row and changes nothing']],
    [
      'disable: start is 409, start events are removed',
      [SWITCH, 'lets start answer 409'],
      [SWITCH, 'takes message, signal and conditional'],
    ],
    [
      'disable: running instances and call activities continue',
      [SWITCH, 'lets start answer 409'],
      [SWITCH, 'lets a call activity call'],
    ],
    [
      'enable: start events of the latest version are restored',
      [SWITCH, 'takes message, signal and conditional'],
      [SWITCH, 'stays disabled'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/definitions.md#list-of-definitions',
    ['one row per version of every key, in a page object', [LISTS, 'shows one row per version']],
    [
      'processDefinitionId is opaque and starts with key and version',
      [LISTS, 'shows one row per version'],
      [SWITCH, 'answers the row of the latest version'],
    ],
    ['counts are those of top-level instances', [LISTS, 'shows one row per version']],
    ['isActive is false once the key is disabled', [SWITCH, 'answers the row of the latest version']],
    ['ordered by key, newest version first', [LISTS, 'is ordered by key']],
    ['errors of query parameters', [LISTS, 'refuses names']],
  ),
  ...section(
    'docs/contributing/spec/http/definitions.md#instances-of-a-key',
    ['all instances of the key, of every version', [LISTS, 'show the instances of every version']],
    [
      'businessId, executionStartedAt and completedAt may be null',
      ['openapi', 'is answered as documented with 200'],
      [LISTS, 'show the instances of every version'],
    ],
    [
      'completedAt is set for every outcome',
      ['cancel-instance', 'cancels all entries with the reason'],
      ['state', 'shows the time of the end'],
    ],
    ['unknown key: an empty page', [LISTS, 'are empty when the key is unknown']],
    ['called instances are listed under their key', [ENTRIES, 'show their child']],
    ['newest first', [LISTS, 'show the instances of every version']],
    [
      'flags of the outcome; never cancelled and failed',
      ['state', 'shows the failed entry'],
      ['cancel-instance', 'changes nothing and answers 200 when the instance is terminal'],
    ],
    ['a terminal instance never changes', ['cancel-instance', 'changes nothing and answers 200 when the instance is terminal']],
  ),
  ...section(
    'docs/contributing/spec/http/definitions.md#delete',
    ['returns key, version and the latest version', [DELETE, 'takes the version out of the list']],
    ['an invalid version: no endpoint', [DELETE, 'answers 404 when the version was never deployed']],
    ['key used for another request', [DELETE, 'answers 200 and changes nothing when the version was deleted before']],
    ['never deployed: 404', [DELETE, 'answers 404 when the version was never deployed']],
    ['with instances: 409', [DELETE, 'answers 409 and changes nothing when the version has instances']],
    ['already deleted: the same response', [DELETE, 'answers 200 and changes nothing when the version was deleted before']],
    [
      'the previous version becomes the latest, with its start events',
      [DELETE, 'lets start take the version before'],
      [DELETE, 'registers the start events of the version before'],
      [DELETE, 'does not start again at a past date when the version before has one'],
      [DELETE, 'stays disabled when the key is'],
    ],
    ['without versions the key counts as never deployed', [DELETE, 'lets start take the version before']],
    ['a simultaneous start', ['race/delete-version', 'is refused when a start that has decided commits first']],
  ),
  ...section(
    'docs/contributing/spec/http/definitions.md#instances-of-a-version',
    ['limited to one version', [LISTS, 'keep to one version']],
    [
      'a version is decimal digits up to 2147483647',
      [LISTS, 'answer 404 as no endpoint does when the version is not one'],
      ['unit/api/paths', 'gives … when the path is'],
    ],
    ['unknown key or version: an empty page', [LISTS, 'are empty when the key is unknown']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#start',
    ['returns the id of the instance', [START, 'answers the id of an instance']],
    ['common errors', [START, 'answers 400 when a member has the wrong type'], COMMON],
    ['WorkflowId missing, null or blank', [START, 'answers 400 when WorkflowId is missing']],
    [
      '9a, then 9b to 9e',
      [START, 'is reported first when variables are bad too'],
      [START, 'answers 400 when WorkflowId cannot be stored'],
    ],
    ['key used for another request', ['idempotency-keys', 'answers 422 when the key comes with another body']],
    ['never deployed: 404', [START, 'answers 404 when the key was never deployed']],
    ['disabled: 409', [SWITCH, 'lets start answer 409']],
    ['the latest version is started', [VERSIONS, 'leave running instances'], [START, 'answers the id of an instance']],
    ['variables exist before the first activity starts', [VERSIONS, 'has the variables already']],
    [
      'starts at the none start event, otherwise at the first one',
      [START, 'begins at the none start event'],
      [VERSIONS, 'is the first start event in document order'],
    ],
    ['the instance can already have ended when the id is returned', [START, 'has run to the end']],
    ['waits for the end and returns status and variables', [START, 'returns status and variables']],
    ['a failure in the first run does not change the response', [START, 'answers 200 when an activity fails']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#message',
    ['returns Delivered and the ids', [MESSAGE, 'all receive it when name and key']],
    ['common errors', [MESSAGE, 'answers 400 when a member has the wrong type'], COMMON],
    ['MessageName missing, null or blank', [MESSAGE, 'answers 400 when MessageName is missing']],
    [
      '9a also when no instance would start, then 9b to 9e',
      [MESSAGE, 'answers 400 when the business id is invalid'],
      [MESSAGE, 'answers 400 when a text cannot be stored'],
    ],
    ['an id without a time to live', [MESSAGE, 'refuses a second message of an id']],
    ['key used for another request', ['keys-across-replicas', 'gives the stored reply for the same request and 422']],
    ['an id whose message has not expired', [MESSAGE, 'refuses a second message of an id']],
    ['no waiting instance: 404 with name and key', [MESSAGE, 'answers 404 when no one waits']],
    ['name and key must be equal', [MESSAGE, 'all receive it when name and key']],
    ['without a key it matches only subscriptions without a key', [MESSAGE, 'are those without a key']],
    ['every subscription gets it once; an instance is listed once', [MESSAGE, 'receive it once per subscription']],
    [
      'all kinds of subscriptions',
      [MESSAGE, 'wait at a receive task'],
      [MESSAGE, 'no longer wait when the event has fired, but wait again at a non-interrupting boundary'],
    ],
    [
      'start events only if no instance was resumed, for any key',
      [MESSAGE, 'start one instance of every active key'],
      [MESSAGE, 'start nothing when an instance waits, and start again when none waits'],
    ],
    ['disabled keys are skipped', [MESSAGE, 'start one instance of every active key']],
    ['a start that fails does not stop the others', [MESSAGE, 'start the others too']],
    ['order of the ids', [MESSAGE, 'all receive it when name and key'], [MESSAGE, 'start one instance of every active key']],
    [
      'variables go to the waiting scope, or to the new root scope',
      [MESSAGE, 'get the variables into the scope'],
      [MESSAGE, 'start one instance of every active key'],
    ],
    ['waiting instances keep their business id', [MESSAGE, 'get the variables into the scope']],
    [
      'the subscription is removed when it fires; non-interrupting ones wait again',
      [MESSAGE, 'no longer wait when the event has fired, but wait again at a non-interrupting boundary'],
    ],
    [
      'a subscription that disappears is skipped',
      ['race/message', 'skips a subscription'],
      ['race/message', 'starts instances when all subscriptions'],
    ],
    ['the correlation key is read once and converted to text', [MESSAGE, 'take a text as it is'], [MESSAGE, 'read the key once']],
    ['a missing, null or blank key, an object or array fails with 500', [MESSAGE, 'fail with code 500']],
    ['the same message twice starts two instances', [MESSAGE, 'start two instances']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#signal',
    ['returns the count and the ids', [SIGNAL, 'resumes everyone who waits']],
    ['common errors', [SIGNAL, 'answers 400 when SignalName is not a text'], COMMON],
    ['SignalName missing, null or blank', [SIGNAL, 'answers 400 when SignalName is not a text']],
    [
      '9b to 9e and 10',
      [SIGNAL, 'answers 400 when SignalName is not a text'],
      ['keys-across-replicas', 'gives the stored reply for the same request and 422'],
    ],
    ['no receiver: 404', [SIGNAL, 'answers 404 when no subscription']],
    ['subscriptions and start events; disabled keys are skipped', [SIGNAL, 'resumes everyone who waits']],
    [
      'count of subscriptions and starts; each instance is listed once, resumed ones first',
      [SIGNAL, 'resumes everyone who waits'],
      [SIGNAL, 'counts each subscription'],
    ],
    ['variables are merged for each receiver', [SIGNAL, 'resumes everyone who waits']],
    ['each of many receivers gets it once', ['int/worker/events', 'reaches every waiting instance exactly once']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#complete-activity',
    ['200 empty', [COMPLETE, 'merges the variables']],
    ['common errors, 7c', [COMPLETE, 'answers 400 when a type is wrong'], COMMON],
    ['required members missing, also the all-zero GUID', [COMPLETE, 'answers 400 when a required member is missing']],
    ['9b to 9e', ['support/http/common-refusals.ts', 'answers 400 when Variables …']],
    ['unknown instance: 404', [COMPLETE, 'answers 404 when the instance is unknown']],
    ['no active activity instance: 409', [COMPLETE, 'answers 409 when there is no active entry']],
    ['user task: 409', [COMPLETE, 'answers 409 when the entry is a user task']],
    [
      'kind that cannot be completed: 409',
      [COMPLETE, 'answers 409 when a caller may not'],
      [ENTRIES, 'may not be completed by a caller'],
    ],
    [
      'the kinds that a client can complete',
      [ENTRIES, 'may be completed by a caller'],
      [ENTRIES, 'may not be completed by a caller'],
    ],
    ['the oldest one of several activity instances', [COMPLETE, 'completes the oldest entry']],
    ['variables are merged, the token continues', [COMPLETE, 'merges the variables']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#evaluate-conditions',
    ['returns the started ids', [CONDITIONS, 'starts one instance per true condition']],
    ['common errors, 9b to 9e', [CONDITIONS, 'answers 400 when WorkflowId is not a text'], COMMON],
    ['Variables absent, null or empty', [CONDITIONS, 'answers 400 when Variables are absent']],
    [
      'by key; each condition that is true starts an instance with the variables',
      [CONDITIONS, 'starts one instance per true condition'],
      [CONDITIONS, 'goes by key and lists what failed'],
    ],
    [
      'Errors: key, activity, message; absent if no condition failed',
      [CONDITIONS, 'goes by key and lists what failed'],
      [CONDITIONS, 'starts one instance per true condition'],
    ],
    ['unknown key or no conditional start event: no effect', [CONDITIONS, 'starts nothing when the key is unknown']],
    ['blank WorkflowId: all keys', [CONDITIONS, 'looks at one key only']],
    ['disabled keys are skipped and logged', [CONDITIONS, 'skips a key when it is disabled']],
    ['a condition that is always true starts at every request', [CONDITIONS, 'starts one instance per true condition']],
  ),
];
