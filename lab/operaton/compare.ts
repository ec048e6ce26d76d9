import { OPERATON } from '../bench/peers/operaton/peer.ts';
import { startRedisStack } from '../bench/stack.ts';
import { type Ids, playScript } from './script.ts';

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Ends the names of this run: both engines keep what earlier runs have left. */
const RUN = `x${Date.now().toString(36)}`;
const NAMES =
  /\b(pay|review|ordered|chargeCard|paid|order|alarm|clerks|payments|one|two|last|gone|mapped|r1|r2|o1|o2|ann|bob)\b/g;
const named = (text: string) => text.replaceAll(NAMES, `$1${RUN}`);

/** Ids, times and durations differ in every run. */
function normalised(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll(RUN, '')
      .replaceAll(/\b[\w-]+:\d+:(?:[\da-f-]{36}|\d{8}T\d{9}Z)/g, '<definition>')
      .replaceAll(/\b[\w-]+(?::[\w-]+)?:[\da-f]{8}-[\da-f-]{27}\b/g, '<activity instance>')
      .replaceAll(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:[+-]\d{4}|Z)/g, '<time>');
  }
  if (Array.isArray(value)) return value.map(normalised);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    normalised(name),
    /Millis$/.test(name) && typeof inner === 'number' ? '<duration>' : normalised(inner),
  ]);
  return Object.fromEntries(entries);
}

async function namedForm(form: FormData): Promise<FormData> {
  const made = new FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') made.set(name, named(value));
    else made.set(name, new Blob([named(await value.text())]), value.name);
  }
  return made;
}

async function answersOf(url: string): Promise<ReadonlyMap<string, Answered>> {
  const answers = new Map<string, Answered>();
  await playScript(async (name, method, path, body) => {
    const isForm = body instanceof FormData;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${url}/engine-rest${named(path)}`, {
      method,
      headers: isForm || body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: isForm ? await namedForm(body) : named(text) }),
    });
    const answered = await answer.text();
    let read: unknown = answered;
    try {
      read = JSON.parse(answered);
    } catch {}
    answers.set(name, { status: answer.status, type: answer.headers.get('content-type') ?? '', body: normalised(read) });
    return read as Ids;
  });
  return answers;
}

/** Members that are known to differ, and texts for people (docs/how-to/move-from-camunda-7.md#what-stays-different). */
const KNOWN = new RegExp(
  `(?:^|\\.)(?:${[
    ...['message', 'links', 'category', 'resource', 'historyTimeToLive', 'removalTime', 'startActivityId', 'activityInstanceId'],
    ...['lastUpdated', 'taskState', 'description', 'formKey', 'camundaFormRef', 'operatonFormRef', 'priority', 'activityName'],
    ...['errorDetails', 'name'],
  ].join('|')})(?:\\.|$)`,
);

/** The members that differ, each as one line. */
function differences(at: string, own: unknown, theirs: unknown): string[] {
  if (JSON.stringify(own) === JSON.stringify(theirs)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isObject(own) || !isObject(theirs)) return [`${at || 'body'}: ${short(own)} | ${short(theirs)}`];
  const names = new Set([...Object.keys(own), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => differences(at === '' ? name : `${at}.${name}`, own[name], theirs[name]));
}

const short = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value).slice(0, 160));

/** Starts what has no address: `npm run compare:operaton [-- <address of Sluice> <address of Operaton>]`. */
const [ownUrl, theirUrl] = process.argv.slice(2);
const ownEngine = ownUrl === undefined ? await startRedisStack({ CAMUNDA_7_API: 'true' }) : undefined;
const theirEngine = theirUrl === undefined ? await OPERATON.start() : undefined;
if (theirEngine !== undefined && 'missing' in theirEngine) {
  process.stdout.write(`Operaton: ${theirEngine.missing}\n`);
} else {
  const own = await answersOf(ownUrl ?? ownEngine?.url ?? '');
  report(own, await answersOf(theirUrl ?? theirEngine?.url ?? ''));
  await theirEngine?.stop();
}
await ownEngine?.stop();

type Answers = ReadonlyMap<string, Answered>;

function report(own: Answers, theirs: Answers): void {
  const counts = { equal: 0, known: 0 };
  for (const [name, answer] of own) {
    const other = theirs.get(name);
    const found = other === undefined ? ['only one of them answered'] : differencesOf(answer, other);
    if (found.length === 0) counts.equal += 1;
    else if (found.every((line) => KNOWN.test(line.slice(0, line.indexOf(':'))))) counts.known += 1;
    else process.stdout.write(`${name}\n${found.map((line) => `  ${line}\n`).join('')}`);
  }
  const { equal, known } = counts;
  process.stdout.write(`${equal} of ${own.size} answers are equal, ${known} differ only in members that are known to differ\n`);
}

function differencesOf(own: Answered, other: Answered): readonly string[] {
  return [
    ...(own.status === other.status ? [] : [`status: ${own.status} | ${other.status}`]),
    ...(own.type === other.type ? [] : [`content type: ${own.type} | ${other.type}`]),
    ...differences('', own.body, other.body),
  ];
}
