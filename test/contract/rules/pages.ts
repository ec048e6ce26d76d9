import { type Proof, type Rule, section } from './rule.ts';

const DATA = 'ui-data';
const SERVER = 'ui-server';
const EVENTS = 'ui-registered-events';
const ACCESS = 'browser/accessibility';
const LOGIN = 'browser/login';
const AROUND = 'browser/overview';
const WORKFLOWS = 'browser/workflows';
const INSTANCES = 'browser/instances';
const INSTANCE = 'browser/instance';
const TASKS = 'browser/user-tasks';
const WORK = 'browser/task-work';
const TASK_FORMS = 'browser/task-forms';
const TASK_PHONE = 'browser/task-phone';
const EVENTS_PAGE = 'browser/events';
const ACTIONS = 'browser/actions';
const ADDRESSES = 'browser/addresses';
const DIAGRAMS = 'browser/diagrams';
const LISTS = 'browser/list-states';
const HOME = 'browser/home';
const HOME_LISTS = 'browser/incidents';
const HOME_TYPES = 'browser/custom-tasks';
const HOME_DATA = 'ui-home';

const AGAIN: Proof = [AROUND, 'offers to try again'];
const STATES: Proof = [LISTS, 'at … is a loading state, then the failure'];
const EVERY_FIVE_SECONDS: Proof = [LISTS, 'at … is read again'];

/** The operator pages. */
export const PAGES: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/pages.md#general',
    [
      'executes commands in process, same rules and texts',
      [DATA, 'does with a session what the API does'],
      [TASKS, 'shows the refusal unchanged when the acting user'],
      [ACTIONS, 'leaves it to the engine to refuse a number'],
    ],
    ['no other hosts; security headers', [SERVER, 'serves the application at …'], [SERVER, 'names no other host']],
    ['name and sign-out button', [LOGIN, 'leads to the provider and back'], [LOGIN, 'ends the session here']],
    ['navigation', [AROUND, 'the navigation leads everywhere']],
    ['shortened ids, the full id as tooltip', [EVENTS_PAGE, 'shortens ids']],
    ['times in UTC', [WORKFLOWS, 'deploys a file when it is chosen'], [WORKFLOWS, 'sorts by the time of deployment']],
    ['a missing value is a dash', [TASKS, 'lists the pending tasks']],
    ['empty text; error bar with Retry', [TASKS, 'reports it when the assignee has no task'], AGAIN],
    ['pages of a grid', [INSTANCE, 'pages through the history'], [ADDRESSES, 'show the last page']],
    ['loading state; 20 rows per page', STATES, [LISTS, 'has twenty rows a page']],
    [
      'success message, or the error text unchanged',
      [TASKS, 'shows the refusal unchanged when the acting user'],
      [ACTIONS, 'shows the result when'],
    ],
    ['waits for the projector', [DATA, 'does with a session what the API does'], [TASKS, 'claims, unclaims']],
    [
      'keyboard only, accessible names',
      [ACCESS, '… is accessible'],
      [ACCESS, 'an instance is accessible'],
      [WORKFLOWS, 'starts an instance with the keyboard alone'],
    ],
    ['unknown address: page, 404', [SERVER, 'answers 404 with the application'], [AROUND, 'shows a missing page']],
    ['unexpected error: page with the trace id, 500', [SERVER, 'answers 500 with the page Error']],
    ['only named pages refresh', [EVENTS_PAGE, 'never refreshes itself']],
  ),
  ...section(
    'docs/contributing/spec/pages.md#routes',
    ['/ is the page Home', [SERVER, 'has a first page']],
    [
      'routes and titles',
      [SERVER, 'serves the application at …'],
      [ACCESS, '… is accessible'],
      ['unit/ui/pages', 'know their addresses'],
    ],
  ),
  ...section(
    'docs/contributing/spec/pages.md#workflows',
    ['search by key', [WORKFLOWS, 'finds keys that contain']],
    ['one row per key in order, older versions below it', [DATA, 'has one row per key'], [WORKFLOWS, 'opens the older versions']],
    ['columns, sorting', [WORKFLOWS, 'deploys a file when it is chosen'], [WORKFLOWS, 'sorts by the time']],
    [
      'Start, disabled for a disabled key',
      [WORKFLOWS, 'disables a key after asking'],
      [WORKFLOWS, 'starts an instance with a business id'],
    ],
    ['Instances of key and version', [WORKFLOWS, 'opens the older versions']],
    ['Disable asks for confirmation, Enable does not; messages', [WORKFLOWS, 'disables a key after asking']],
    [
      'Deploy: file, message, error',
      [WORKFLOWS, 'deploys a file'],
      [WORKFLOWS, 'shows a refusal'],
      [WORKFLOWS, 'refuses a file'],
    ],
    ['a file over 10 MB is rejected', [WORKFLOWS, 'refuses a file above 10 MB']],
    ['empty texts', [WORKFLOWS, 'shows how to deploy'], [WORKFLOWS, 'finds keys that contain']],
    ['error text of the workflows', STATES],
  ),
  ...section(
    'docs/contributing/spec/pages.md#start-dialog',
    ['title, fields and their checks', [WORKFLOWS, 'starts an instance with a business id']],
    ['Start is disabled while a field is invalid', [WORKFLOWS, 'starts an instance with a business id']],
    ['message with a link to the instance', [WORKFLOWS, 'starts an instance with a business id']],
    ['an error keeps the dialog open', [WORKFLOWS, 'keeps the start dialog open']],
  ),
  ...section(
    'docs/contributing/spec/pages.md#instances',
    [
      'filters by business id and status',
      [INSTANCES, 'finds a business id'],
      [INSTANCES, 'keeps its filters'],
      [DATA, 'filters and orders instances'],
    ],
    ['newest first, columns, status', [INSTANCES, 'lists the instances of all versions']],
    ['sorting', [INSTANCES, 'sorts by business id']],
    ['View opens the instance', [INSTANCES, 'opens an instance and leads back']],
    ['error text of the instances', STATES],
  ),
  ...section(
    'docs/contributing/spec/pages.md#instance',
    ['header, copy button', [INSTANCE, 'shows the identity of the instance and its place'], [INSTANCE, 'copies the id']],
    [
      'unknown id: Not Found page',
      [INSTANCE, 'is the Not Found page'],
      [SERVER, 'answers 404 with the application when the instance'],
      [ADDRESSES, 'lead to the Not Found page'],
    ],
    ['cancel with a reason', [INSTANCE, 'cancels the instance']],
    ['markers and the taken path', [INSTANCE, 'marks tokens'], [DIAGRAMS, 'shows its own process when the document']],
    ['a click selects, with a panel', [INSTANCE, 'selects in the diagram']],
    ['Open child instance', [INSTANCE, 'opens the child of a call activity']],
    ['a model without a diagram is laid out', [WORKFLOWS, 'lays a model out'], [DIAGRAMS, 'draws the flows']],
    ['one error bar per failed entry', [INSTANCE, 'shows a failure above']],
    ['Activities', [INSTANCE, 'filters and sorts the activities']],
    ['Variables', [INSTANCE, 'shows the variables of each scope']],
    ['Conditions', [INSTANCE, 'lists the conditions']],
    ['History', [INSTANCE, 'pages through the history'], [DATA, 'has the journal'], [DATA, 'gives the whole journal']],
  ),
  ...section(
    'docs/contributing/spec/pages.md#user-tasks',
    ['fields of the list', [TASKS, 'narrows the list'], [TASKS, 'reports it when the assignee has no task']],
    ['acting user and groups, remembered', [TASKS, 'shows the tasks of the groups'], [DATA, 'reports whose tasks are whose']],
    ['signed in: the user and its groups act', ['ui-sign-in', 'acts as the signed-in user']],
    ['columns, newest first', [TASKS, 'lists the pending tasks']],
    ['Claim, Unclaim, Complete with outputs', [TASKS, 'claims, unclaims'], [TASKS, 'keeps the form open']],
    ['Fail with message and code', [TASKS, 'fails a task']],
    ['Cancel with a reason', [TASKS, 'cancels a task']],
    ['without a user an action asks for the name first', [TASKS, 'asks who works when no one is known']],
    ['empty text', [TASKS, 'reports it when the assignee has no task']],
    ['error text of the user tasks', STATES],
  ),
  ...section(
    'docs/contributing/spec/pages.md#work-on-a-task',
    ['keyboard shortcuts; the next task opens automatically', [WORK, 'is done for five tasks']],
    ['names, due date in words, priority, age', [WORK, 'shows what people call a task']],
    ['validation rules of the form, shown at the field', [TASK_FORMS, 'shows the error at the field']],
    ['drafts per user and task', [TASK_FORMS, 'keeps what was entered']],
    ['variables, and which of them are sent', [TASK_FORMS, 'begins with the variables']],
    ['the task was completed by another user', [WORK, 'reports calmly who has the task']],
    [
      'comments; my open tasks in the title',
      [WORK, 'has the comments on the task, and the number of my tasks in the title of the window'],
    ],
    ['one column on a phone', [TASK_PHONE, 'is one after the other']],
    ['filters and the table view', [WORK, 'finds the tasks of a process']],
  ),
  ...section(
    'docs/contributing/spec/pages.md#custom-tasks',
    ['columns', [AROUND, 'the catalog shows what plugins offer']],
    ['work of each type; each count links to a list', [HOME_TYPES, 'leads from a count'], [HOME_DATA, 'counts the open tasks']],
    ['empty text', [AROUND, 'the catalog reports it']],
    ['refreshes every 5 seconds; error text of the catalog', EVERY_FIVE_SECONDS, STATES],
  ),
  ...section(
    'docs/contributing/spec/pages.md#events',
    ['read-only; Refresh reloads all sections', [EVENTS_PAGE, 'never refreshes itself'], [EVENTS_PAGE, 'shortens ids']],
    ['start events of the latest active versions', [EVENTS, 'show start events'], [EVENTS_PAGE, 'never refreshes itself']],
    ['subscriptions; the event and its activity', [EVENTS, 'show who waits']],
    ['an empty section shows its text and no table', [EVENTS_PAGE, 'shows in each section']],
    ['failure and Retry', STATES, AGAIN],
  ),
  ...section(
    'docs/contributing/spec/pages.md#dashboard',
    ['four sections; projection lag and pending above', [AROUND, 'the dashboard counts'], [DATA, 'shows the whole service']],
    ['Auto refresh can be switched off', [AROUND, 'the first page does not change when Auto refresh is off']],
    ['states of a process: running, stopping, gone', ['int/cli/heartbeat', 'is there when the process has started']],
    ['removed from the list ten minutes after its last heartbeat', ['int/cli/heartbeat', 'forgets a process ten minutes']],
    [
      'calls, failures, average and p99 of five minutes',
      ['int/cli/heartbeat', 'holds the call statistics'],
      [DATA, 'shows the whole service'],
    ],
    ['refreshes every 5 seconds; error text of the dashboard', EVERY_FIVE_SECONDS, STATES],
    [
      'open problems by place and reason; one line without problems',
      [HOME, 'shows in one line'],
      [HOME, 'leads from a group'],
      [HOME_DATA, 'groups what failed'],
    ],
    ['Retry all', [HOME, 'shows an order that failed'], [HOME, 'has incidents of which each continues']],
  ),
  ...section(
    'docs/contributing/spec/pages.md#incidents',
    ['filters, Retry of one incident and of all', [HOME_LISTS, 'lists what failed']],
    ['ignored failures and Show again', [HOME_LISTS, 'ignores a group with a reason']],
    ['error text of the incidents', [HOME_LISTS, 'shows what could not be read']],
  ),
  ...section('docs/contributing/spec/pages.md#late-timers', [
    'late by a minute, oldest first',
    [HOME_DATA, 'lists the timers that are late'],
  ]),
  ...section('docs/contributing/spec/pages.md#settings', [
    'theme and accent, kept, at once and at the next visit',
    [AROUND, 'the settings change the colours'],
  ]),
];
