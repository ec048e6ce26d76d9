import { type Rule, section } from './rule.ts';

const STATE = 'state';
const ENTRIES = 'entries';
const CANCEL = 'cancel-instance';
const HISTORY = 'history';
const TASKS = 'read-user-tasks';
const CLAIM = 'claim';
const EDIT = 'edit-user-task';
const COMPLETE = 'complete-user-task';
const END = 'fail-and-cancel';
const SCOPES = 'cancel-in-scopes';
const CATALOG = 'custom-task-catalog';
const FIND = 'find-instances';
const WAITING = 'waiting';
const WAITS = 'unit/waits/golden-cases';
const LETTERS = 'dead-letters';
const OPENAPI = 'openapi';
const DOCS = 'docs-page';
const ACTING = 'acting-user';
const COMMON: readonly [string, string] = ['support/http/common-refusals.ts', 'answers 400 when the body is not JSON'];

/** /Instances, /UserTasks, /openapi.json and /docs. */
export const INSTANCES_AND_TASKS: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/http/instances.md#state',
    ['all members of the state', [STATE, 'shows every member']],
    [
      'ids of activity instances, in the same order, with duplicates',
      [STATE, 'shows every member'],
      [ENTRIES, 'have the name of their element'],
    ],
    [
      'active ones oldest first, ended ones in order of their end',
      [STATE, 'shows the time of the end'],
      ['int/queries/instance-state', 'holds what lives and what has ended'],
    ],
    [
      'existing scopes, root first, values with their types',
      [STATE, 'shows every member'],
      [ENTRIES, 'show the conditions inside sub-processes'],
    ],
    [
      'conditions in order of evaluation, also inside sub-processes',
      [STATE, 'shows every member'],
      [ENTRIES, 'show the conditions inside sub-processes'],
    ],
    ['members of an activity instance', [STATE, 'shows every member'], [STATE, 'shows the failed entry']],
    ['childWorkflowInstanceId on a call activity', [ENTRIES, 'show their child']],
    ['cancellationReason on a cancelled activity instance', [CANCEL, 'cancels all entries with the reason']],
    [
      'activityType is the name of the element; MultiInstance for a multi-instance body',
      [ENTRIES, 'have the name of their element'],
      [ENTRIES, 'may be completed by a caller'],
    ],
    [
      'errorState.code: the given code, 500 for internal errors',
      [ENTRIES, 'are cancelled, with subscriptions'],
      [STATE, 'shows the failed entry'],
    ],
    ['not a GUID: no endpoint', [STATE, 'answers 404 as no endpoint does']],
    ['unknown instance: 404', [STATE, 'answers 404']],
    ['never 404 for an existing instance', [STATE, 'never answers a false 404']],
    ['503 after two seconds', [STATE, 'answers 503 after two seconds']],
    ['an uncaught failure ends the instance and all its activities', [ENTRIES, 'are cancelled, with subscriptions']],
  ),
  ...section(
    'docs/contributing/spec/http/instances.md#cancel-an-instance',
    ['200 empty, body optional', [CANCEL, 'cancels all entries with the reason'], [CANCEL, 'gives its own reason']],
    ['common errors', [CANCEL, 'answers 400 when the reason'], [CANCEL, 'answers the stored reply'], COMMON],
    ['unknown instance: 404', [CANCEL, 'answers 404 when the instance is unknown']],
    ['the given reason, or a default', [CANCEL, 'cancels all entries with the reason'], [CANCEL, 'gives its own reason']],
    ['tasks, subscriptions and timers are removed', [CANCEL, 'removes user tasks and subscriptions']],
    ['running called instances are cancelled', [CANCEL, 'cancels running children']],
    ['no other activity runs', [CANCEL, 'runs no boundary event']],
    ['an ended instance does not change', [CANCEL, 'changes nothing and answers 200']],
    ['a called instance cancels its call activity', [CANCEL, 'cancels the entry of the call activity']],
  ),
  ...section(
    'docs/contributing/spec/http/instances.md#history',
    ['oldest first, all members', [HISTORY, 'gives the journal oldest first']],
    ['sequence from 1 without gaps', [HISTORY, 'gives the journal oldest first'], [HISTORY, 'goes backwards']],
    ['unknown instance: 404', [HISTORY, 'answers 404 when the instance is unknown']],
    ['never 404 for an existing instance', [HISTORY, 'recognises an instance as soon as']],
    ['instance: started, completed, cancelled, failed', [HISTORY, 'reports a cancel'], [HISTORY, 'reports conditions']],
    ['activities, flows and conditions', [HISTORY, 'gives the journal oldest first'], [HISTORY, 'reports conditions']],
    ['variables', [HISTORY, 'reports what a scope leaves behind']],
    ['messages and signals', [HISTORY, 'reports messages'], [HISTORY, 'reports signals']],
    ['timers', [HISTORY, 'reports timers']],
    ['user tasks', [HISTORY, 'gives the journal oldest first']],
    ['called instances', [HISTORY, 'reports the child']],
    ['escalations and compensations', [HISTORY, 'reports an escalation']],
  ),
  ...section(
    'docs/contributing/spec/http/instances.md#why-an-instance-waits',
    ['every active activity with a reason and its data', [WAITING, 'shows whose task it is'], [WAITS, 'is known when']],
    ['current data of one moment', [WAITING, 'reports a dead letter of the instance when it has one']],
    ['order of the items', [WAITING, 'reports a dead letter of the instance when it has one'], [WAITS, 'is known when']],
    ['ended instances: no items, and the outcome', [WAITING, 'has no items when the instance has ended']],
    ['paged like a state', [WAITING, 'shows what a join misses'], [WAITING, 'refuses anything but a page']],
    [
      'the kinds and their members',
      [WAITING, 'names message and key'],
      ['unit/waits/waits-of', 'is every candidate of a user task when no user has claimed it'],
    ],
    ['plugin hosts, locks and attempts of custom tasks', [WAITING, 'reports that no host offers the type']],
    ['boundary events in the data', ['unit/waits/waits-of', 'has the boundary events']],
    [
      'missing flows',
      [WAITING, 'shows what a join misses'],
      ['unit/waits/waits-of-tokens', 'reports it when no further token can arrive'],
    ],
    ['unknown instance: 404', [WAITING, 'refuses anything but a page']],
    ['a state that is too large: 413', ['int/queries/instance-waits', 'refuses a state that is too long']],
  ),
  ...section(
    'docs/contributing/spec/http/instances.md#find-instances',
    ['one list of the instances of all processes', [FIND, 'lists the instances of all processes']],
    ['members of a row', [FIND, 'lists the instances of all processes']],
    ['exact and limited totals', [FIND, 'lists the instances of all processes'], ['int/queries/find-instances', 'counts up to']],
    ['a rebuild restores the same rows', ['int/queries/find-instances', 'finds what was there before']],
    ['search criteria of instances', [FIND, 'is filtered by key']],
    ['open incidents and suspended instances', [FIND, 'shows the latest open incident']],
    ['orders and pages', [FIND, 'is sorted and paged']],
    [
      'indexed and other variables',
      [FIND, 'refuses a variable that is not indexed'],
      [FIND, 'reads variables that are not indexed'],
    ],
    [
      'variables without an index',
      [FIND, 'reads variables that are not indexed'],
      [FIND, 'refuses a variable that is not indexed'],
    ],
    ['which values are indexed', [FIND, 'finds a variable by what it has become'], [FIND, 'is filtered by indexed variables']],
    ['types, operators and orders of variables', [FIND, 'is filtered by indexed variables']],
    ['process keys and variables together', [FIND, 'refuses a variable that is not indexed']],
    ['errors of names and combinations', [FIND, 'refuses names, values and combinations']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#list-of-user-tasks',
    ['the page object has data', [TASKS, 'lists pending tasks']],
    ['assignee and candidateGroup; empty ones are ignored', [TASKS, 'lists … when the query is']],
    ['all parameters together', [TASKS, 'lists … when the query is']],
    ['pending tasks only', [TASKS, 'lists pending tasks'], [TASKS, 'answers 404 when the task never existed']],
    ['nulls and empty lists', [TASKS, 'lists pending tasks']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#one-user-task',
    ['one task without page object', [TASKS, 'shows one task']],
    ['not a GUID: no endpoint', [TASKS, 'answers 404 as no endpoint does']],
    ['unknown or ended: 404', [TASKS, 'answers 404 when the task never existed']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#claim',
    ['common errors', [CLAIM, 'answers 400 when a type is wrong'], [CLAIM, 'answers 400 when a text cannot be stored'], COMMON],
    ['UserId missing, null or blank: 400', [CLAIM, 'answers 400 when UserId is missing']],
    ['no user-id claim: 403', [ACTING, 'answers 403 on … when the token has no user-id claim']],
    ['another user: 403', [ACTING, 'answers 403 on … when the body names another user']],
    ['unknown or finished: 404', [CLAIM, 'answers 404']],
    ['a listener waits for a worker: 409', ['listener-jobs', 'hold a user task up']],
    [
      'not permitted: 409, without names of other users',
      [CLAIM, '… the caller when it is'],
      [CLAIM, 'leaves the claim as it is'],
    ],
    ['users that can claim', [CLAIM, '… the caller when it is'], [CLAIM, 'lets anyone claim']],
    ['a claim of a claimed task overwrites', [CLAIM, 'lets anyone claim']],
    ['a rejected claim does not change the claim', [CLAIM, 'leaves the claim as it is']],
    [
      'UserGroups are used without authentication, and ignored with it',
      [CLAIM, '… the caller when it is'],
      [ACTING, 'ignores UserGroups'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#unclaim',
    ['any body is ignored', [CLAIM, 'clears the claim when any user calls, whatever the body is']],
    ['size limit, key and method are still checked', [CLAIM, 'answers 405, 400 and 413']],
    [
      '200 also for an unclaimed task; the status is Created afterwards',
      [CLAIM, 'answers 200 when the task was not claimed'],
      [CLAIM, 'clears the claim'],
    ],
    ['unknown or finished: 404', [CLAIM, 'answers 404']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#edit',
    ['changes the members of the request', [EDIT, 'changes the members of the request']],
    ['a new assignee releases the claim', [EDIT, 'releases the claim when the assignee changes']],
    ['faulty members: 400; unknown or finished: 404', [EDIT, 'answers 400 when a member is wrong']],
    ['an edit stays in a fork', [EDIT, 'keeps the edit in a fork']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#complete',
    [
      'acting user as in claim',
      [COMPLETE, 'answers 400 when UserId is not a string'],
      [ACTING, 'claims and completes for the user of the token'],
    ],
    [
      '9b to 9e, 10',
      ['support/http/common-refusals.ts', 'answers 400 when Variables …'],
      ['keys-across-replicas', 'gives the stored reply for the same request and 422'],
    ],
    ['unknown or finished: 404', [COMPLETE, 'answers 404']],
    ['a listener waits for a worker: 409', ['listener-jobs', 'hold a user task up']],
    ['not claimed: 409', [COMPLETE, 'answers 409 when no one has claimed']],
    ['claimed by another: 409', [COMPLETE, 'answers 409 when another user']],
    ['missing outputs: 409, in the model’s order', [COMPLETE, 'answers 409 and merges nothing']],
    ['null counts as present; additional variables are accepted, all are merged', [COMPLETE, 'merges all variables']],
    ['a rejected completion merges nothing and the task stays Claimed', [COMPLETE, 'answers 409 and merges nothing']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#comments',
    ['author and text, newest first', ['task-comments', 'are listed, newest first, when users have written some']],
    ['rejections', ['task-comments', 'are refused and leave nothing'], ['task-comments', 'answer 404']],
    ['they do not change the process', ['task-comments', 'can be made and read while']],
    [
      'readable after the end, deleted with the instance',
      ['task-comments', 'can be read but no longer written when the task has ended, and are gone when the instance is deleted'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#fail-and-cancel',
    ['common errors', [END, 'answers 400 when a member is wrong'], [END, 'answers 400 when reason is wrong'], COMMON],
    ['errorMessage missing: 400', [END, 'answers 400 when a member is wrong']],
    ['errorCode absent, null or blank: 500', [END, 'has code 500']],
    ['unknown: 404; ended: 200, no change', [END, 'answers 404 when the task never existed']],
    [
      'on Created and on Claimed, by any user',
      [END, 'fails the instance with the code when no one'],
      [ACTING, 'needs a token but no user-id claim'],
    ],
    [
      'fail: the nearest boundary event or event sub-process continues',
      [END, 'continues at the boundary'],
      [SCOPES, 'continues in the error event sub-process'],
    ],
    ['fail: otherwise the instance fails', [END, 'fails the instance with the code when no one']],
    [
      'cancel: the given reason or a default; no boundary event, error or flow',
      [END, 'ends the instance as cancelled'],
      [END, 'has its own reason'],
    ],
    ['cancel: enclosing sub-processes without active activities are cancelled too', [END, 'cancels the enclosing sub-process']],
    [
      'cancel: an iteration ends without output; a multi-instance body without iterations is cancelled',
      [SCOPES, 'leaves the other iterations'],
      [SCOPES, 'cancels the host'],
    ],
    [
      'cancel: without active activities the instance ends as cancelled, and so does the call activity',
      [END, 'ends the instance as cancelled'],
      [SCOPES, 'cancels the entry of the call activity'],
    ],
    ['cancel: other active activities keep the instance active', [END, 'leaves the instance running']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#open-tasks',
    ['filters and sorts of open tasks', ['remote-workers', 'runs it again as often as RetriesLeft']],
    ['members of an open task', ['remote-workers', 'runs it again as often as RetriesLeft']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#catalog-reads',
    ['an array of task types, sorted', [CATALOG, 'lists what the worker itself offers']],
    ['one task type, in any case', [CATALOG, 'shows an entry with its parameters']],
    ['unregistered type: 404', [CATALOG, 'answers 404 when no plugin registers the type']],
  ),
  ...section(
    'docs/contributing/spec/incidents.md#dead-letters',
    [
      'dead-lettered commands, newest first; resolved ones on request',
      [LETTERS, 'lists parked commands'],
      [LETTERS, 'runs the command'],
    ],
    ['members of a row', [LETTERS, 'lists parked commands']],
    ['one dead letter with all data', [LETTERS, 'shows one letter']],
    ['unknown dead letter: 404', [LETTERS, 'answers 404 when the letter']],
    ['retry: 200, then the outcome', [LETTERS, 'runs the command']],
    [
      'of several retries one runs',
      ['int/worker/dead-letters', 'is retried by one of two operators; the other gets the name of the first'],
    ],
    ['resolved dead letters: 409', [LETTERS, 'runs the command'], [LETTERS, 'shows what it means']],
    [
      'rejected retries',
      [LETTERS, 'is refused when it would have no effect'],
      ['int/worker/dead-letters', 'is refused when its instance'],
    ],
    ['discarding requires a reason', [LETTERS, 'asks for a reason']],
    ['discard: 200 with consequences', [LETTERS, 'shows what it means']],
    ['an awaited result never arrives', ['int/worker/dead-letters', 'leaves its instance waiting when it is dropped']],
    ['filters of batch requests', [LETTERS, 'refuse filters that are invalid']],
    ['oldest first, in batches', [LETTERS, 'take the oldest that fit']],
    ['discarding several requires a filter', [LETTERS, 'refuse filters that are invalid']],
  ),
  ...section(
    'docs/contributing/spec/http.md#api-description',
    [
      'OpenAPI 3.1 for every endpoint',
      [OPENAPI, 'describes every endpoint'],
      ['unit/api/endpoints', 'leaves out of the OpenAPI document only'],
    ],
    [
      'all statuses, both shapes, the headers of 1.9',
      [OPENAPI, 'has every status'],
      [OPENAPI, 'is answered as documented when requests are refused'],
    ],
    [
      '/docs shows it and loads no files of other hosts',
      [DOCS, 'is its own page without scripts that only loads files of this service, with or without a slash'],
      [DOCS, 'lets no script but its own run'],
    ],
    [
      'anonymous, without a limit',
      ['authentication', 'keeps these paths anonymous'],
      ['rate-limiting', 'limits none of the other paths'],
    ],
    ['served when Docs:Enabled, always in development', [DOCS, 'answers 404, as the document does']],
  ),
  ...section('docs/contributing/spec/http/errors.md#status-summary', [
    'every answer is one of the summary',
    [OPENAPI, 'is answered as documented when requests are refused'],
    ['fuzz', 'never get a 5xx'],
  ]),
];
