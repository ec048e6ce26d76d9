import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { anchorOf } from '../../arch/page-anchors.ts';
import type { BookPage } from './contents.ts';
import { highlight } from './highlight.mjs';

/** A heading of a page. */
export interface PageHeading {
  readonly depth: number;
  readonly anchor: string;
  readonly html: string;
}

/** The body of a page as HTML. */
export interface PageHtml {
  readonly html: string;
  readonly headings: readonly PageHeading[];
  /** paths of the images that it shows, from the root of the repository */
  readonly images: readonly string[];
}

/** Names of the languages of code blocks, by their short names. */
const LANGUAGES: Readonly<Record<string, string>> = { sh: 'bash', js: 'javascript', ts: 'typescript', yml: 'yaml', bpmn: 'xml' };

/** @param addresses of all pages, by path of their Markdown */
export function pageHtml(page: BookPage, addresses: ReadonlyMap<string, string>): PageHtml {
  const headings: PageHeading[] = [];
  const images: string[] = [];
  const taken = new Map<string, number>();
  const up = '../'.repeat(page.address.split('/').length - 1);
  const pathOf = (target: string) => posix.normalize(posix.join(posix.dirname(page.path), target));

  const imageAt = (href: string) => {
    images.push(pathOf(href));
    return `${up}${pathOf(href).replace(/^docs\//, '')}`;
  };

  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const anchor = once(anchorOf(text), taken);
        headings.push({ depth, anchor, html });
        return `<h${depth} id="${anchor}">${html} <a class="anchor" href="#${anchor}" aria-label="Link to this heading">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const html = this.parser.parseInline(tokens);
        if (/^[a-z]+:/.test(href)) return `<a class="external" rel="noreferrer" href="${escapeHtml(href)}">${html}</a>`;
        const [file = '', anchor] = href.split('#');
        const behind = anchor === undefined ? '' : `#${anchor}`;
        if (file === '') return `<a href="${behind}">${html}</a>`;
        const address = addresses.get(pathOf(file)) ?? addresses.get(posix.join(pathOf(file), 'README.md'));
        if (address !== undefined) return `<a href="${up}${address}${behind}">${html}</a>`;
        return `<span class="file" title="${escapeHtml(pathOf(file))}, in the repository">${html}</span>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${imageAt(href)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        if (lang === 'mermaid') return '';
        const language = LANGUAGES[lang] ?? lang;
        const html = highlight(text, language) ?? escapeHtml(text);
        return `<div class="code"${lang === '' ? '' : ` data-language="${escapeHtml(lang)}"`}><pre tabindex="0"><code>${html}</code></pre></div>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        const open = page.text.includes('```mermaid') ? text.replace('<details>', '<details open>') : text;
        return open
          .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
          .replaceAll(/\s(src|srcset)="([^":]+)"/g, (_, name: string, href: string) => ` ${name}="${imageAt(href)}"`);
      },
    },
  });
  const html = marked.parse(page.text, { async: false });
  return {
    html: withoutDoubles(html)
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('<th></th>', '<td></td>')
      .replaceAll('</table>', '</table></div>'),
    headings,
    images,
  };
}

/** An anchor that was not given yet: GitHub puts a number behind the second one. */
function once(anchor: string, taken: Map<string, number>): string {
  const times = taken.get(anchor) ?? 0;
  taken.set(anchor, times + 1);
  return times === 0 ? anchor : `${anchor}-${times}`;
}

/** A rule below a heading of the same name is the same place: the second anchor goes. */
function withoutDoubles(html: string): string {
  const seen = new Set([...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id = '']) => id));
  return html.replaceAll(/<a id="([^"]+)"><\/a>/g, (anchor, id: string) => {
    if (seen.has(id)) return '';
    seen.add(id);
    return anchor;
  });
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
