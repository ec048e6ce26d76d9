import { PAGES } from './pages.ts';
import { type Rule, section } from './rule.ts';
import { SIGN_IN } from './sign-in.ts';

const ON = 'authentication';
const TOKENS = 'tokens';
const ISSUER = 'issuer';
const ACTING = 'acting-user';
const ADDRESS = 'client-address';
const LIMIT = 'rate-limiting';
const LIMIT_TIME = 'rate-limiting-time';
const SHARED = 'rate-limits-across-replicas';
const OPERATIONS = 'health-and-metrics';
const METRICS = 'metrics';
const TRACES = 'traces';
const EXPORT = 'telemetry-export';
const TASK_TRACES = 'traces-of-custom-tasks';
const LOGS = 'log-lines';
const CONFIG = 'configuration';
const KEYS = 'unit/platform/config';
const VALUES = 'unit/platform/config-values';
const FILES = 'unit/platform/config-files';

/** Authentication, rate limits, telemetry, operator pages, configuration. */
export const ACCESS_AND_OPERATIONS: readonly Rule[] = [
  ...section(
    'docs/contributing/spec/http/access.md#authentication',
    ['on when Authority is set, off when absent or empty', [ON, 'asks for nothing when Authority is absent']],
    ['white space only prevents the start', [ON, 'ends the start-up when …']],
    [
      'protected prefixes and all paths below them',
      [ON, 'asks for a token at a protected prefix'],
      [ON, 'asks for a token when … is called'],
    ],
    ['anonymous paths', [ON, 'keeps these paths anonymous']],
    ['any other path gets 404 without a token', [ON, 'answers 404 without asking']],
    ['Audience', [ON, 'expects the configured audience'], [KEYS, 'has the defaults of the contract']],
    ['RequireHttpsMetadata', [ON, 'ends the start-up when …']],
    ['UserIdClaim and GroupsClaim', [ACTING, 'takes user and groups from the configured claims']],
  ),
  ...section(
    'docs/contributing/spec/http/access.md#tokens',
    [
      'signature, issuer, audience, exp and nbf are checked',
      [TOKENS, 'lets a token of the issuer pass'],
      [TOKENS, 'reports that the signature is invalid'],
    ],
    [
      'clock tolerance of 60 seconds; exp is required',
      [TOKENS, 'reports that the token expired'],
      [TOKENS, 'reports that the token is malformed'],
    ],
    [
      'asymmetric algorithms only; no keys in tokens, no unknown crit',
      [TOKENS, 'takes a token when its issuer signs with …'],
      [TOKENS, 'reports that the token is malformed when …'],
      [TOKENS, 'never follows a link'],
    ],
    [
      'discovery is fetched and cached',
      [ISSUER, 'is asked once at the start-up'],
      [ISSUER, 'is believed without being asked again'],
    ],
    [
      'a failure is logged; the service starts and tries again',
      [ISSUER, 'does not delay the start-up'],
      ['unit/api/auth/issuer', 'is tried again after ten seconds'],
    ],
    [
      'an unknown key id reloads the keys, at most once in 30 seconds',
      [ISSUER, 'is asked for its keys again'],
      [ISSUER, 'is asked for its keys at most once'],
    ],
    ['no roles and no scopes', [TOKENS, 'checks no role']],
    ['401 with an empty body; no header or another scheme: Bearer', [TOKENS, 'answers `Bearer` alone']],
    [
      'malformed, wrong signature, wrong issuer',
      [TOKENS, 'reports that the token is malformed'],
      [TOKENS, 'reports that the signature is invalid'],
      [TOKENS, 'reports that the issuer is invalid'],
    ],
    ['wrong audience', [TOKENS, 'reports that the audience is invalid'], [TOKENS, 'takes a list as audience']],
    ['expired or not yet valid', [TOKENS, 'reports that the token expired'], [TOKENS, 'reports that the token is not yet valid']],
    ['issuer not reachable: no header', [ISSUER, 'answers 401 without the header when no one listens']],
  ),
  ...section(
    'docs/contributing/spec/http/access.md#limiter-before-token',
    ['the rate limit is checked before authentication', [LIMIT, 'works before authentication']],
    ['authentication is checked before the body', [ACTING, 'answers 401 before anything of the body']],
  ),
  ...section(
    'docs/contributing/spec/http/access.md#acting-user',
    [
      'without authentication: UserId and UserGroups of the body',
      ['claim', 'answers 400 when UserId is missing'],
      ['claim', '… the caller when it is'],
    ],
    ['with authentication, claim missing or blank: 403', [ACTING, 'answers 403 on … when the token has no user-id claim']],
    ['with authentication, UserId missing or equal: the claim', [ACTING, 'claims and completes for the user of the token']],
    ['with authentication, UserId different: 403', [ACTING, 'answers 403 on … when the body names another user']],
    ['groups from the claim only, not split', [ACTING, '… a caller claim for a group'], [ACTING, 'ignores UserGroups']],
    [
      'the user is checked before the look-up',
      [ACTING, 'answers 403 on … when the body names another user'],
      [ACTING, 'answers 404 on …'],
    ],
    ['the other requests need no claim', [ACTING, 'needs a token but no user-id claim']],
  ),
  ...SIGN_IN,
  ...section(
    'docs/contributing/spec/http/access.md#client-address',
    [
      'forwarded headers are read only from configured peers, not even from loopback',
      [ADDRESS, 'is the peer when no proxy is trusted, not even loopback'],
      [LIMIT, 'looks at forwarded headers only'],
    ],
    [
      'forwarded addresses are read from right to left; the first untrusted one is the client',
      [ADDRESS, 'is the last address that is not trusted'],
      [ADDRESS, 'is further to the left'],
    ],
    ['an unreadable address ends the search', [ADDRESS, 'is the last good address']],
    ['IPv4-mapped addresses are written as IPv4', [ADDRESS, 'is written as IPv4']],
    ['an invalid list item prevents the start', [ADDRESS, 'ends the start-up when …']],
  ),
  ...section(
    'docs/contributing/spec/http/access.md#rate-limiting',
    ['no limits without the section', [LIMIT, 'counts nothing and sends no header']],
    ['one setting configures a policy, the other has its default', [LIMIT, 'takes the default for the other key']],
    [
      'missing policies are logged and cause 500',
      [LIMIT, 'names the missing policies'],
      [LIMIT, 'answers 500 on every endpoint of a missing policy'],
    ],
    [
      'fixed window from the first request',
      [LIMIT, 'begins a new window'],
      [SHARED, 'have one window for both'],
      [LIMIT_TIME, 'begins a new window of one second'],
    ],
    [
      'shared by all replicas with Redis, per process without',
      [SHARED, 'are shared: permits used up at one'],
      [SHARED, 'are kept by each process for itself'],
    ],
    ['a value that is not a positive integer prevents the start', [VALUES, 'names … and never the value']],
    ['every request of a limited endpoint counts', [LIMIT, 'counts every request']],
    [
      'limit per client address, per /64 for IPv6, or unknown',
      [LIMIT, 'counts an IPv6 client'],
      ['unit/api/rate-limit/limiter', 'counts requests without an address'],
    ],
    [
      'Redis unreachable: each replica counts alone, waits at most half a second, logs a warning per minute',
      [SHARED, 'are kept by each process for itself, with one warning'],
      [SHARED, 'delay no request'],
      [LIMIT_TIME, 'delays no request longer than half a second'],
    ],
    [
      'policies and their endpoints',
      [LIMIT, 'puts every endpoint under its policy'],
      ['unit/api/endpoints', 'covers every endpoint'],
    ],
    ['the other paths have no limit', [LIMIT, 'limits none of the other paths']],
    [
      'headers of every response',
      [LIMIT, 'puts every endpoint under its policy'],
      [LIMIT, 'turns the request over the limit away'],
    ],
    ['429 with Retry-After and body', [LIMIT, 'turns the request over the limit away']],
  ),
  ...section(
    'docs/contributing/spec/observability.md#health',
    ['/health and /alive', [OPERATIONS, 'answers … in plain text']],
    ['/ready and the failed check', [OPERATIONS, 'answers … in plain text'], ['unit/platform/health', 'names the failing parts']],
    ['not ready while stopping', ['unit/api/app-reads', 'are no longer ready']],
    [
      'anonymous, without limit, not logged',
      ['unit/api/app-reads', 'answer in plain text and write no log line'],
      [ON, 'keeps these paths anonymous'],
    ],
    [
      'on the metrics port of worker and projector',
      ['unit/platform/http-server', 'answers … when asked'],
      [METRICS, 'exist with 0 on every target'],
    ],
  ),
  ...section(
    'docs/contributing/spec/observability.md#metrics',
    ['names, kinds and labels', [METRICS, 'has the names, kinds and labels'], [METRICS, 'has the bounds of the contract']],
    [
      'each event is counted once, after the commit, by the process that commits',
      [METRICS, 'counts a start and an end once'],
      [METRICS, 'add up over the workers'],
      [METRICS, 'counts nothing when a command is refused'],
    ],
    [
      'metrics exist with value 0 from the start',
      [OPERATIONS, 'has every series when nothing'],
      [METRICS, 'exist with 0 on every target'],
    ],
    [
      'called instances count; durations follow the event times',
      [METRICS, 'counts children too'],
      [METRICS, 'measure from the times on the events'],
    ],
    ['activity_type as activityType', [METRICS, 'names the host of a multi-instance']],
    ['route is the pattern; no ids, keys or business ids', [METRICS, 'labels requests by path pattern']],
    ['projection lag and pending events', [METRICS, 'shows how old the oldest unprojected event is']],
  ),
  ...section(
    'docs/contributing/spec/observability.md#traces-and-export',
    ['source Service 1.0.0', [TRACES, 'names the source Service']],
    [
      'spans of server, queue and database',
      [TRACES, 'makes server, queue and database spans'],
      [TRACES, 'makes database spans of reads'],
    ],
    [
      'traceparent is accepted and passed through the queue',
      [TRACES, 'makes server, queue and database spans'],
      [TRACES, 'begins its own trace'],
      [TRACES, 'continues in follow-up commands'],
    ],
    [
      'traceparent is passed to plugins and their outgoing calls',
      [TASK_TRACES, 'continue in a span around the run'],
      [TASK_TRACES, 'go along with calls of rest-call'],
      [TASK_TRACES, 'are passed on all the same'],
      ['unit/plugins/builtin/rest-call-redirects', 'take the trace along'],
    ],
    ['nothing is exported without the endpoint', [TRACES, 'does not exist when the endpoint is absent']],
    [
      'traces, metrics and logs are exported, with headers',
      [TRACES, 'exports the metrics'],
      [TRACES, 'sends log lines'],
      [TRACES, 'names the source Service'],
      [EXPORT, 'names the same sender in all three signals'],
      [EXPORT, 'takes the name from OTEL_SERVICE_NAME'],
    ],
  ),
  ...section(
    'docs/contributing/spec/observability.md#log-lines',
    [
      'one JSON object per line with its members',
      [LOGS, 'are one JSON object each'],
      ['int/cli/start', 'keeps standard output to log lines'],
    ],
    ['scope of an instance', [LOGS, 'carry the whole scope'], ['unit/platform/log', 'carries the scope on every line']],
    ['no values, tokens, secrets or bodies', [LOGS, 'hold no value of a variable'], [LOGS, 'hide the value']],
    ['text from outside cannot forge a line', [LOGS, 'keep text from outside']],
    [
      'ids have one meaning, level and properties',
      [LOGS, 'have ids of the catalogue'],
      ['unit/platform/log-events', 'names properties as the contract does'],
    ],
  ),
  ...section('docs/reference/log-events.md', [
    'the catalogue',
    ['unit/platform/log-events', 'has the ids and levels of the contract'],
    [LOGS, 'have ids of the catalogue'],
    [LOGS, 'report everything that happens'],
  ]),
  ...PAGES,
  ...section(
    'docs/contributing/spec/observability.md#configuration',
    ['names with double underscore, in any case, empty is absent', [VALUES, 'gives … when']],
    ['lists by index or with commas', [VALUES, 'gives … when'], [FILES, 'has its lists replaced']],
    ['CONFIG_FILE; the environment wins', [CONFIG, 'reads the file of CONFIG_FILE'], [FILES, 'is read in sections']],
    [
      'an invalid value prevents the start; the message names the setting, not the value',
      [CONFIG, 'ends the start-up with log 7042'],
      [VALUES, 'names … and never the value'],
    ],
    ['keys and defaults', [KEYS, 'has the defaults of the contract']],
    ['settings are read once', [KEYS, 'cannot be changed']],
    ['roles by start command; single roles need DATABASE_URL', ['int/cli/start', 'ends with 1 and names DATABASE_URL']],
    ['a limit without REDIS_URL warns', [CONFIG, 'warns that counters are not shared']],
    [
      'all roles share Authentication',
      [KEYS, 'lets a process without the UI share settings'],
      [ON, 'shows the operator pages to everyone'],
    ],
  ),
];
