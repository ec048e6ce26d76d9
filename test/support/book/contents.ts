import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';

/** A part of the book. */
interface Part {
  readonly title: string;
  /** paths of pages, in the order in which they are read */
  readonly pages: readonly string[];
  /** a folder all of whose other pages follow, by path; a page that nobody has placed is found here */
  readonly rest?: string;
  /** the same for the pages that lie right in a folder, and not for those further below */
  readonly restRightIn?: string;
  /** its pages are shown when one of them is read */
  readonly isFolded?: true;
  /** how much its pages count in the search; absent: 1 */
  readonly weight?: number;
}

const below = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}.md`);

/** The order of the book. A new page of a folder with `rest` is in the book by itself; name it here to give it its place. */
const PARTS: readonly Part[] = [
  { title: 'Sluice', pages: ['README.md'] },
  {
    title: 'Tutorials',
    weight: 2,
    pages: [
      'docs/tutorials/approval-process.md',
      'docs/getting-started.md',
      ...below('docs/tutorials', 'worker-in-python', 'from-model-to-cluster'),
    ],
    rest: 'docs/tutorials',
  },
  {
    title: 'Concepts',
    weight: 2.5,
    pages: below(
      'docs/concepts',
      ...['from-request-to-row', 'definitions-and-instances', 'waiting-and-messages', 'failures-and-repair'],
      ...['time', 'data-and-expressions', 'who-may-do-what'],
    ),
    rest: 'docs/concepts',
  },
  { title: 'Choosing, coming over', pages: ['docs/comparison.md'], rest: 'docs/coming-from' },
  {
    title: 'How to: processes',
    weight: 1.8,
    pages: [
      'docs/bpmn-support.md',
      ...below('docs/how-to', 'messages-and-signals', 'timers', 'call-activities', 'decide-with-a-table', 'test-a-process'),
    ],
  },
  {
    title: 'How to: operate them',
    weight: 1.8,
    pages: below(
      'docs/how-to',
      ...[
        'operate-with-the-ui',
        'work-on-tasks',
        'use-the-command-line',
        'repair',
        'modify-an-instance',
        'move-instances-to-a-version',
        'act-on-many',
        'delete-and-archive',
      ],
    ),
  },
  {
    title: 'How to: install and secure',
    weight: 1.8,
    pages: below(
      'docs/how-to',
      ...[
        'build-the-image',
        'run-with-compose',
        'run-on-kubernetes',
        'run-with-systemd',
        'secure-the-api',
        'harden-an-installation',
      ],
    ),
  },
  {
    title: 'How to: connect',
    weight: 1.8,
    pages: below(
      'docs/how-to',
      ...[
        'client-libraries',
        'remote-workers',
        'write-a-plugin',
        'bundled-plugins',
        'follow-events',
        'events-to-kafka',
        'receive-webhooks',
        'let-an-assistant-operate',
      ],
    ),
    rest: 'docs/how-to',
  },
  {
    title: 'Operations',
    weight: 2,
    pages: [
      'docs/operations.md',
      ...below('docs/operations', 'symptoms', 'sizing'),
      'docs/scaling.md',
      ...below('docs/operations', 'backup-and-restore', 'tls', 'looking-inside', 'dead-letters'),
      'docs/runbooks.md',
      'docs/upgrading.md',
    ],
    rest: 'docs/operations',
  },
  {
    title: 'Reference',
    pages: [
      ...below('docs/reference', 'endpoints', 'settings', 'metrics', 'log-events'),
      ...below('docs', 'command-line', 'configuration', 'glossary', 'performance', 'known-limits'),
    ],
    rest: 'docs/reference',
    restRightIn: 'docs',
  },
  {
    title: 'The rule books',
    weight: 0.8,
    pages: below(
      'docs/spec',
      ...['README', 'execution', 'variables', 'mappings', 'elements', 'gateways', 'events-and-errors', 'waiting'],
      ...['loops-and-compensation', 'calls', 'expressions', 'decisions', 'validation', 'standard-rules'],
      ...['journal', 'traces', 'http'],
    ),
    rest: 'docs/spec',
    isFolded: true,
  },
  {
    title: 'Inside, and changing it',
    weight: 0.5,
    pages: [
      ...below('docs', 'architecture', 'rooms', 'invariants', 'design'),
      'CONTRIBUTING.md',
      'test/README.md',
      ...below(
        'docs/how-to',
        'add-an-element',
        'change-an-event',
        'add-an-endpoint',
        'add-a-query-table',
        'add-a-migration',
        'release',
      ),
      'docs/dependencies.md',
      'SECURITY.md',
    ],
    isFolded: true,
  },
  { title: 'Decisions', weight: 0.4, pages: ['docs/adr/README.md'], rest: 'docs/adr', isFolded: true },
  { title: 'Changes', weight: 0.3, pages: ['CHANGELOG.md'] },
];

/** A page of the book. */
export interface BookPage {
  /** path of its Markdown from the root of the repository */
  readonly path: string;
  /** path of its HTML from the root of the book */
  readonly address: string;
  /** its first heading, as plain text */
  readonly title: string;
  readonly text: string;
}

/** A part with its pages read. */
export interface BookPart {
  readonly title: string;
  readonly isFolded: boolean;
  readonly weight: number;
  readonly pages: readonly BookPage[];
}

/** The whole book, in order. */
export function readContents(): readonly BookPart[] {
  const named = new Set(PARTS.flatMap(({ pages }) => pages));
  return PARTS.map(({ title, pages, rest, restRightIn, isFolded, weight = 1 }) => {
    const found = [
      ...(rest === undefined ? [] : pagesBelow(rest)),
      ...(restRightIn === undefined ? [] : pagesBelow(restRightIn).filter((path) => dirname(path) === restRightIn)),
    ];
    const others = found.filter((path) => !named.has(path));
    return { title, isFolded: isFolded === true, weight, pages: [...pages, ...others].map(readPage) };
  });
}

/** Paths of all pages below a folder, sorted. */
export function pagesBelow(folder: string): readonly string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort();
}

function readPage(path: string): BookPage {
  const text = readFileSync(join(packageRoot, path), 'utf8');
  const heading = /^# (.+)$/m.exec(text)?.[1];
  if (heading === undefined) throw new Error(`${path} has no title`);
  return { path, address: addressOf(path), title: heading.replaceAll('`', ''), text };
}

function addressOf(path: string): string {
  if (path === 'README.md') return 'index.html';
  return path
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html');
}
