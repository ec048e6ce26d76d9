/** One block of commands of a page, with what the page shows as its output. */
export interface PageBlock {
  /** number of its first line */
  readonly line: number;
  readonly commands: string;
  /** undefined: the page shows none, and the commands must succeed */
  readonly shown: string | undefined;
  /** why it is not run; from the marker `<!-- not run: why -->` on the line before */
  readonly notRun: string | undefined;
}

/** A file that a page gives in full; from the marker `<!-- file: name -->` on the line before its block. */
export interface PageFile {
  readonly name: string;
  readonly text: string;
}

interface Fence {
  readonly line: number;
  /** number of the line behind it */
  readonly end: number;
  readonly language: string;
  readonly text: string;
  readonly marker: string;
}

/** Every block of commands of a page, in order. */
export function commandBlocks(page: string): readonly PageBlock[] {
  const fences = fencesOf(page);
  const lines = page.split('\n');
  return fences.flatMap((fence, index) => {
    if (fence.language !== 'sh') return [];
    const next = fences[index + 1];
    const isOutput = next?.language === '' && lines.slice(fence.end, next.line - 1).every((line) => line.trim() === '');
    return {
      line: fence.line,
      commands: fence.text,
      shown: isOutput ? next.text : undefined,
      notRun: /^<!-- not run: (.+) -->$/.exec(fence.marker)?.[1],
    };
  });
}

/** Every file that a page gives in full. */
export function filesOf(page: string): readonly PageFile[] {
  return fencesOf(page).flatMap(({ marker, text }) => {
    const name = /^<!-- file: (\S+) -->$/.exec(marker)?.[1];
    return name === undefined ? [] : { name, text };
  });
}

function fencesOf(page: string): readonly Fence[] {
  const lines = page.split('\n');
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', language] = /^( *)```(\w*)$/.exec(lines[at] ?? '') ?? [];
    if (language === undefined) continue;
    const close = lines.findIndex((line, index) => index > at && line === `${indent}\`\`\``);
    if (close < 0) throw new Error(`the block of line ${at + 1} is not closed`);
    const text = lines
      .slice(at + 1, close)
      .map((line) => line.slice(indent.length))
      .join('\n');
    fences.push({ line: at + 1, end: close + 1, language, text: `${text}\n`, marker: (lines[at - 1] ?? '').trim() });
    at = close;
  }
  return fences;
}
