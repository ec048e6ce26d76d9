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
    ['members of a row', [CATALOG, 'shows an entry with its parameters']],
    ['no declaration: null; no inputs: an empty list', [CATALOG, 'distinguishes a plugin that declares nothing']],
    ['siloNames: unique and sorted', [CATALOG, 'names every host once, sorted']],
    ['parameters and their types', [CATALOG, 'shows an entry with its parameters'], [PARAMETERS, 'are taken as … when']],
    ['a default is informative only', [CALL, 'sends GET without a body when nothing else is specified']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#life-of-an-entry',
    [
      'announced at the start, again after 2, 5 and 15 seconds, then a log line',
      [CATALOG, 'lists what the worker itself offers'],
      [ANNOUNCEMENT, 'is tried again after 2, 5 and 15 seconds'],
    ],
    ['a worker that stops is removed immediately', [CATALOG, 'takes a host out immediately']],
    ['a worker that disappears is removed after at most 30 seconds', [CATALOG, 'takes a host out when it was not seen']],
    ['the most recent description is shown', [CATALOG, 'names every host once, sorted, and shows the most recent']],
    ['two plugins of one type prevent the start', [CATALOG, 'does not start a host when two']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#running-a-plugin',
    [
      'without a worker the activity waits; complete-activity completes it',
      [RUNNING, 'waits when no host offers the type'],
      [RUNNING, 'runs what waits when a host comes later'],
    ],
    ['the catalog does not affect deployments', [HOST, 'is asked about its parameters when a model is deployed']],
    [
      'gets inputs, variables of the scope, context and signal; returns a map of names',
      [RUNNING, 'gives it inputs and context'],
      [RUNNING, 'shows it the variables of its scope'],
      [RUNNING, 'fails the activity when it returns something'],
    ],
    ['the result is stored under __response by convention', [PARAMETERS, 'is under __response']],
    ['properties of the context', [RUNNING, 'gives it inputs and context']],
    ['can run more than once for one activity instance', [RUNNING, 'runs it again elsewhere']],
    ['when it returns, mappings run and the token continues', [RUNNING, 'gives it inputs and context, and moves the token on']],
    ['typed failure: code and message of the plugin', [RUNNING, 'fails the activity with code and message']],
    ['any other error: 500', [RUNNING, 'fails the activity with code 500'], [RUN, 'is failed with 500 when it throws anything']],
    ['shutdown: the signal, no failure, another worker runs it', [RUNNING, 'runs it again elsewhere, without a failure']],
    [
      'activity already ended: the result is discarded',
      [RUNNING, 'aborts its signal and drops its result'],
      [RUNNING, 'aborts its signal when the instance is cancelled'],
    ],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#mappings',
    [
      'expressions, literals and variables',
      [DIALECTS, 'are read when …'],
      [BUNDLED, 'calls over HTTP with the inputs of the model'],
    ],
    ['inputs from the scope, outputs from the result', [MAPPINGS, 'give a job its inputs and store only']],
    ['without output mappings nothing is written', [RUNNING, 'writes nothing when there is no output mapping']],
    ['only mapped targets become variables', [MAPPINGS, 'give a job its inputs and store only']],
    ['mappings that a deployment rejects', [ACTIVITIES, 'refuses when …']],
    ['a mapping that fails at run time fails the activity with 400', [MAPPINGS, 'fail the activity with 400']],
  ),
  ...section(
    'docs/contributing/spec/http/custom-tasks.md#rest-call',
    ['parameters', [CALL, 'declares its parameters in the order of the contract']],
    ['url: absolute, http or https', [CALL, 'fails with 400 and shows the error when …']],
    ['method in any case, GET by default', [CALL, 'sends the method when it is written …'], [CALL, 'sends GET without a body']],
    ['headers; null values are skipped', [CALL, 'skips headers when their value is null']],
    [
      'body as application/json unless Content-Type is set',
      [CALL, 'sends the body as application/json'],
      [CALL, 'sends the body under'],
    ],
    ['successCodes replace 200 to 299', [CALL, 'replaces 200 to 299']],
    ['timeoutSec', [CALL, 'fails with 400 and shows the error when …'], [HOSTILE, 'ends with 504 when the server never']],
    ['idempotencyKeyHeader', [CALL, 'sets the idempotency header']],
    ['the result', [CALL, 'gives status, ok, body, headers'], [CALL, 'reads the body by its media type']],
    ['the HTTP status as code', [CALL, 'fails with the status when'], [BUNDLED, 'fails with the status as code']],
    ['1024 characters of the response', [CALL, 'shows 1024 characters of the response at most']],
    ['502, 504, 400', [CALL, 'fails with 502 when no one listens'], [HOSTILE, 'ends with 504 when'], [CALL, 'fails with 400']],
    ['bodies are never logged', [CALL, 'keeps bodies, headers and queries out of the log']],
    [
      'link-local and metadata addresses are always rejected',
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
