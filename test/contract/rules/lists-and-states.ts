import { type Rule, section } from './rule.ts';

const QUERIES = 'queries';
const SORTS = 'unit/queries/sorts-and-paging';
const FILTERS = 'unit/queries/filters';
const LISTS = 'list-of-definitions';
const LISTS_ALL = 'lists';
const STATES = 'user-task-states';
const ENTRIES = 'entries';
const END = 'fail-and-cancel';
const CLAIM = 'claim';
const COMPLETE = 'complete-user-task';
const START = 'start';
const MESSAGE = 'message';

/** Queries, user task states, the business id. */
export const LISTS_AND_STATES: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/http/lists.md#paging',
    ['page and pageSize, their defaults and corrections', [QUERIES, 'sends … back when asked for']],
    [
      'the same for every list',
      [LISTS_ALL, 'corrects page and pageSize the same way'],
      [QUERIES, 'sends … back when asked for'],
      ['history', 'is by Sequence when nothing is asked'],
    ],
    [
      'an empty value counts as absent; a value that is not a 32-bit integer is 400',
      [QUERIES, 'refuses … when it is not an integer'],
    ],
    [
      'a page after the last has no rows and the true total',
      [QUERIES, 'sends … back when asked for'],
      ['int/queries/process-instances', 'has no rows and the true total'],
    ],
    [
      'paging neither repeats nor skips a row',
      [LISTS_ALL, 'neither repeats nor loses a row when it is paged through in either direction'],
      [QUERIES, 'neither repeats nor loses'],
      ['history', 'goes backwards'],
    ],
    [
      'every order ends in a unique id',
      ['int/queries/definitions', 'breaks ties by key and version'],
      ['int/queries/process-instances', 'lists the newest first, equal times by id'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/lists.md#names',
    [
      'names and default order of /Definitions',
      [LISTS, 'sorts, filters and pages'],
      [LISTS, 'is ordered by key'],
      [LISTS, 'refuses names'],
    ],
    [
      'names and default order of instances',
      ['int/queries/process-instances', 'finds … when the filter is'],
      [LISTS, 'show the instances of every version'],
    ],
    [
      'names and default order of /UserTasks',
      ['read-user-tasks', 'lists … when the query is'],
      ['read-user-tasks', 'refuses names'],
    ],
    ['names and default order of the history', ['history', 'keeps the right rows'], ['history', 'is by Sequence']],
    ['names in any case', [LISTS_ALL, 'takes its filter and sort names in any case'], [QUERIES, 'keeps … when filters is']],
  ),
  ...section(
    'docs/contributing/spec/http/lists.md#sorts',
    ['names with commas, minus for descending', [QUERIES, 'orders the rows when sorts is']],
    [
      'spaces and empty terms are ignored; the first one of a name counts',
      [SORTS, 'are … when they are'],
      [QUERIES, 'orders the rows when sorts is'],
    ],
    [
      'strings by code point, rows without a value last',
      [QUERIES, 'puts rows without a value last'],
      ['int/queries/process-instances', 'orders texts by code point'],
    ],
    ['the default order only without terms', [SORTS, 'are … when they are']],
  ),
  ...section(
    'docs/contributing/spec/http/lists.md#filters',
    ['the grammar', [FILTERS, 'mean … when they are']],
    ['AND of terms, OR of names and of values', [QUERIES, 'keeps … when filters is'], [FILTERS, 'mean … when they are']],
    ['the first, longest operator counts', [FILTERS, 'mean … when they are']],
    [
      'operators and their types',
      [LISTS_ALL, 'keeps what it specifies for …'],
      [QUERIES, 'keeps … when filters is'],
      [FILTERS, 'are refused with … when they are'],
      ['int/queries/filter-match', 'keeps the rows that the database'],
    ],
    ['escapes', [QUERIES, 'keeps … when filters is'], [FILTERS, 'give back every text value']],
    [
      'null and \\null; a row without a value matches nothing else',
      [QUERIES, 'keeps … when filters is'],
      ['history', 'keeps the right rows'],
    ],
    ['formats of values', [FILTERS, 'mean … when they are'], [QUERIES, 'compares a printed time equal']],
    ['only a string can be empty', [FILTERS, 'are refused with … when they are']],
    ['operator and values must fit each of several names', [FILTERS, 'are refused with … when they are']],
  ),
  ...section(
    'docs/contributing/spec/http/lists.md#business-id-parameter',
    [
      'rows whose business id equals the value; commas and bars have no special meaning',
      [LISTS, 'keep to a business id'],
      ['int/queries/process-instances', 'compares the business id exactly'],
    ],
    [
      'an empty value is ignored, an invalid one is 400',
      [QUERIES, 'answers "… when the query is'],
      ['unit/requests/business-id', '… when it is'],
    ],
    ['AND with filters', [QUERIES, 'adds businessId with AND']],
  ),
  ...section(
    'docs/contributing/spec/http/lists.md#query-errors',
    ['unknown filter name', [QUERIES, 'answers "… when the query is']],
    ['unknown sort name', [QUERIES, 'answers "… when the query is'], [LISTS, 'refuses names']],
    ['malformed term', [QUERIES, 'answers "… when the query is']],
    ['operator that does not fit', [QUERIES, 'answers "… when the query is']],
    ['invalid value', [QUERIES, 'answers "… when the query is']],
    ['more than 20 terms', [QUERIES, 'answers "… when the query is'], [FILTERS, 'are read when there are exactly 20']],
    ['the first invalid term is reported', [FILTERS, 'are refused with … when they are']],
  ),
  ...section(
    'docs/contributing/spec/http/user-tasks.md#states',
    ['Created, Claimed, Completed and back', [STATES, 'go to Claimed and back']],
    ['claim: permitted, rejected, overwritten', [CLAIM, 'lets anyone claim'], [CLAIM, 'leaves the claim as it is']],
    ['unclaim by any user', [CLAIM, 'clears the claim'], [CLAIM, 'answers 200 when the task was not claimed']],
    [
      'complete: not claimed, claimed by another, outputs missing, done',
      [COMPLETE, 'answers 409 when no one'],
      [COMPLETE, 'answers 409 when another user has claimed it, before outputs are looked at'],
      [COMPLETE, 'answers 409 and merges nothing'],
      [COMPLETE, 'merges all variables'],
    ],
    [
      'fail and cancel from both states',
      [END, 'fails the instance with the code when no one'],
      [END, 'ends the instance as cancelled'],
    ],
    [
      'Cancelled by boundary events and by the end of the instance',
      [ENTRIES, 'are Cancelled and gone when an interrupting'],
      [STATES, 'end as Cancelled'],
      ['cancel-instance', 'removes user tasks'],
    ],
    ['ended: fail and cancel 200, all others 404', [STATES, 'answer 404 to claim']],
    ['unknown: 404', [END, 'answers 404 when the task never existed'], [CLAIM, 'answers 404 when the task is unknown']],
    ['lists in the model: commas, trimmed, blanks dropped', [STATES, 'have trimmed lists']],
    ['each iteration has its task', [ENTRIES, 'are one per iteration']],
  ),
  ...section(
    'docs/contributing/spec/http.md#business-id',
    ['optional, stored exactly, need not be unique', [START, 'is kept exactly']],
    [
      'set by a start and by a message that starts an instance',
      [START, 'is kept exactly'],
      [MESSAGE, 'start one instance of every active key'],
    ],
    ['a message that resumes an instance does not change it', [MESSAGE, 'get the variables into the scope']],
    [
      'absent for timers, signals, conditions and calls; a called instance inherits none',
      ['versions', 'replace the timer start events'],
      [ENTRIES, 'is null for instances that a signal starts'],
      ['evaluate-conditions', 'starts one instance per true condition'],
      [ENTRIES, 'show their child'],
    ],
    ['shown in state and lists, and in the log scope', ['state', 'shows every member'], ['log-lines', 'carry the whole scope']],
    ['its five rules, in their order', [START, 'is refused when it is …'], ['unit/requests/business-id', '… when it is']],
    [
      'null in a body counts as absent, an empty string is an error',
      [START, 'is null when the body is empty'],
      [START, 'is refused when it is …'],
    ],
  ),
];
