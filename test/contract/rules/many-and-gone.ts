import { type Rule, section } from './rule.ts';

const BATCHES = 'batches';
const ROLES = 'batches-of-roles';
const RETRIES = 'retry-with-variables';
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
    ['committed with the response, which has the number of items', [BATCHES, 'retries every incident that matches']],
    ['a dry run changes nothing', [BATCHES, 'counts and changes nothing when it is a dry run']],
    ['a repeat with the same key creates no second batch', [BATCHES, 'makes one batch when the request is repeated']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#batch-operations',
    ['retries incidents', [BATCHES, 'retries every incident that matches']],
    ['resolves incidents', [BATCHES, 'resolves incidents with the same result']],
    ['suspend, resume, variables, modify, revive', [BATCHES, 'suspends, resumes, edits, modifies and revives instances']],
    ['moves instances to a version', [BATCHES, 'moves instances to another version']],
    ['cancels; skips ended instances', [BATCHES, 'hits exactly what matched when it was made']],
    ['deletes instances that have ended', [BATCHES, 'deletes instances that have ended, and fails for one that runs']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#variables-of-a-retry',
    ['variables and retry, or nothing', [RETRIES, 'changes nothing when an item is refused']],
    [
      'once for each instance, by the first item that succeeds',
      [RETRIES, 'sets them once when several incidents'],
      [RETRIES, 'sets them with the first incident that is open'],
    ],
    [
      'reason and actor in the history',
      [RETRIES, 'sets them once when several incidents'],
      [ROLES, 'change no variables of an incident of another key'],
    ],
    ['a reason needs variables', [RETRIES, 'answers 400 and makes no batch when …']],
  ),
  ...section('docs/contributing/spec/batches.md#status-now', [
    'status of succeeded items',
    [RETRIES, 'shows which items failed again'],
    [RETRIES, 'sets them in failed instances'],
  ]),
  ...section(
    'docs/contributing/spec/batches.md#items',
    ['the matches at creation, each once', [BATCHES, 'hits exactly what matched when it was made']],
    ['no matches: the batch has ended', [BATCHES, 'has ended when nothing matches']],
    ['filters of the lists', [BATCHES, 'takes quotes in a filter for what they are']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#refusals',
    ['missing members are 400', [BATCHES, 'answers 400 when something that is needed is missing']],
    ['invalid members are 400', [BATCHES, 'answers 400 when …']],
    [
      'too many items are 400, and no batch is created',
      [BATCHES, 'answers 400 and makes nothing when there would be too many items'],
    ],
    ['403 without permission for its operation', [ROLES, 'need the right of their operation']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#carrying-out',
    [
      'each item exactly once, also after killed processes; succeeded, failed and skipped add up to the total',
      [SIMULATED, 'keep every promise, whatever fails in the meantime'],
    ],
    ['reason of a failed or skipped item', [BATCHES, 'hits exactly what matched when it was made']],
  ),
  ...section(
    'docs/contributing/spec/batches.md#pause-resume-stop',
    ['a paused batch processes nothing; a stopped one skips the rest', [BATCHES, 'takes no further items while it is paused']],
    ['unknown batch is 404, an ended one 409', [BATCHES, 'answers 404 when there is no such batch']],
  ),
  ...section('docs/contributing/spec/batches.md#list-of-batches', [
    'by their filters, the latest first',
    [BATCHES, 'lists batches by their filters'],
  ]),
  ...section(
    'docs/contributing/spec/batches.md#rights-of-batches',
    [
      'only instances of permitted processes are affected',
      [ROLES, 'hit only instances of these keys by a filter, and name the actor'],
      [ROLES, 'take an id of another key'],
    ],
    ['visible and controllable with permission for its processes', [ROLES, 'are seen and steered by those alone']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#rules',
    [
      'the most specific rule, counted from the end, never running instances',
      [RETENTION, 'deletes what has ended long enough ago'],
    ],
    ['instances that ended under an earlier release', [RETENTION, 'finds out when those ended']],
    ['an instance with unsent messages stays until they are sent', [RETENTION, 'leaves alone what another transaction holds']],
    ['a fork stays when its source is deleted', [DELETE, 'keeps a fork when what it was forked from is deleted']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#deleting',
    ['several workers share the work', [RETENTION, 'shares the work without an error']],
    [
      'after a kill a batch of deletions is complete or absent; no rows remain, none reappear',
      [SIMULATED, 'keep every promise, whatever fails in the meantime'],
      [DELETE, 'leaves nothing of a finished instance in any table'],
    ],
    ['audit and batches have separate settings', [RETENTION, 'forgets old entries of the audit and batches']],
    ['a command deletes old versions', [RETENTION, 'sends the command that deletes old versions']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#delete',
    [
      'an ended instance with all its called instances',
      [DELETE, 'deletes the called instances together with the one at the top'],
    ],
    ['cancelled and failed ones too', [DELETE, 'deletes a cancelled instance with its user task']],
    ['unknown: 404', [DELETE, 'answers 404 when there is no such instance']],
    ['running: 409', [DELETE, 'answers 409 and changes nothing while the instance runs']],
    ['a repeat gets the first response', [DELETE, 'answers a repeat with the same key as the first time']],
    ['of two simultaneous requests the other gets 404', [DELETE, 'deletes once when two ask concurrently']],
    ['earlier positions count as reached', [DELETE, 'reaches positions of a deleted instance immediately']],
    ['its version can be deleted with its last instance', [DELETE, 'lets a version be deleted when its last instance is']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#erase',
    ['no rows remain in any table', [ERASE, 'leaves the name of a person in no table']],
    ['one running instance rejects the request', [ERASE, 'refuses by their ids when some run']],
    ['CancelRunning cancels and erases them', [ERASE, 'cancels and erases those that run']],
    ['called instances too', [ERASE, 'erases called instances with the one at the top']],
    ['instances that the projector has not processed yet are found', [ERASE, 'erases what was started a moment before']],
    [
      'the business id is compared exactly',
      [
        ERASE,
        'answers with nothing erased when no instance has the business id, and distinguishes "%" and "_" from other letters',
      ],
    ],
    ['replies of the last hours are found', [ERASE, 'finds replies of hours ago']],
    ['archive files are named', [ERASE, 'names the files of the archive']],
  ),
  ...section(
    'docs/contributing/spec/retention.md#archive',
    ['one file per day and process, written before the deletion', [RETENTION, 'writes instances to a file per day and process']],
    ['a kill between both: only archived instances are deleted', [RETENTION, 'deletes nothing that is in no file']],
    ['the folder belongs to one installation', [RETENTION, 'deletes nothing when the folder is the archive of another']],
    ['the command line reads it and erases from it', [ARCHIVE, 'lists and shows what was archived']],
  ),
  ...section(
    'docs/contributing/spec/audit.md#entry',
    ['user, address and trace', [AUDIT, 'shows who, from where and in which trace']],
    ['token, client address and missing permissions', [AUDIT, 'names the subject of the token']],
    ['no values, reasons or models', [AUDIT, 'never has values of variables, reasons or models']],
  ),
  ...section(
    'docs/contributing/spec/audit.md#promise',
    [
      'an accepted action has exactly one audit entry',
      [AUDIT, 'has each accepted act once'],
      [SIMULATED, 'keep every promise, whatever fails in the meantime'],
    ],
    ['a repeat with its key is not recorded', [AUDIT, 'has one entry when an act is repeated under its key']],
    ['every rejection with status and code', [AUDIT, 'has every refusal with status and code']],
    ['dry runs are not recorded', [AUDIT, 'has migrations that are no dry runs']],
    ['an erasure records no ids of persons', [AUDIT, 'has deletions and erasures']],
    ['repeated rejections are counted', [AUDIT, 'has few entries and a count']],
  ),
  ...section(
    'docs/contributing/spec/audit.md#list-of-entries',
    ['filtered, sorted and paged', [AUDIT, 'is filtered, sorted and paged as every list']],
    ['nothing is recorded without the setting', [AUDIT, 'is empty when nothing is recorded']],
    [
      'kinds of actions by the setting',
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
