import { type Proof, type Rule, section } from './rule.ts';

const ERRORS = 'section-1-6-errors';
const LONGEST: Proof = ['section-1-8-longest-texts', 'are stored, shown and found when'];
const RAW_BYTES = 'section-1-6-raw-bytes';
const BODIES = 'unit/api/app-bodies';
const KEYS = 'section-1-9-idempotency';
const REPLICAS = 'section-1-9-replicas';
const POSITIONS = 'section-1-9-positions';
const WRITES = 'section-1-7-writes';
const FIRST_ROW: Proof = [ERRORS, 'answer the first row that applies'];
const row = (title: string): Proof => ['contract/common-rows.ts', title];

/** Conventions: transport, bodies, names, values, variables, errors, time, sizes, repeating. */
export const SECTION_1: readonly Rule[] = [
  ...section(
    '1.1',
    [
      'no version in path or header; the old prefix is gone',
      ['section-1-1-transport', 'answers 404 when the old prefix is used'],
    ],
    ['paths in any case, one trailing slash ignored', ['section-1-1-transport', 'finds a path when its case differs']],
    [
      'keys compared exactly, decoded as UTF-8, a slash as %2F',
      ['section-1-1-transport', 'decodes keys and compares them exactly'],
    ],
    ['query names in any case, the first of several counts', ['section-1-1-transport', 'takes parameters in any case']],
    [
      'HEAD is answered like GET, without a body, under the same policy',
      ['section-1-1-transport', 'answers like GET, without a body'],
      ['section-8-rate-limiting', 'counts HEAD as GET'],
    ],
    ['any other verb is 405', ['section-1-1-transport', 'answers 405 with Allow'], [ERRORS, 'list the verbs of the path']],
    ['no CORS, no ETag, no-store, nosniff, no server name', [ERRORS, 'have one of two shapes and no further headers']],
    ['traceparent is honoured', ['section-9-3-traces', 'makes server, queue and database spans']],
  ),
  ...section(
    '1.2',
    ['JSON in UTF-8, a byte-order mark is dropped', ['section-1-3-names', 'drops the byte-order mark']],
    ['content types of success, error and problem', [ERRORS, 'have one of two shapes'], [ERRORS, 'carry the path as sent']],
    ['200 empty: length 0, no content type', ['section-2-16-claim', 'answers 200 when the task was not claimed']],
    [
      'a body is read when its type is JSON in UTF-8',
      ['unit/api/media-type', 'is …JSON when the header is'],
      row('answers row 6b'),
    ],
    ['gzip, deflate and br are undone', [BODIES, 'is read when it is JSON of any kind']],
    ['sizes count decoded bytes', [ERRORS, 'count decoded bytes when a body is compressed']],
    [
      'no bytes and null are {}',
      ['section-1-3-names', 'reads {} when there is no body'],
      [BODIES, 'is read as {} when it is the literal null'],
    ],
    ['arrays, texts, numbers and booleans are refused', row('answers row 7a')],
  ),
  ...section(
    '1.3',
    [
      'PascalCase in answers of deploy and execution',
      ['unit/api/app-events', 'in PascalCase'],
      ['section-2-21-openapi', 'is answered as documented with 200'],
    ],
    ['camelCase everywhere else', ['section-2-21-openapi', 'is answered as documented with 200']],
    ['members of requests in any case', ['section-1-3-names', 'takes the documented spelling']],
    [
      'the documented spelling wins, else the first; of exact duplicates the last',
      ['section-1-3-names', 'takes the documented spelling'],
      ['unit/api/members', 'takes the last value when one spelling is sent twice'],
    ],
    ['unknown members are ignored', ['unit/api/members', 'ignores members when it does not know them']],
    [
      'null is the same as left out',
      ['section-1-3-names', 'takes the documented spelling'],
      ['unit/api/members', 'treats null as not sent'],
    ],
    ['names inside Variables are kept', ['section-1-3-names', 'keeps names, types and depth']],
    ['members that may be null are present', ['section-2-11-state', 'shows every member when the instance runs']],
    [
      'only Errors of evaluate-conditions is left out',
      ['section-2-10-evaluate-conditions', 'starts one instance per true condition'],
    ],
    ['lists are arrays, never null', ['section-2-14-user-tasks', 'lists pending tasks']],
    ['answers have no member that is not documented', ['section-2-21-openapi', 'is answered as documented with 200']],
  ),
  ...section(
    '1.4',
    ['GUIDs in either case, sent in lower case', ['section-1-3-names', 'sends GUIDs in lower case']],
    [
      'GUIDs with hyphens only',
      ['unit/platform/ids', 'are GUIDs in either case'],
      ['section-2-11-state', 'answers row 2 when the id is no GUID'],
    ],
    [
      'the all-zero GUID never exists; as a member it is missing',
      ['section-2-09-complete-activity', 'answers 400 when a required member is missing'],
      ['section-2-11-state', 'answers 404 when the instance is unknown'],
    ],
    [
      'timestamps in UTC with three digits and +00:00',
      ['section-1-3-names', 'sends GUIDs in lower case'],
      ['unit/platform/clock', 'has three fraction digits'],
    ],
    ['a printed time compares equal in a filter', ['section-3-queries', 'compares a printed time equal']],
    [
      'a number sent as text, or a text as number, is a type error',
      ['section-2-19-fail-and-cancel', 'answers 400 when a member is wrong'],
    ],
    ['texts are never trimmed', ['unit/api/members', 'never trims a text']],
    ['texts are compared by code unit', ['section-2-07-message', 'all receive it when name and key are exactly theirs']],
  ),
  ...section(
    '1.5',
    ['values keep their JSON types', ['section-1-3-names', 'keeps names, types and depth']],
    [
      'a number that a double cannot keep is refused',
      ['contract/common-rows.ts', 'answers row … when Variables break it'],
      ['unit/api/variables', 'refuse them when'],
    ],
    ['merging replaces a value as a whole', ['section-1-3-names', 'replaces a value as a whole']],
    ['at most 64 levels', [ERRORS, 'take variables of 64 levels']],
    ['reserved names are refused at every level', ['unit/api/variables', 'refuse them when']],
    [
      'U+0000 and unpaired surrogates are refused',
      FIRST_ROW,
      ['contract/common-rows.ts', 'answers row … when Variables break it'],
    ],
    ['no limit to the number of variables but the body', [ERRORS, 'set no limit to the number of variables']],
  ),
  ...section(
    '1.6',
    [
      'two shapes and no other',
      [ERRORS, 'have one of two shapes'],
      ['fuzz', 'never get a 5xx'],
      [RAW_BYTES, 'answer 400 as a problem when the headers'],
    ],
    ['a problem has exactly five members', [ERRORS, 'carry the path as sent']],
    ['instance is the path as sent, without the query', [ERRORS, 'carry the path as sent']],
    ['type and title follow from the status', ['unit/api/http-errors', 'answer … with the text of the contract']],
    [
      'a repeated value is cut after 256 characters',
      [ERRORS, 'cut a value of the request'],
      ['unit/api/http-errors', 'never splits a surrogate pair'],
    ],
    [
      'row 1: malformed path',
      ['section-1-1-transport', 'answers 400 when the path cannot be decoded'],
      [RAW_BYTES, 'answer 400 as a problem when the path'],
      [ERRORS, 'look at the path before the verb'],
    ],
    ['row 2: no endpoint', [ERRORS, 'look at the path before the verb'], [RAW_BYTES, 'answer 404 when such a verb']],
    [
      'row 3: wrong verb, with Allow',
      [ERRORS, 'list the verbs of the path'],
      row('answers row 3'),
      [RAW_BYTES, 'answer 405 with Allow'],
    ],
    [
      'rows 2 and 3 come after row 5 below protected prefixes',
      ['section-7-1-authentication', 'asks for a token when the verb is wrong'],
    ],
    ['row 4a: policy missing', ['section-8-rate-limiting', 'answers row 4a on every endpoint']],
    ['row 4b: limit used up', ['section-8-rate-limiting', 'turns the request over the limit away']],
    ['row 5: no valid token, empty body', ['section-7-2-tokens', 'answers `Bearer` alone']],
    ['row 6a: malformed Idempotency-Key', [KEYS, 'refuses a key'], row('answers row 6a')],
    ['row 6b: not JSON by type', row('answers row 6b')],
    ['row 6c: unknown encoding', row('answers row 6c')],
    ['row 6d: too large', row('answers row 6d'), [RAW_BYTES, 'is received whole when']],
    ['row 6e: no JSON', row('answers row 6e')],
    ['row 7a: no object', row('answers row 7a')],
    ['row 7b: wrong type, the first of the table', FIRST_ROW, ['unit/api/schemas', 'refuses a type exactly when']],
    ['row 7c: no GUID', [ERRORS, 'look at GUIDs after all types']],
    ['row 8: a required member is missing', FIRST_ROW],
    [
      'row 8 on claim and complete: the acting user',
      ['section-7-4-acting-user', 'answers 403 on … when the body names another user'],
    ],
    ['row 9a: invalid business id', FIRST_ROW, ['section-2-06-start', 'is refused when it is']],
    ['row 9b: too deep', FIRST_ROW],
    ['row 9c: reserved name', FIRST_ROW],
    ['row 9d: number that cannot be kept', FIRST_ROW],
    ['row 9e: character that cannot be stored', FIRST_ROW],
    [
      'row 10: key used for another request',
      [ERRORS, 'answer 422 after the checks'],
      [KEYS, 'answers 422 when the key comes with another body'],
    ],
    ['row 11: 404 before 409', [ERRORS, 'answer 404 before 409']],
    ['row 12a: queue away', ['unit/api/app-writes', 'answers 503 with Retry-After 5']],
    ['row 12a: too many wait', ['unit/api/app-writes', 'answers 503 with Retry-After 1']],
    ['row 12b: no worker answered', [KEYS, 'answers 503 with a key that joins']],
    ['row 12c: database away', ['unit/api/app-reads', 'answers 503 with Retry-After when the database']],
    ['row 13: unforeseen', ['unit/api/app-writes', 'answers 500 and logs the stack']],
    ['the first row that applies decides', FIRST_ROW, [ERRORS, 'look at the path before the verb']],
    ['nothing has changed when rows 4a to 9e are answered', [WRITES, 'changes nothing when a write is refused']],
    ['order of GET', [ERRORS, 'come in their own order when a list is read'], [POSITIONS, 'refuses what is no position']],
    ['rows 1 to 3 use up no permit', ['section-8-rate-limiting', 'uses up no permit']],
  ),
  ...section(
    '1.7',
    [
      'a write is answered when its effect is committed and the instance waits',
      [WRITES, 'answers when the effect is committed'],
      ['section-2-07-message', 'is answered when the resumed instance waits again'],
    ],
    ['a refused write has changed nothing', [WRITES, 'changes nothing when a write is refused']],
    [
      'commands on one instance go one after another',
      ['section-2-09-complete-activity', 'carries calls out one after another'],
      ['race/instance', 'does not deadlock'],
    ],
    ['404 and 409 of a write are the worker’s', [WRITES, 'answers 404 and 409 on the current state']],
    ['99 of 100 events are shown within a second', [WRITES, 'shows 99 of 100 events']],
    [
      'failures inside a process are no errors of the call',
      ['section-2-06-start', 'answers 200 when an activity fails'],
      ['section-1-7-unstorable-texts', 'fail the activity with code 500, not the call'],
    ],
  ),
  ...section(
    '1.8',
    ['10,485,760 bytes for a deploy', [ERRORS, 'take a deploy of exactly']],
    ['1,048,576 bytes for any other body', [ERRORS, 'take a body of exactly']],
    ['64 levels of variables', [ERRORS, 'take variables of 64 levels']],
    ['256 characters of a business id', ['unit/queries/business-id', '… when it is']],
    ['pageSize 100, reduced without an error', [ERRORS, 'reduce pageSize']],
    ['255 characters of a key', [KEYS, 'refuses a key']],
    [
      '256 characters of ids, keys and codes in a model',
      ['unit/bpmn/rejections-of-events-and-texts', 'refuses when'],
      ['section-2-01-deploy', 'answers 400 and stores nothing'],
    ],
    ['512 characters of names in a model', ['unit/bpmn/rejections-of-activities', 'refuses when'], LONGEST],
    ['512 characters of a correlation value at run time', ['section-2-07-message', 'fail with code 500'], LONGEST],
    [
      'the engine’s bounds fail the activity, never the call',
      ['unit/engine/policies/variable-size', 'fail the writing entry'],
      ['unit/expressions/limits', 'stop at the step limit'],
    ],
    ['20 terms in filters and sorts', ['section-3-queries', 'answers "… when the query is']],
    [
      'longer names match nothing and get the ordinary answer',
      ['section-2-07-message', 'answers 404 when name or key are longer'],
    ],
  ),
  ...section(
    '1.9',
    [
      'a key is 1 to 255 visible ASCII characters, quotes included',
      [KEYS, 'refuses a key'],
      ['unit/api/idempotency', 'is … when it is'],
    ],
    [
      '200, 404 and 409 are stored for 24 hours',
      [KEYS, 'stores 404 and 409'],
      [REPLICAS, 'knows a key when every process has been started anew'],
    ],
    ['400 is not stored', [KEYS, 'carries the request out when the key was only refused']],
    ['500 is not stored', ['int/worker/deliver', 'carries a parked command out when it is sent again']],
    [
      'the same request gets the stored reply and Idempotency-Replayed',
      [KEYS, 'gives the stored reply when the same request'],
      [REPLICAS, 'gives the stored reply for the same request and 422'],
    ],
    [
      'content is verb, path and body as parsed JSON',
      ['unit/api/idempotency', 'is the same when key and content'],
      [KEYS, 'takes the content as {}'],
    ],
    ['any body of unclaim is {}', [REPLICAS, 'gives the stored reply for any body when it is unclaim']],
    ['anything else under the key is 422', [REPLICAS, 'gives the stored reply for the same request and 422']],
    ['a repeat waits while the first runs', [REPLICAS, 'makes a repeat wait for the first']],
    [
      'two at once give one result',
      [REPLICAS, 'gives one result when the same request'],
      [KEYS, 'gives the same result when many'],
    ],
    ['a key belongs to the subject of the token', ['section-7-4-acting-user', 'keeps the keys of two subjects apart']],
    ['keys are shared by all callers without authentication', [REPLICAS, 'knows a key at another replica']],
    ['checks up to row 9e run again', [KEYS, 'answers 400 before 422']],
    ['a new key tries again after 404 and 409', [KEYS, 'stores 404 and 409']],
    ['Service-Position on every 200 that wrote', [POSITIONS, 'names a position when a POST wrote']],
    [
      'at most 256 visible ASCII characters',
      ['unit/platform/position', 'is visible ASCII'],
      [POSITIONS, 'names a write that is too long'],
    ],
    ['it may be missing when nothing changed', [POSITIONS, 'names none when nothing was written']],
    ['it is stored with the reply', [POSITIONS, 'repeats the position']],
    [
      'Service-Min-Position on the reads that the projector feeds',
      [POSITIONS, 'shows every write at once'],
      [POSITIONS, 'shows a write when it was made at one replica'],
    ],
    ['several positions, at most 20', [POSITIONS, 'refuses what is no position']],
    ['not reached in 2 seconds: 503', [POSITIONS, 'answers 503 after two seconds']],
    ['malformed: 400', [POSITIONS, 'refuses what is no position'], [POSITIONS, 'refuses a position at once']],
    ['older than 24 hours counts as reached', [POSITIONS, 'counts a position as reached']],
    ['ignored on any other endpoint', [POSITIONS, 'is ignored when']],
  ),
  ...section(
    '1.10',
    ['503 when no worker answers in time; the command stays queued', [KEYS, 'answers 503 with a key that joins']],
    [
      'the answer brings a key that joins the command',
      [KEYS, 'answers 503 with a key that joins'],
      ['unit/api/app-writes', 'adds no key when it times out and one was sent'],
    ],
  ),
];
