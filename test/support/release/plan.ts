/** A file that a release changes. */
export interface FileChange {
  readonly path: string;
  readonly text: string;
  /** description of the change */
  readonly about: string;
}

/** Changes of a release, or the reason why it is impossible. */
export interface ReleasePlan {
  readonly changes: readonly FileChange[];
  readonly faults: readonly string[];
}

/** Input of a plan. `seals`: version → hash of its history; `sealOf`: the hash of the recorded data; undefined: nothing is. */
export interface ReleaseFacts {
  readonly from: string;
  readonly to: string;
  /** as YYYY-MM-DD */
  readonly date: string;
  readonly read: (path: string) => string;
  readonly seals: Readonly<Record<string, string>>;
  readonly sealOf: (version: string) => string | undefined;
}

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const UNRELEASED = '## [Unreleased]\n';
/** Files that name the version in commands to copy, as a tarball, the tag of an image or an argument. */
const MENTIONS = [
  'Dockerfile',
  'README.md',
  'docs/how-to/build-the-image.md',
  'docs/how-to/run-with-systemd.md',
  'docs/tutorials/approval-process.md',
] as const;

/** Works out what a release changes (docs/contributing/release.md). Nothing is written. */
export function planRelease(facts: ReleaseFacts): ReleasePlan {
  const faults = [...versionFaults(facts), ...historyFaults(facts)];
  if (faults.length > 0) return { changes: [], faults };
  const made = [changelog(facts), ...versions(facts), ...MENTIONS.map((path) => mention(path, facts)), seal(facts)];
  const wrong = made.filter((one): one is string => typeof one === 'string');
  return wrong.length > 0 ? { changes: [], faults: wrong } : { changes: made as FileChange[], faults: [] };
}

function versionFaults({ from, to }: ReleaseFacts): string[] {
  const [now, next] = [partsOf(from), partsOf(to)];
  if (next === undefined) return [`'${to}' is no version: say it as 1.2.3.`];
  if (now === undefined) return [`package.json says '${from}', which is no version.`];
  const at = next.findIndex((part, index) => part !== now[index]);
  if (at < 0 || (next[at] as number) < (now[at] as number)) return [`${to} is not newer than ${from}, which package.json has.`];
  // users upgrade over every release: none may be skipped
  const isNext = next[at] === (now[at] as number) + 1 && next.slice(at + 1).every((part) => part === 0);
  return isNext ? [] : [`${to} does not follow ${from}: one number goes up by one, and those behind it become 0.`];
}

function partsOf(version: string): readonly number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number);
}

function historyFaults({ to, seals, sealOf }: ReleaseFacts): string[] {
  if (seals[to] !== undefined) return [`test/history/${to} is sealed: ${to} has been released.`];
  return sealOf(to) === undefined ? [`test/history/${to} is not there: npm run history:record -- ${to}`] : [];
}

/** The unreleased entries get the version and the day, below an empty «Unreleased». */
function changelog({ read, to, date }: ReleaseFacts): FileChange | string {
  const path = 'CHANGELOG.md';
  const text = read(path);
  const at = text.indexOf(UNRELEASED);
  if (at < 0) return `${path} has no heading «${UNRELEASED.trim()}».`;
  if (text.includes(`\n## [${to}]`)) return `${path} has ${to} already.`;
  const behind = text.slice(at + UNRELEASED.length);
  const end = behind.search(/^## /m);
  const moved = (end < 0 ? behind : behind.slice(0, end)).trim();
  if (!/^- /m.test(moved)) return `${path}: nothing is unreleased.`;
  const lines = moved.split('\n').filter((line) => line.startsWith('- ')).length;
  const cut = `${text.slice(0, at)}${UNRELEASED}\n## [${to}] - ${date}\n${behind}`;
  return { path, text: cut, about: `${lines} unreleased lines become those of ${to}` };
}

/** Places that repeat data of package.json. */
function versions(facts: ReleaseFacts): readonly (FileChange | string)[] {
  const { from, to } = facts;
  const root = `"name": "sluice",\n`;
  return [
    replaced('package.json', facts, [[`"version": "${from}"`, `"version": "${to}"`]]),
    replaced('package-lock.json', facts, [
      [`{\n  ${root}  "version": "${from}"`, `{\n  ${root}  "version": "${to}"`],
      [`"": {\n      ${root}      "version": "${from}"`, `"": {\n      ${root}      "version": "${to}"`],
    ]),
    replaced('deploy/helm/sluice/Chart.yaml', facts, [
      [`\nversion: ${from}\n`, `\nversion: ${to}\n`],
      [`\nappVersion: "${from}"\n`, `\nappVersion: "${to}"\n`],
    ]),
    replaced('clients/python/pyproject.toml', facts, [[`\nversion = "${from}"\n`, `\nversion = "${to}"\n`]]),
    replaced('sbom.cdx.json', facts, [
      [`"bom-ref":"pkg:npm/sluice@${from}"`, `"bom-ref":"pkg:npm/sluice@${to}"`],
      [`"name":"sluice","version":"${from}"`, `"name":"sluice","version":"${to}"`],
      [`"purl":"pkg:npm/sluice@${from}"`, `"purl":"pkg:npm/sluice@${to}"`],
      [`"ref":"pkg:npm/sluice@${from}"`, `"ref":"pkg:npm/sluice@${to}"`],
    ]),
  ];
}

/** Requires each text exactly once in the file; otherwise the file was changed. */
function replaced(
  path: string,
  { read, from, to }: ReleaseFacts,
  pairs: readonly (readonly [before: string, after: string])[],
): FileChange | string {
  let text = read(path);
  for (const [before, after] of pairs) {
    if (text.split(before).length !== 2)
      return `${path} does not say ${from} where it should: ${before.trim().split('\n').at(-1)}`;
    text = text.replace(before, after);
  }
  return { path, text, about: `${from} becomes ${to}` };
}

function mention(path: string, { read, from, to }: ReleaseFacts): FileChange | string {
  const before = read(path);
  const pattern = new RegExp(`\\b([Ss]luice[:\\- ]|VERSION=)${from.replaceAll('.', '\\.')}(?![\\d.]*\\d)`, 'g');
  const count = [...before.matchAll(pattern)].length;
  if (count === 0) return `${path} names no ${from}: take it out of the files that do (test/support/release/plan.ts).`;
  return { path, text: before.replace(pattern, `$1${to}`), about: `${count} mentions of ${from} become ${to}` };
}

/** All later releases must read the data that this release writes. */
function seal({ to, seals, sealOf }: ReleaseFacts): FileChange | string {
  const sealed = { ...seals, [to]: sealOf(to) };
  return {
    path: 'test/history/sealed.json',
    text: `${JSON.stringify(sealed, null, 2)}\n`,
    about: `the history of ${to} is sealed`,
  };
}
