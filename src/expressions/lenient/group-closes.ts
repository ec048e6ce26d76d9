import { closeOfGroup } from './template.ts';

/** Finds and caches all ends of a line, from its end to its start, because a line may contain many unclosed groups. */
export class GroupCloses {
  private readonly source: string;
  private line: LineCloses | undefined;

  constructor(source: string) {
    this.source = source;
  }

  /** Offset after the closing brace. `isMultiline`: it may be in another line. */
  closeOf(inside: number, isMultiline: boolean): number | undefined {
    if (isMultiline) return closeOfGroup(this.source, inside, this.source.length);
    if (this.line === undefined || inside < this.line.start || inside > this.line.end) this.line = lineFrom(this.source, inside);
    const close = this.line.closes[inside - this.line.start] as number;
    return close === NONE ? undefined : this.line.start + close;
  }
}

/** Rest of a line, with the end of a group at each offset from `start`. */
interface LineCloses {
  readonly start: number;
  readonly end: number;
  readonly closes: Int32Array;
}

const NONE = -1;

function lineFrom(source: string, start: number): LineCloses {
  const lineBreak = /[\n\r]/g;
  lineBreak.lastIndex = start;
  const end = lineBreak.exec(source)?.index ?? source.length;
  return { start, end, closes: closesIn(source.slice(start, end)) };
}

/** {@link closeOfGroup} for each offset, by dynamic programming. */
function closesIn(line: string): Int32Array {
  const closes = new Int32Array(line.length + 1).fill(NONE);
  // ends of open strings per quote; two more entries for an escape at the end
  const quoted = { '"': new Int32Array(line.length + 2).fill(NONE), "'": new Int32Array(line.length + 2).fill(NONE) };
  for (let at = line.length - 1; at >= 0; at--) {
    const char = line[at] as string;
    for (const quote of ['"', "'"] as const) {
      const ends = quoted[quote];
      ends[at] = char === quote ? at + 1 : (ends[char === '\\' ? at + 2 : at + 1] as number);
    }
    const behind = (offset: number | undefined): number =>
      offset === undefined || offset === NONE ? NONE : (closes[offset] as number);
    if (char === '}') closes[at] = at + 1;
    else if (char === '{') closes[at] = behind(closes[at + 1]);
    else if (char === '"' || char === "'") closes[at] = behind(quoted[char][at + 1]);
    else closes[at] = closes[at + 1] as number;
  }
  return closes;
}
