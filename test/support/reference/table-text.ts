/** A table of a page; what a cell may not hold is escaped. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (text: string) => (text === '' ? '–' : text.replaceAll('\n', ' ').replaceAll(/(?<!\\)\|/g, '\\|'));
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map((row) => line(row.map(cell)))].join('\n');
}

/** What stands above every written page. */
export function headText(title: string, from: string): string {
  return `# ${title}\n\n<!-- npm run reference:write makes this page of ${from}; a test compares the two. -->\n\n`;
}

/** The cells of the rows of a table of a page that is written by hand: the one whose head begins with these words. */
export function rowsOfTable(page: string, head: string): readonly (readonly string[])[] {
  const from = page.indexOf(`\n${head}`);
  if (from < 0) throw new Error(`no table begins with ${head}`);
  const lines = page.slice(from + 1).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end < 0 ? undefined : end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((text) => text.trim()),
  );
}
