import type { BookPage } from './contents.ts';
import type { PageHtml } from './page-html.ts';

/** Result of a search: a heading with the text below it. */
export interface SearchSection {
  readonly id: number;
  /** title of the page */
  readonly page: string;
  /** empty: the text above the first heading below the title */
  readonly heading: string;
  /** address of the page, and the anchor in it */
  readonly address: string;
  readonly text: string;
  /** how much a hit counts: what explains comes before what decides, and that before what was */
  readonly weight: number;
}

/** The sections of a page; ids count on from `from`. */
export function searchSections(page: BookPage, { html }: PageHtml, from: number, weight = 1): readonly SearchSection[] {
  const parts = html.split(/(?=<h[1-6] id=")/).filter((part) => part.trim() !== '');
  return parts.map((part, index) => {
    const [whole = '', depth = '', anchor = '', heading = ''] =
      /^<h([1-6]) id="([^"]+)">([\s\S]*?) <a class="anchor"[\s\S]*?<\/h\1>/.exec(part) ?? [];
    const isTitle = depth === '1' || depth === '';
    return {
      id: from + index,
      page: page.title,
      heading: isTitle ? '' : plainText(heading),
      address: isTitle ? page.address : `${page.address}#${anchor}`,
      text: plainText(part.slice(whole.length)),
      weight,
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

function plainText(html: string): string {
  return html
    .replaceAll(/<\/(?:p|li|td|th|tr|div|pre|h\d)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
