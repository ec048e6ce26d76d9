import { version } from '../../../src/platform/version.ts';
import type { BookPage, BookPart } from './contents.ts';
import { escapeHtml, type PageHtml } from './page-html.ts';

/** Nothing from elsewhere, no text of the page that runs: what a browser may load is in the folder of the book. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Navigation and links around a page. */
export interface Surroundings {
  readonly parts: readonly BookPart[];
  readonly part: BookPart;
  readonly previous: BookPage | undefined;
  readonly next: BookPage | undefined;
}

/** A page of the book, whole. */
export function documentOf(page: BookPage, body: PageHtml, { parts, part, previous, next }: Surroundings): string {
  const up = '../'.repeat(page.address.split('/').length - 1);
  const title = page.address === 'index.html' ? 'Sluice' : `${page.title} · Sluice`;
  return `<!doctype html>
<html lang="en" data-up="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}assets/book.css">
<script src="${up}assets/book.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header class="top">
<button class="icon menu" type="button" aria-label="Contents" aria-expanded="false" aria-controls="contents">☰</button>
<a class="brand" href="${up}index.html">Sluice</a> <span class="version">${version}</span>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search  ( / )" aria-label="Search the book" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<div id="found" class="found" role="listbox" aria-label="Found" hidden></div>
</div>
<button class="icon theme" type="button" aria-label="Light or dark">◐</button>
</header>
<div class="columns">
<nav id="contents" class="contents" aria-label="Contents">
${parts.map((one) => partText(one, page, up)).join('\n')}
</nav>
<main id="content">
<p class="part">${escapeHtml(part.title)}</p>
<article>
${body.html}</article>
${steps(previous, next, up)}
</main>
${onThisPage(body)}
</div>
</body>
</html>
`;
}

function partText({ title, pages, isFolded }: BookPart, current: BookPage, up: string): string {
  const links = pages
    .map((page) => {
      const mark = page.path === current.path ? ' aria-current="page"' : '';
      return `<li><a href="${up}${page.address}"${mark}>${escapeHtml(page.title)}</a></li>`;
    })
    .join('');
  const isOpen = !isFolded || pages.some(({ path }) => path === current.path);
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links}</ul></details>`;
}

function steps(previous: BookPage | undefined, next: BookPage | undefined, up: string): string {
  const link = (page: BookPage | undefined, way: string, name: string) =>
    page === undefined
      ? '<span></span>'
      : `<a rel="${way}" class="${way}" href="${up}${page.address}"><span>${name}</span>${escapeHtml(page.title)}</a>`;
  return `<nav class="steps" aria-label="Pages before and after">${link(previous, 'prev', 'Before')}${link(next, 'next', 'Next')}</nav>`;
}

function onThisPage({ headings }: PageHtml): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return '<aside class="on-page"></aside>';
  const links = shown.map(({ anchor, html }) => `<li><a href="#${anchor}">${html.replaceAll(/<\/?a[^>]*>/g, '')}</a></li>`);
  return `<aside class="on-page"><nav aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav></aside>`;
}
