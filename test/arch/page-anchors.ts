/** The text of a page without code: links, headings and tables only mean something outside of it. */
export function prose(page: string): string {
  return page.replace(/^( *)```[\s\S]*?^\1```$/gm, '');
}

/** The address a heading gets: lower case, no punctuation, hyphens for blanks. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/**
 * The anchors of a page, as often as it has them: its headings, and those that its rules carry. A rule right below a heading of the same name is
 * the same place.
 */
export function anchorsIn(page: string): string[] {
  const text = prose(page);
  const carried = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#+ (.+)\n(?:<a id="([^"]+)"><\/a>$)?/gm)]
    .filter(([, heading = '', below]) => anchorOf(heading) !== below)
    .map(([, heading = '']) => anchorOf(heading));
  return [...headings, ...carried];
}
