import { type Rule, section } from './rule.ts';

const EDIT = 'edit-variables';
const EDITS = 'unit/engine/elements/edit-variables';
const MODIFY = 'modify-instance';
const MOVES = 'unit/engine/elements/modify';
const STILL = 'unit/engine/elements/modify-suspended';
const CALLED = 'called-incidents';
const INCIDENTS = 'incidents';
const OPEN = 'unit/engine/policies/incidents';
const PLACES = 'unit/engine/policies/incident-places';
const REPEATS = 'unit/engine/policies/incident-repeats';
const FINISHED = 'finished-work';
const FORKS = 'forks';
const ANY_STEP = 'property/engine/forks';
const MIGRATE = 'migrate-instance';
const MIGRATIONS = 'unit/engine/policies/migrations';
const SUSPEND = 'suspension';
const HELD = 'int/worker/suspension';
const KEYS = 'suspended-keys';

/** What an operator does to one instance: variables, tokens, incidents, forks, another version, suspension. */
export const REPAIRS: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/http/instances.md#edit-variables',
    ['sets and removes; 200 empty', [EDIT, 'sets and removes variables of the instance']],
    ['Scope: of a multi-instance activity its body, otherwise its first scope', [EDIT, 'edits the scope that is named']],
    [
      'invalid members are 400, each with its name',
      [EDIT, 'answers 400 when the members are not what they should be'],
      [EDIT, 'edits once when it is repeated with its Idempotency-Key'],
    ],
    [
      'unknown is 404; an ended instance or scope is 409',
      [EDIT, 'answers 404 when the instance is unknown, and 409 when it or the scope has ended'],
    ],
    ['too large is 409', [EDITS, 'are refused when the instance or the scope has ended, or they are too large']],
    [
      'no other scope changes; absent names are removed without an error',
      [EDITS, 'are those of the body when a sub-process is named'],
      [EDITS, 'change nothing when nothing is there to be removed'],
    ],
    ['waiting conditions are evaluated', [EDIT, 'lets a condition fire that waits']],
    ['two simultaneous edits are both kept', [EDIT, 'keeps both edits when two come concurrently']],
  ),
  ...section(
    'docs/contributing/spec/http/instances.md#modify-an-instance',
    [
      'all instructions are applied, or none',
      [MODIFY, 'cancels and starts in one command'],
      [MODIFY, 'answers 409 with the number and the reason when an instruction is refused'],
    ],
    ['1 to 1000 instructions', [MODIFY, 'runs a thousand instructions in one command']],
    ['reason becomes the cancellationReason', [MODIFY, 'records in the history what was requested and what became of it']],
    ['invalid members are 400, with their place', [MODIFY, 'answers 400 when the members are not what they should be']],
    ['a reused key is 422', [MODIFY, 'modifies once when it is repeated with its Idempotency-Key']],
    ['unknown is 404, ended is 409', [MODIFY, 'answers 404 when the instance is unknown, and 409 when it has ended']],
    [
      'a rejected instruction is 409 with its number and the reason',
      [MODIFY, 'answers 409 with the number and the reason when an instruction is refused'],
      [MOVES, 'changes nothing when one instruction is refused'],
    ],
    [
      'the response: cancelledCount, started, opened enclosing scopes',
      [MODIFY, 'opens a sub-process on the way'],
      [MODIFY, 'removes user tasks, cancels children'],
    ],
    ['a dry run uses a copy and writes nothing', [MODIFY, 'shows what would happen and does nothing when it is a dry run']],
    ['of two requests that move one token one succeeds', [MODIFY, 'lets one of two win']],
  ),
  ...section(
    'docs/contributing/spec/forks.md#fork',
    ['200 with the new instance and the step; the source does not change', [FORKS, 'makes a new instance at the step']],
    ['step 0 starts again; the given variables replace those of the first start', [FORKS, 'begins as the old one began']],
    [
      'any other step: the same commands have the same results',
      [FORKS, 'makes a new instance at the step'],
      [ANY_STEP, 'has the same rest of the journal'],
    ],
    ['a fork can be forked', [FORKS, 'can be forked again']],
    ['another version needs the same active elements', [FORKS, 'continues in another version when that has the same elements']],
    [
      'unknown is 404, no such step 400, already ended at the step 409',
      [FORKS, 'is refused when the instance or the step is unknown'],
    ],
    ['two requests with one key create one fork', [FORKS, 'makes one fork when two ask for it under one key']],
  ),
  ...section(
    'docs/contributing/spec/forks.md#restored-state',
    [
      'subscriptions are created again; nothing is sent again',
      [FORKS, 'creates new subscriptions when a call and a message are open, and the old instance keeps its own'],
    ],
    ['user tasks are open, custom tasks have new attempts', [FORKS, 'opens the user task again']],
  ),
  ...section(
    'docs/contributing/spec/forks.md#revive',
    [
      'a failed instance continues with the failed activity, a cancelled one with the last step before its end',
      [FORKS, 'opens the user task again'],
      [FORKS, 'continues when it was cancelled'],
    ],
    ['with the variables of the request', [FORKS, 'runs the script again with changed variables']],
    ['completed work is not repeated', [FINISHED, 'makes no further call when a failed instance is retried']],
    ['the same instance if nothing irreversible has happened', [FORKS, 'runs the script again in place']],
    ['otherwise a fork, once', [FORKS, 'continues as a fork without a caller, and no second time']],
    [
      'called instances continue too',
      ['finished-work-of-calls', 'makes one call per service when the instance at the top of three failed ones is retried'],
      [FORKS, 'continues in place, with the same called instance'],
    ],
    ['of two simultaneous requests one runs', [FORKS, 'is done once when two ask for it']],
    ['running or completed is 409, unknown 404', [FORKS, 'is refused when the instance runs, has completed or is unknown']],
    ['lists and counts show it as running', [FORKS, 'counts and lists the instance as running']],
  ),
  ...section(
    'docs/contributing/spec/moving-to-a-version.md#request',
    ['200 with both versions; every list shows the new one', [MIGRATE, 'lets an instance continue in another version']],
    [
      'no change: 200, and the instance does not change',
      [MIGRATIONS, 'does not begin when nothing is changed by a migration or an edit'],
    ],
    ['invalid members are 400 by name', [MIGRATE, 'is refused by name when the body is not what it should be']],
    ['unknown version is 404, ended is 409', [MIGRATE, 'is refused with every reason, and changes nothing']],
    [
      'the second of two simultaneous requests finds it ended or migrated',
      [MIGRATE, 'is done once when two ask for it concurrently'],
    ],
  ),
  ...section(
    'docs/contributing/spec/moving-to-a-version.md#plan',
    ['default mapping: same id, type and place', [MIGRATE, 'lets an instance continue in another version']],
    [
      'given mapping: pairs of ids; content of a scope moves with it',
      [MIGRATE, 'keeps task, claim and due date, under the new ids'],
      [MIGRATIONS, 'takes the content of a sub-process along'],
    ],
    [
      'only active elements need a target',
      [MIGRATIONS, 'finishes as the other version does when the two differ only behind its tokens'],
    ],
  ),
  ...section(
    'docs/contributing/spec/moving-to-a-version.md#moved-waits',
    ['tasks, claims and due dates stay', [MIGRATE, 'keeps task, claim and due date']],
    [
      'custom tasks keep id, inputs, attempts and lock',
      [MIGRATE, 'gives a custom task to its worker under the same id and lock'],
    ],
    ['timers, names and keys stay unless they are updated', [MIGRATIONS, 'keeps due dates, names and keys unless']],
    ['a changed condition is evaluated', [MIGRATIONS, 'looks at conditions that have another text']],
    [
      'subscriptions of new events are created, those without a target cancelled',
      [MIGRATIONS, 'arms boundary events and event sub-processes that are new'],
    ],
    [
      'joins keep their tokens, and continue when all have arrived',
      [MIGRATIONS, 'fires a join when the other version waits for no further flow'],
      [MIGRATIONS, 'keeps the tokens of a join that still waits'],
    ],
    ['loops continue with their items and counts', [MIGRATIONS, 'continues with loops, their items and their counts']],
    ['calls, jobs and incidents stay', [MIGRATIONS, 'keeps called instances, jobs and incidents']],
    [
      'a suspended instance stays suspended; rejected if a token would move',
      [MIGRATIONS, 'stays suspended when it is suspended, and is refused when something would have to move'],
      [MIGRATIONS, 'looks at its inclusive joins when it is resumed'],
    ],
  ),
  ...section(
    'docs/contributing/spec/moving-to-a-version.md#refused',
    [
      'each active activity that cannot move, with the reason',
      [MIGRATE, 'is refused with every reason'],
      [MIGRATIONS, 'is refused by name for every live entry'],
    ],
    [
      'an expression that is read again and is invalid',
      [MIGRATIONS, 'is refused when a name or time that is read again cannot be read'],
    ],
  ),
  ...section('docs/contributing/spec/moving-to-a-version.md#migration-report', [
    'a dry run tells plan, activities, events, joins and refusals',
    [MIGRATE, 'shows what would happen and does nothing when it is a dry run'],
  ]),
  ...section(
    'docs/contributing/spec/incidents.md#incident',
    [
      'only if deployment, process or settings enable them',
      [INCIDENTS, 'is not raised where'],
      [INCIDENTS, 'is raised or not as the deploy specifies'],
    ],
    ['another value of the attribute is rejected', [INCIDENTS, 'is refused at deploy']],
    [
      'event handlers come first',
      [OPEN, 'goes to the boundary event or event sub-process'],
      [OPEN, 'is left inside a transaction'],
    ],
    ['the token stays, other tokens continue', [INCIDENTS, 'lets the others continue'], [OPEN, 'leaves its token where it is']],
    [
      'one per token, attempts are counted',
      [INCIDENTS, 'is the same incident, counted on'],
      [PLACES, 'are two, each counted on its own'],
    ],
    [
      'removed when its activity ends in another way',
      [INCIDENTS, 'ends when its instance is cancelled'],
      [OPEN, 'is gone when its activity ends'],
    ],
    ['of the process itself', [PLACES, 'count on for the process itself']],
    ['conditions that cannot be evaluated', [PLACES, 'end when an event sub-process interrupts']],
    ['no late results are accepted', [PLACES, 'takes no result that comes again or too late']],
    ['stopped runs continue with the retry', [OPEN, 'keeps a run that takes too many steps']],
  ),
  ...section(
    'docs/contributing/spec/incidents.md#retry',
    [
      '200 without a body; the failed work is repeated',
      [INCIDENTS, 'lets the others continue'],
      [REPEATS, 'continues to the end like a run that never failed'],
    ],
    ['attempts are counted further', [INCIDENTS, 'numbers attempts on when a job is retried']],
    ['unknown or ended is 404', [INCIDENTS, 'is 404 when there is no such incident']],
    ['once with one key', [INCIDENTS, 'is done once when two retry it under one key']],
  ),
  ...section(
    'docs/contributing/spec/incidents.md#resolve',
    [
      'the variables replace the result, and the token continues',
      [INCIDENTS, 'continues behind what has failed'],
      [OPEN, 'counts as done when it is resolved'],
    ],
    ['each kind of incident as described in its row', [REPEATS, 'does what the page specifies when it is resolved']],
    ['409 if the next flow is not defined', [INCIDENTS, 'keeps what cannot be passed over']],
  ),
  ...section('docs/contributing/spec/incidents.md#list-of-incidents', [
    'the open ones, with every filter and order',
    [INCIDENTS, 'is found by every filter and in every order'],
  ]),
  ...section(
    'docs/contributing/spec/incidents.md#called-instances',
    ['the topmost caller as members and filters', [INCIDENTS, 'is shown by its callers'], [CALLED, 'have the topmost caller']],
    ['callers at any level have the latest one', [INCIDENTS, 'is shown by its callers'], [CALLED, 'are shown in the rows']],
    ['numbers count it once', [INCIDENTS, 'is shown by its callers'], [CALLED, 'are counted at the call activities']],
    ['not outside of the permission', ['int/queries/home', 'is hidden from users who do not see']],
  ),
  ...section(
    'docs/contributing/spec/incidents.md#ignored',
    ['new failures are ignored too, until the group is shown again', [INCIDENTS, 'are a group with its failures']],
    ['the group has failures of one message, or of any', [INCIDENTS, 'have the message of the group']],
    ['a second request replaces the first', [INCIDENTS, 'count failed instances, and take the reason']],
    ['faulty members: 400', [INCIDENTS, 'are refused with 400']],
    ['until the time is over', ['int/queries/home', 'leaves out failures that an operator ignores']],
  ),
  ...section(
    'docs/contributing/spec/suspension.md#suspend',
    ['a suspended instance does not change', [SUSPEND, 'changes nothing when it is suspended or resumed twice']],
    ['CalledInstances: suspends called instances too, until the resume', [SUSPEND, 'suspends and resumes what it has called']],
    ['without it the caller waits for their end', [SUSPEND, 'waits for the end of what it has called']],
    ['404, 409, and 400 for invalid members', [SUSPEND, 'refuses with 404 when the instance is unknown']],
  ),
  ...section(
    'docs/contributing/spec/suspension.md#what-waits',
    ['requests for its tasks are 409', [SUSPEND, 'refuses what clients do to its tasks']],
    [
      'edits of variables are applied, unless a condition waits',
      [KEYS, 'takes edits of variables'],
      [KEYS, 'refuses an edit of variables'],
    ],
    [
      'modifications are applied, and started activities wait',
      [STILL, 'puts a token'],
      [SUSPEND, 'is modified while it is suspended'],
    ],
    ['messages and signals wait, in order', [SUSPEND, 'keeps a message'], [SUSPEND, 'delivers every message in order']],
    [
      'timers wait and fire immediately after the resume',
      [SUSPEND, 'lets no timer fire'],
      [HELD, 'gives its timers no due time'],
    ],
    [
      'no worker gets its custom tasks, results wait',
      [SUSPEND, 'hands out no custom task'],
      [SUSPEND, 'keeps the result of a custom task'],
    ],
    ['the rest of a paused run waits', [HELD, 'is suspended in the middle of a run']],
    [
      'a cancellation is applied, and discards waiting commands',
      [SUSPEND, 'drops what waits'],
      [SUSPEND, 'ends with what it has called'],
    ],
  ),
  ...section(
    'docs/contributing/spec/suspension.md#resume',
    [
      'waiting commands run in order, each once',
      [HELD, 'loses nothing and does nothing twice'],
      [SUSPEND, 'delivers every message in order'],
    ],
    ['suspended again before all waiting commands have run', [HELD, 'continues in one piece']],
    ['dead-lettered commands wait until the resume', [HELD, 'keeps parked mail when it is retried, until it is resumed']],
  ),
  ...section(
    'docs/contributing/spec/suspension.md#suspend-a-key',
    [
      'all instances of all versions are suspended',
      [KEYS, 'suspends all instances of all versions when the key is suspended, and resumes them when it is resumed'],
    ],
    [
      'effective immediately; instances are marked later',
      [KEYS, 'refuses what clients do when the key'],
      [KEYS, 'marks instances that no one touches'],
    ],
    ['in addition to other suspensions', [KEYS, 'keeps instances suspended that an operator has suspended']],
    ['a start is 409, with another code than for a disabled key', [KEYS, 'refuses to start an instance']],
    ['messages and signals start suspended instances', [KEYS, 'starts instances that are suspended']],
    ['timer starts wait, as after a downtime', [KEYS, 'starts nothing by timers']],
    ['callers wait', [KEYS, 'lets a caller wait']],
    [
      'a second request changes nothing; 404 and 400',
      [KEYS, 'changes nothing when a key is suspended'],
      [KEYS, 'refuses with 404 when the key is not registered'],
    ],
  ),
  ...section(
    'docs/contributing/spec/suspension.md#born-suspended',
    [
      'an instance that starts in a suspended key is suspended',
      [KEYS, 'starts instances that are suspended'],
      [KEYS, 'cancels an instance that was suspended before it began'],
    ],
    ['forks and restarted instances too', [KEYS, 'makes forks and revived instances that are suspended']],
    ['lists and states show it', [KEYS, 'shows the suspension in the lists'], [SUSPEND, 'is found in lists by IsSuspended']],
  ),
];
