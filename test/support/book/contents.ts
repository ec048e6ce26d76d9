import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';

/** A part of the book. */
interface Part {
  readonly title: string;
  /** paths of pages, in the order in which they are read */
  readonly pages: readonly string[];
  /** a folder whose other pages follow, sorted by path; an unlisted page is found here */
  readonly rest?: string;
  /** the same for the pages that lie right in a folder, and not for those further below */
  readonly restRightIn?: string;
  /** its pages are shown when one of them is read */
  readonly isFolded?: true;
  /** how much its pages count in the search; absent: 1 */
  readonly weight?: number;
}

const below = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}.md`);

/** The order of the book. A new page of a folder with `rest` is in the book without an entry; name it here to give it its place. */
const PARTS: readonly Part[] = [
  { title: 'Sluice', pages: ['README.md', 'docs/README.md'] },
  {
    title: 'Tutorials',
    weight: 2,
    pages: below('docs/tutorials', 'approval-process', 'handle-failures', 'worker-in-python', 'from-model-to-cluster'),
    rest: 'docs/tutorials',
  },
  {
    title: 'Explanation',
    weight: 2.5,
    pages: below('docs/explanation', 'concepts', 'performance', 'comparison'),
    rest: 'docs/explanation',
  },
  {
    title: 'How to: build processes',
    weight: 1.8,
    pages: below(
      'docs/how-to',
      ...['draw-a-model', 'messages-and-signals', 'timers', 'call-activities', 'use-decision-tables', 'test-a-process'],
      'migrate-from-another-engine',
    ),
  },
  {
    title: 'How to: connect programs',
    weight: 1.8,
    pages: below(
      'docs/how-to',
      ...['client-libraries', 'remote-workers', 'write-a-plugin', 'follow-events', 'events-to-kafka', 'receive-webhooks'],
      'connect-an-ai-assistant',
    ),
  },
  {
    title: 'How to: operate processes',
    weight: 1.8,
    pages: below(
      'docs/how-to',
      ...['complete-user-tasks', 'operate-with-the-ui', 'use-the-command-line', 'find-instances'],
      ...['repair-failed-instances', 'modify-an-instance', 'move-instances-to-a-version', 'suspend-and-fork'],
      ...['run-a-batch-operation', 'delete-and-archive'],
    ),
  },
  {
    title: 'How to: run the service',
    weight: 1.8,
    pages: [
      ...below('docs/how-to', 'build-the-image', 'run-with-compose', 'run-on-kubernetes', 'run-with-systemd'),
      ...below('docs/how-to', 'secure-the-api', 'set-up-tls', 'harden-an-installation'),
      ...below('docs/how-to', 'size-and-scale', 'back-up-and-restore'),
      'docs/upgrading.md',
      'docs/how-to/troubleshoot.md',
      'docs/runbooks.md',
      ...below('docs/how-to', 'handle-dead-letters', 'diagnose-with-sql'),
    ],
    rest: 'docs/how-to',
  },
  {
    title: 'Reference',
    pages: [
      ...below('docs/reference', 'endpoints', 'command-line', 'settings', 'metrics', 'log-events', 'operations'),
      ...below('docs/reference', 'bpmn-support', 'events', 'bundled-plugins', 'web-ui'),
      ...below('docs/reference', 'glossary', 'known-limits'),
      'SECURITY.md',
    ],
    rest: 'docs/reference',
  },
  { title: 'Changes', weight: 0.3, pages: ['CHANGELOG.md'] },
  {
    title: 'Contributing',
    weight: 0.5,
    pages: [
      ...['CONTRIBUTING.md', 'test/README.md', 'lab/README.md'],
      ...below('docs/contributing', 'architecture', 'source-code-map', 'invariants', 'ui-design'),
    ],
    restRightIn: 'docs/contributing',
    isFolded: true,
  },
  {
    title: 'Specification',
    weight: 0.8,
    pages: below(
      'docs/contributing/spec',
      ...['README', 'execution', 'variables', 'mappings', 'elements', 'gateways', 'events-and-errors', 'waiting'],
      ...['loops-and-compensation', 'calls', 'expressions', 'decisions', 'validation'],
      ...['journal', 'traces', 'http'],
    ),
    rest: 'docs/contributing/spec',
    isFolded: true,
  },
  {
    title: 'Decision records',
    weight: 0.4,
    pages: ['docs/contributing/adr/README.md'],
    rest: 'docs/contributing/adr',
    isFolded: true,
  },
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
  if (path === 'docs/README.md') return 'contents.html';
  return path
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html');
}
