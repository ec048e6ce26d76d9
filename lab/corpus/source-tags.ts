/** A tag pair of an XML text with its places in the text. Unit of all places: UTF-16 code units. */
export interface SourceTag {
  readonly local: string;
  readonly uri: string;
  readonly start: number;
  /** behind the end tag, or behind the only tag */
  end: number;
  readonly attributes: readonly SourceAttribute[];
  readonly parent: SourceTag | undefined;
  readonly children: SourceTag[];
  /** between the tags, for one without children; else empty */
  content: string;
}

/** Attribute with the white space before it. Namespace declarations do not count. */
export interface SourceAttribute {
  readonly local: string;
  readonly uri: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(\/?)([\w.-]+:)?([\w.-]+)((?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /\s+(?:([\w.-]+):)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** All tags of a well-formed text, parents before their children. Knows nothing of BPMN, and nothing of the parser under test. */
export function tagsOf(text: string): SourceTag[] {
  const found: SourceTag[] = [];
  const open: { tag: SourceTag; behind: number; prefixes: ReadonlyMap<string, string> }[] = [];
  for (const match of text.matchAll(MARKUP)) {
    const [all, slash, prefix = '', local, rest = '', empty] = match;
    if (local === undefined) continue;
    if (slash === '/') {
      const ended = open.pop();
      if (ended === undefined) continue;
      const { tag, behind } = ended;
      tag.end = match.index + all.length;
      if (tag.children.length === 0) tag.content = text.slice(behind, match.index).trim();
      continue;
    }
    const around = open.at(-1);
    const written = [...rest.matchAll(ATTRIBUTE)];
    const prefixes = new Map(around?.prefixes);
    for (const [, space, name = '', one, other] of written) {
      if (space === 'xmlns') prefixes.set(name, one ?? other ?? '');
      else if (space === undefined && name === 'xmlns') prefixes.set('', one ?? other ?? '');
    }
    const from = match.index + all.indexOf(rest, 1 + prefix.length + local.length);
    const attributes = written
      .filter(([, space, name]) => space !== 'xmlns' && name !== 'xmlns')
      .map((one) => ({
        local: one[2] ?? '',
        uri: one[1] === undefined ? '' : (prefixes.get(one[1]) ?? one[1]),
        value: one[3] ?? one[4] ?? '',
        start: from + one.index,
        end: from + one.index + one[0].length,
      }));
    const uri = prefixes.get(prefix.slice(0, -1)) ?? '';
    const tag: SourceTag = {
      local,
      uri,
      start: match.index,
      end: match.index + all.length,
      attributes,
      parent: around?.tag,
      children: [],
      content: '',
    };
    around?.tag.children.push(tag);
    found.push(tag);
    if (empty !== '/') open.push({ tag, behind: match.index + all.length, prefixes });
  }
  return found;
}

/** The text with a part of it blank, so that every other place stays where it is. */
export function without(text: string, { start, end }: Pick<SourceTag, 'start' | 'end'>): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
}
