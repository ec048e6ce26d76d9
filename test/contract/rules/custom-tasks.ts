import { type Rule, section } from './rule.ts';

const CATALOG = 'custom-task-catalog';
const RUNNING = 'running-a-plugin';
const BUNDLED = 'bundled-plugins';
const RUN = 'unit/plugin-host/run-task';
const ANNOUNCEMENT = 'unit/plugin-host/announcement';
const PARAMETERS = 'unit/plugins/parameters';
const HOST = 'int/plugin-host/host';
const MAPPINGS = 'unit/engine/elements/mappings';
const DIALECTS = 'unit/bpmn/dialects-of-mappings';
const ACTIVITIES = 'unit/bpmn/rejections-of-activities';
const CALL = 'unit/plugins/builtin/rest-call';
const SSRF = 'unit/plugins/builtin/rest-call-ssrf';
const HOSTILE = 'unit/plugins/builtin/rest-call-hostile';
const REDIRECTS = 'unit/plugins/builtin/rest-call-redirects';

/** Custom tasks: the catalog, how plugins are run, what they get and give, `rest-call`. */
export const CUSTOM_TASKS: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#catalog-entry',
    ['an entry has these members', [CATALOG, 'shows an entry with its parameters']],
    ['declares nothing: null; no inputs: an empty list', [CATALOG, 'distinguishes a plugin that declares nothing']],
    ['siloNames: each once, sorted', [CATALOG, 'names every host once, sorted']],
    ['parameters and their types', [CATALOG, 'shows an entry with its parameters'], [PARAMETERS, 'are taken as … when']],
    ['a default is only a hint', [CALL, 'sends GET without a body when nothing else is specified']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#life-of-an-entry',
    [
      'announced at the start, again after 2, 5 and 15 seconds, then logged',
      [CATALOG, 'lists what the worker itself offers'],
      [ANNOUNCEMENT, 'is tried again after 2, 5 and 15 seconds'],
    ],
    ['a worker that stops is taken out at once', [CATALOG, 'takes a host out immediately']],
    ['a worker that vanishes is taken out after 30 seconds at most', [CATALOG, 'takes a host out when it was not seen']],
    ['the most recent description is shown', [CATALOG, 'names every host once, sorted, and shows the most recent']],
    ['two plugins of one type stop the start-up', [CATALOG, 'does not start a host when two']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#running-a-plugin',
    [
      'without a worker the entry waits; complete-activity ends it',
      [RUNNING, 'waits when no host offers the type'],
      [RUNNING, 'runs what waits when a host comes later'],
    ],
    ['a deploy is not refused because of the catalog', [HOST, 'is asked about its parameters when a model is deployed']],
    [
      'inputs, variables of the scope, context, signal; a map of names comes back',
      [RUNNING, 'gives it inputs and context'],
      [RUNNING, 'shows it the variables of its scope'],
      [RUNNING, 'fails the activity when it returns something'],
    ],
    ['by convention under __response', [PARAMETERS, 'is under __response']],
    ['properties of the context', [RUNNING, 'gives it inputs and context']],
    ['may run more than once for one entry', [RUNNING, 'runs it again elsewhere']],
    ['returns: mappings, the token moves on', [RUNNING, 'gives it inputs and context, and moves the token on']],
    ['typed failure: its code and message', [RUNNING, 'fails the activity with code and message']],
    ['anything else: 500', [RUNNING, 'fails the activity with code 500'], [RUN, 'is failed with 500 when it throws anything']],
    ['shut down: the signal, no failure, another runs it', [RUNNING, 'runs it again elsewhere, without a failure']],
    [
      'ended meanwhile: the result is dropped',
      [RUNNING, 'aborts its signal and drops its result'],
      [RUNNING, 'aborts its signal when the instance is cancelled'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#mappings',
    ['texts, literals and look-ups', [DIALECTS, 'are read when …'], [BUNDLED, 'calls over HTTP with the inputs of the model']],
    ['inputs from the scope, outputs from the result', [MAPPINGS, 'give a job its inputs and store only']],
    ['without output mappings nothing is written', [RUNNING, 'writes nothing when there is no output mapping']],
    ['only mapped targets become variables', [MAPPINGS, 'give a job its inputs and store only']],
    ['what is refused at deploy', [ACTIVITIES, 'refuses when …']],
    ['one that fails at run time fails the entry with 400', [MAPPINGS, 'fail the activity with 400']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#rest-call',
    ['parameters', [CALL, 'declares its parameters in the order of the contract']],
    ['url: absolute, http or https', [CALL, 'fails with 400 and shows the error when …']],
    ['method in any case, GET by default', [CALL, 'sends the method when it is written …'], [CALL, 'sends GET without a body']],
    ['headers, null values skipped', [CALL, 'skips headers when their value is null']],
    [
      'body as application/json unless a Content-Type is given',
      [CALL, 'sends the body as application/json'],
      [CALL, 'sends the body under'],
    ],
    ['successCodes replace 200 to 299', [CALL, 'replaces 200 to 299']],
    ['timeoutSec', [CALL, 'fails with 400 and shows the error when …'], [HOSTILE, 'ends with 504 when the server never']],
    ['idempotencyKeyHeader', [CALL, 'sets the idempotency header']],
    ['the result', [CALL, 'gives status, ok, body, headers'], [CALL, 'reads the body by its media type']],
    ['the HTTP status as code', [CALL, 'fails with the status when'], [BUNDLED, 'fails with the status as code']],
    ['1024 characters of the answer', [CALL, 'shows 1024 characters of the response at most']],
    ['502, 504, 400', [CALL, 'fails with 502 when no one listens'], [HOSTILE, 'ends with 504 when'], [CALL, 'fails with 400']],
    ['bodies are never logged', [CALL, 'keeps bodies, headers and queries out of the log']],
    [
      'link-local and metadata addresses are always refused',
      [SSRF, 'refuses … when private networks are allowed'],
      [BUNDLED, 'fails with 400 when rest-call is to go to a metadata address'],
    ],
    [
      'private and loopback addresses with DenyPrivateNetworks',
      [SSRF, 'refuses … when private networks are denied'],
      [BUNDLED, 'refuses private addresses'],
    ],
    [
      'every redirect (at most 3) and every address is checked',
      [REDIRECTS, 'are followed three times'],
      [REDIRECTS, 'end with 400 when one names …'],
      [SSRF, 'connects to the checked address when a name changes its address afterwards'],
    ],
  ),
];
