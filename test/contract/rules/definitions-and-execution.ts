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
    ['answers key and version', [DEPLOY, 'answers key and version 1, 2, 3']],
    ['common rows, BpmnXml must be a string', [DEPLOY, 'answers 400 when BpmnXml is not a string'], COMMON],
    ['absent, null, empty or blank', [DEPLOY, 'answers 400 when BpmnXml is absent']],
    ['not well-formed: line and column', [DEPLOY, 'answers 400 with line and column']],
    ['document type declaration', [DEPLOY, 'answers 400 when there is a document type declaration']],
    ['not deployable: diagnostic', [DEPLOY, 'answers 400 and stores nothing when']],
    ['a storage fault is never Invalid BPMN', ['int/worker/deliver', 'continues until the database is back']],
    [
      'the diagnostic names the element, has at most 300 characters',
      [DEPLOY, 'answers 400 and stores nothing when'],
      [TEXTS, 'keeps to one line of at most 300'],
    ],
    ['it repeats at most 80 characters of the input', ['unit/bpmn/read-xml', 'cuts what it repeats of the input']],
    [
      'the first fault in document order is reported',
      [DEPLOY, 'reports the first fault'],
      [STRUCTURE, 'reports the first finding'],
    ],
    [
      'document: no process, ids missing or twice, texts too long',
      [DEPLOY, 'answers 400 and stores nothing when'],
      [STRUCTURE, 'refuses when'],
      [TEXTS, 'refuses when'],
    ],
    ['start: nothing can start the process', [DEPLOY, 'answers 400 and stores nothing when']],
    [
      'references to what does not exist; messages, signals, escalations without name or code',
      [ACTIVITIES, 'refuses when'],
      [EVENTS, 'refuses when'],
    ],
    ['elements that cannot be executed', [DEPLOY, 'answers 400 and stores nothing when'], [STRUCTURE, 'refuses when']],
    [
      'conditions and scripts that are empty or cannot be parsed',
      [DEPLOY, 'answers 400 and stores nothing when'],
      [TEXTS, 'refuses when'],
    ],
    ['timers without or with an unreadable value', [EVENTS, 'refuses when']],
    ['call activity without calledElement', [ACTIVITIES, 'refuses when']],
    ['boundary events in wrong places', [EVENTS, 'refuses when']],
    [
      'compensation without exactly one handler',
      [EVENTS, 'refuses when'],
      [ACTIVITIES, 'takes an activityRef of a surrounding scope'],
    ],
    ['multi-instance without number or collection', [ACTIVITIES, 'refuses when']],
    [
      'every deploy makes a new version, without gaps',
      [DEPLOY, 'answers key and version 1, 2, 3'],
      [DEPLOY, 'gives versions without gaps'],
      ['race/deploy', 'gives every number once'],
    ],
    [
      'every executable process is deployed, the first is named, others in AdditionalDefinitions',
      [DEPLOY, 'deploys every executable process'],
    ],
    ['Warnings of the parser', [VERSIONS, 'come with the warnings']],
    [
      'start events of the new version replace those before',
      [VERSIONS, 'replace the message, signal and conditional'],
      [VERSIONS, 'replace the timer start events'],
    ],
    ['a disabled key stays disabled when it is deployed', [SWITCH, 'stays disabled']],
    [
      'running instances stay, new ones take the latest, so does a call activity',
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
    ['answers the row of the latest version', [SWITCH, 'answers the row of the latest version']],
    ['common rows and 9e', [SWITCH, 'answers 400 when the key is not a text'], COMMON],
    ['missing, null or blank', [SWITCH, 'answers 400 when the key is not a text']],
    ['never deployed: 404', [SWITCH, 'answers 404 when the key was never deployed']],
    ['all versions show the same isActive', [SWITCH, 'answers the row of the latest version']],
    ['both are idempotent', [SWITCH, 'answers 200 with the row and changes nothing']],
    [
      'disable: start answers 409, start events go',
      [SWITCH, 'lets start answer 409'],
      [SWITCH, 'takes message, signal and conditional'],
    ],
    ['disable: what runs and call activities go on', [SWITCH, 'lets start answer 409'], [SWITCH, 'lets a call activity call']],
    [
      'enable: start events of the latest version come back',
      [SWITCH, 'takes message, signal and conditional'],
      [SWITCH, 'stays disabled'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/definitions.md#list-of-definitions',
    ['one row per version of every key, in an envelope', [LISTS, 'shows one row per version']],
    [
      'processDefinitionId is opaque and begins with key and version',
      [LISTS, 'shows one row per version'],
      [SWITCH, 'answers the row of the latest version'],
    ],
    ['counts are those of the root level', [LISTS, 'shows one row per version']],
    ['isActive is false once the key is disabled', [SWITCH, 'answers the row of the latest version']],
    ['ordered by key, newest version first', [LISTS, 'is ordered by key']],
    ['errors of the query', [LISTS, 'refuses names']],
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
      'completedAt is set whatever the outcome',
      ['cancel-instance', 'cancels all entries with the reason'],
      ['state', 'shows the time of the end'],
    ],
    ['unknown key: an empty page', [LISTS, 'are empty when the key is unknown']],
    ['children are listed under their own key', [ENTRIES, 'show their child']],
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
    ['answers key, version and the latest version', [DELETE, 'takes the version out of the list']],
    ['a version that is none: no endpoint', [DELETE, 'answers 404 when the version was never deployed']],
    ['key used for another request', [DELETE, 'answers 200 and changes nothing when the version was deleted before']],
    ['never deployed: 404', [DELETE, 'answers 404 when the version was never deployed']],
    ['instances: 409', [DELETE, 'answers 409 and changes nothing when the version has instances']],
    ['deleted before: the same answer', [DELETE, 'answers 200 and changes nothing when the version was deleted before']],
    [
      'the version before takes its place, with its start events',
      [DELETE, 'lets start take the version before'],
      [DELETE, 'registers the start events of the version before'],
      [DELETE, 'does not start again at a past date when the version before has one'],
      [DELETE, 'stays disabled when the key is'],
    ],
    ['without versions the key is as if never deployed', [DELETE, 'lets start take the version before']],
    ['a start at the same time', ['race/delete-version', 'is refused when a start that has decided commits first']],
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
    ['answers the id of the instance', [START, 'answers the id of an instance']],
    ['common rows', [START, 'answers 400 when a member has the wrong type'], COMMON],
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
    ['variables are there before anything is entered', [VERSIONS, 'has the variables already']],
    [
      'begins at the none start event, else at the first one',
      [START, 'begins at the none start event'],
      [VERSIONS, 'is the first start event in document order'],
    ],
    ['may be terminal when the id is returned', [START, 'has run to the end']],
    ['a failure in the first run does not change the answer', [START, 'answers 200 when an activity fails']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#message',
    ['answers Delivered and the ids', [MESSAGE, 'all receive it when name and key']],
    ['common rows', [MESSAGE, 'answers 400 when a member has the wrong type'], COMMON],
    ['MessageName missing, null or blank', [MESSAGE, 'answers 400 when MessageName is missing']],
    [
      '9a also when nothing would be started, then 9b to 9e',
      [MESSAGE, 'answers 400 when the business id is invalid'],
      [MESSAGE, 'answers 400 when a text cannot be stored'],
    ],
    ['key used for another request', ['keys-across-replicas', 'gives the stored reply for the same request and 422']],
    ['no instance waits: 404 with name and key', [MESSAGE, 'answers 404 when no one waits']],
    ['exactly this name and key', [MESSAGE, 'all receive it when name and key']],
    ['no key matches those without a key only', [MESSAGE, 'are those without a key']],
    ['every subscription once, an instance listed once', [MESSAGE, 'receive it once per subscription']],
    [
      'all kinds of waiting',
      [MESSAGE, 'wait at a receive task'],
      [MESSAGE, 'no longer wait when the event has fired, but wait again at a non-interrupting boundary'],
    ],
    [
      'start events only when nobody was resumed, whatever the key',
      [MESSAGE, 'start one instance of every active key'],
      [MESSAGE, 'start nothing when an instance waits, and start again when none waits'],
    ],
    ['disabled keys are skipped', [MESSAGE, 'start one instance of every active key']],
    ['one failing start does not stop the others', [MESSAGE, 'start the others too']],
    ['order of the ids', [MESSAGE, 'all receive it when name and key'], [MESSAGE, 'start one instance of every active key']],
    [
      'variables go to the scope that waits, or to the new root',
      [MESSAGE, 'get the variables into the scope'],
      [MESSAGE, 'start one instance of every active key'],
    ],
    ['waiting instances keep their business id', [MESSAGE, 'get the variables into the scope']],
    [
      'the subscription goes when it fires; non-interrupting ones wait again',
      [MESSAGE, 'no longer wait when the event has fired, but wait again at a non-interrupting boundary'],
    ],
    [
      'a subscription that disappears is skipped',
      ['race/message', 'skips a subscription'],
      ['race/message', 'starts instances when all subscriptions'],
    ],
    ['the key is read once; its text form', [MESSAGE, 'take a text as it is'], [MESSAGE, 'read the key once']],
    ['a missing, null or blank key, an object or array fails with 500', [MESSAGE, 'fail with code 500']],
    ['the same message twice starts two', [MESSAGE, 'start two instances']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#signal',
    ['answers the count and the ids', [SIGNAL, 'resumes everyone who waits']],
    ['common rows', [SIGNAL, 'answers 400 when SignalName is not a text'], COMMON],
    ['SignalName missing, null or blank', [SIGNAL, 'answers 400 when SignalName is not a text']],
    [
      '9b to 9e and 10',
      [SIGNAL, 'answers 400 when SignalName is not a text'],
      ['keys-across-replicas', 'gives the stored reply for the same request and 422'],
    ],
    ['nobody: 404', [SIGNAL, 'answers 404 when no subscription']],
    ['subscriptions and start events both, disabled keys skipped', [SIGNAL, 'resumes everyone who waits']],
    [
      'count of subscriptions and starts, each instance listed once, resumed first',
      [SIGNAL, 'resumes everyone who waits'],
      [SIGNAL, 'counts each subscription'],
    ],
    ['variables are merged for each receiver', [SIGNAL, 'resumes everyone who waits']],
    ['many receivers each get it once', ['int/worker/events', 'reaches every waiting instance exactly once']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#complete-activity',
    ['200 empty', [COMPLETE, 'merges the variables']],
    ['common rows, 7c', [COMPLETE, 'answers 400 when a type is wrong'], COMMON],
    ['required members missing, all-zero GUID among them', [COMPLETE, 'answers 400 when a required member is missing']],
    ['9b to 9e', ['support/http/common-refusals.ts', 'answers 400 when Variables …']],
    ['unknown instance: 404', [COMPLETE, 'answers 404 when the instance is unknown']],
    ['no active entry: 409', [COMPLETE, 'answers 409 when there is no active entry']],
    ['user task: 409', [COMPLETE, 'answers 409 when the entry is a user task']],
    ['not completable: 409', [COMPLETE, 'answers 409 when a caller may not'], [ENTRIES, 'may not be completed by a caller']],
    [
      'which kinds a caller may complete',
      [ENTRIES, 'may be completed by a caller'],
      [ENTRIES, 'may not be completed by a caller'],
    ],
    ['the oldest entry of several', [COMPLETE, 'completes the oldest entry']],
    ['variables are merged, the token moves on', [COMPLETE, 'merges the variables']],
  ),
  ...section(
    'docs/contributing/spec/http/execution.md#evaluate-conditions',
    ['answers the started ids', [CONDITIONS, 'starts one instance per true condition']],
    ['common rows, 9b to 9e', [CONDITIONS, 'answers 400 when WorkflowId is not a text'], COMMON],
    ['Variables absent, null or empty', [CONDITIONS, 'answers 400 when Variables are absent']],
    [
      'by key; each true one starts an instance with the variables',
      [CONDITIONS, 'starts one instance per true condition'],
      [CONDITIONS, 'goes by key and lists what failed'],
    ],
    [
      'Errors: key, activity, message; left out when nothing failed',
      [CONDITIONS, 'goes by key and lists what failed'],
      [CONDITIONS, 'starts one instance per true condition'],
    ],
    ['unknown key or no listener: nothing', [CONDITIONS, 'starts nothing when the key is unknown']],
    ['blank WorkflowId: all keys', [CONDITIONS, 'looks at one key only']],
    ['disabled keys are skipped and logged', [CONDITIONS, 'skips a key when it is disabled']],
    ['true on every call starts on every call', [CONDITIONS, 'starts one instance per true condition']],
  ),
];
