import { type Rule, section } from './rule.ts';

const BATCHES = 'batches';
const ROLES = 'batches-of-roles';
const RETENTION = 'int/worker/retention';
const DELETE = 'delete-instances';
const ERASE = 'erase-instances';
const ARCHIVE = 'int/cli/archive';
const AUDIT = 'audit';
const SIMULATED = 'simulation/seeds';

/** What is done to many instances, what is deleted, and what is written down about both. */
export const MANY_AND_GONE: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/batches.md#create-a-batch',
    ['committed with the answer, which says what it hits', [BATCHES, 'retries every incident that matches']],
    ['a dry run makes nothing', [BATCHES, 'counts and changes nothing when it is a dry run']],
    ['a repeat with the same key makes no second one', [BATCHES, 'makes one batch when the request is repeated']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#batch-operations',
    ['retries incidents', [BATCHES, 'retries every incident that matches']],
    ['resolves incidents', [BATCHES, 'resolves incidents with the same result']],
    ['suspend, resume, variables, modify, revive', [BATCHES, 'suspends, resumes, edits, modifies and revives instances']],
    ['moves instances to a version', [BATCHES, 'moves instances to another version']],
    ['cancel; skipped where nothing is left to do', [BATCHES, 'hits exactly what matched when it was made']],
    ['deletes instances that have ended', [BATCHES, 'deletes instances that have ended, and fails for one that runs']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#items',
    ['what matched when it was made, each once', [BATCHES, 'hits exactly what matched when it was made']],
    ['nothing that matches: it has ended', [BATCHES, 'has ended when nothing matches']],
    ['filters as the lists have them', [BATCHES, 'takes quotes in a filter for what they are']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#refusals',
    ['what is missing is 400', [BATCHES, 'answers 400 when something that is needed is missing']],
    ['what is wrong is 400', [BATCHES, 'answers 400 when …']],
    [
      'too many items are 400, and nothing is made',
      [BATCHES, 'answers 400 and makes nothing when there would be too many items'],
    ],
    ['without the right of its operation 403', [ROLES, 'need the right of their operation']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#carrying-out',
    [
      'each item exactly once, whatever is killed; succeeded, failed and skipped are the total',
      [SIMULATED, 'keep every promise, whatever fails in the meantime'],
    ],
    ['why an item failed or was skipped', [BATCHES, 'hits exactly what matched when it was made']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#pause-resume-stop',
    [
      'nothing is taken while it is paused; what is left of a stopped one is skipped',
      [BATCHES, 'takes no further items while it is paused'],
    ],
    ['no such batch is 404, an ended one 409', [BATCHES, 'answers 404 when there is no such batch']],
  ),
  ...section('docs/contributing/spec/batches.md#list-of-batches', [
    'by their filters, the latest first',
    [BATCHES, 'lists batches by their filters'],
  ]),
  ...section(
    'docs/contributing/spec/batches.md#rights-of-batches',
    [
      'only data of the own keys is affected',
      [ROLES, 'hit only instances of these keys by a filter, and name the actor'],
      [ROLES, 'take an id of another key'],
    ],
    ['seen and steered by whose keys they are of', [ROLES, 'are seen and steered by those alone']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#rules',
    ['the most specific rule, from the end on, and nothing that runs', [RETENTION, 'deletes what has ended long enough ago']],
    ['instances that an earlier release has ended', [RETENTION, 'finds out when those ended']],
    ['what has something to send stays until it is sent', [RETENTION, 'leaves alone what another transaction holds']],
    ['a fork stays when what it comes from is gone', [DELETE, 'keeps a fork when what it was forked from is deleted']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#deleting',
    ['any number of workers share the work', [RETENTION, 'shares the work without an error']],
    [
      'a kill leaves the whole chunk or nothing of it; nothing is left in any table, and nothing comes back',
      [SIMULATED, 'keep every promise, whatever fails in the meantime'],
      [DELETE, 'leaves nothing of a finished instance in any table'],
    ],
    ['audit and batches go by their own settings', [RETENTION, 'forgets old entries of the audit and batches']],
    ['old versions go by a command', [RETENTION, 'sends the command that deletes old versions']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#delete',
    ['a finished instance with all that it called', [DELETE, 'deletes the called instances together with the one at the top']],
    ['cancelled and failed ones too', [DELETE, 'deletes a cancelled instance with its user task']],
    ['unknown is 404', [DELETE, 'answers 404 when there is no such instance']],
    ['one that runs is 409', [DELETE, 'answers 409 and changes nothing while the instance runs']],
    ['a repeat gets the first answer', [DELETE, 'answers a repeat with the same key as the first time']],
    ['of two at once the other gets 404', [DELETE, 'deletes once when two ask concurrently']],
    ['positions of before count as reached', [DELETE, 'reaches positions of a deleted instance immediately']],
    ['its version can go with its last instance', [DELETE, 'lets a version be deleted when its last instance is']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#erase',
    ['nothing is left in any table', [ERASE, 'leaves the name of a person in no table']],
    ['one that runs refuses all', [ERASE, 'refuses by their ids when some run']],
    ['CancelRunning ends and erases them', [ERASE, 'cancels and erases those that run']],
    ['called instances too', [ERASE, 'erases called instances with the one at the top']],
    ['what the read side does not have yet is found', [ERASE, 'erases what was started a moment before']],
    [
      'the business id is compared exactly',
      [
        ERASE,
        'answers with nothing erased when no instance has the business id, and distinguishes "%" and "_" from other letters',
      ],
    ],
    ['replies of hours ago are found', [ERASE, 'finds replies of hours ago']],
    ['files of the archive are named', [ERASE, 'names the files of the archive']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#archive',
    [
      'one file per day and process, on the disk before the deletion',
      [RETENTION, 'writes instances to a file per day and process'],
    ],
    ['a kill in between: nothing is deleted that is in no file', [RETENTION, 'deletes nothing that is in no file']],
    ['the folder is of one installation', [RETENTION, 'deletes nothing when the folder is the archive of another']],
    ['it is read and erased from by the command line', [ARCHIVE, 'lists and shows what was archived']],
  ),
  ...section(
    'docs/contributing/spec/audit.md#entry',
    ['who, from where, in which trace', [AUDIT, 'shows who, from where and in which trace']],
    ['token, client address and missing rights', [AUDIT, 'names the subject of the token']],
    ['no values, reasons or models', [AUDIT, 'never has values of variables, reasons or models']],
  ),
  ...section(
    'docs/contributing/spec/audit.md#promise',
    [
      'an accepted act has exactly one entry',
      [AUDIT, 'has each accepted act once'],
      [SIMULATED, 'keep every promise, whatever fails in the meantime'],
    ],
    ['a repeat under its key is no act', [AUDIT, 'has one entry when an act is repeated under its key']],
    ['every refusal with status and code', [AUDIT, 'has every refusal with status and code']],
    ['dry runs are no acts', [AUDIT, 'has migrations that are no dry runs']],
    ['an erasure names nobody', [AUDIT, 'has deletions and erasures']],
    ['floods are counted', [AUDIT, 'has few entries and a count']],
  ),
  ...section(
    'docs/contributing/spec/audit.md#list-of-entries',
    ['filtered, sorted and paged', [AUDIT, 'is filtered, sorted and paged as every list']],
    ['nothing is recorded without the setting', [AUDIT, 'is empty when nothing is recorded']],
    [
      'kinds of acts by the setting',
      [AUDIT, 'leaves out what applications and workers do'],
      [AUDIT, 'has what applications and workers do when'],
    ],
  ),
  ...section('docs/contributing/spec/audit.md#csv', [
    'texts that are no formulas',
    [AUDIT, 'is a CSV whose texts are no formulas'],
  ]),
  ...section('docs/contributing/spec/audit.md#who-reads', [
    'admins, of their keys',
    [AUDIT, 'shows those of their keys to who is an admin'],
  ]),
];
