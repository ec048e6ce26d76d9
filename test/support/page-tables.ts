/** The rows of the first table under a heading of a page, cell by cell; its head is left out. */
export function rowsUnder(page: string, heading: string): string[][] {
  const section = page.slice(page.indexOf(`${heading}\n`)).split(/\n#{1,6} /, 1)[0] ?? '';
  const lines = section.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  return lines.slice(first + 2, end < 0 ? undefined : end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
