import { Parser } from 'xml2js';
import type { Place } from '../../engine/model.ts';
import { type Finding, quote } from '../finding.ts';
import { attributeKey, type XmlElement } from './xml-element.ts';

/** Readers traverse the tree recursively (docs/contributing/spec/validation.md#unreadable-file). */
const MAX_DEPTH = 200;
/** Limit per element: the tokenizer scans all of them for each one, so the cost is quadratic. */
const MAX_ATTRIBUTES = 1_000;
/** Limit of active declarations: the tokenizer copies them at every end tag. */
const MAX_DECLARATIONS = 64;
/** Limit per file: 10 MB of empty tags would exhaust the memory of the replica. */
const MAX_ELEMENTS = 400_000;
/** Key for the data of the wrapped handler; `@` cannot occur in an XML name. */
const OPENED = '@';
/** Key of the text content, not a valid name: xml2js puts text and child elements on one object. */
const TEXT = '#text';

/** Synchronous; never throws. */
export type XmlResult = XmlDocument | { readonly ok: false; readonly finding: Finding };

interface XmlDocument {
  readonly ok: true;
  readonly root: XmlElement;
  /** URIs with prefixes on the root element. */
  readonly declared: ReadonlySet<string>;
}

interface SaxAttribute {
  readonly name: string;
  readonly value: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: unknown;
}

/** Used part of the tokenizer in xml2js. Lines count from 0, columns from 1. */
interface Sax {
  line: number;
  column: number;
  position: number;
  startTagPosition: number;
  attribList: unknown[];
  ENTITIES: Record<string, string>;
  onerror: (error: Error) => void;
  onattribute: (attribute: SaxAttribute) => void;
  onopentag: (tag: { name: string; uri: unknown; attributes: Record<string, unknown> }) => void;
  onclosetag: (name: string) => void;
  ondoctype: () => void;
  onsgmldeclaration: () => void;
}

interface Opened {
  readonly attributes: ReadonlyMap<string, string>;
  readonly place: Place;
}

/** Output of xml2js with the options below. Only `$$` keeps the document order; other members are ignored. */
interface RawElement {
  readonly '#name': string;
  readonly $ns: { readonly uri: string; readonly local: string };
  readonly $: { readonly [OPENED]: Opened };
  readonly $$?: readonly RawElement[];
  readonly [TEXT]?: string;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NO_CHILDREN: readonly XmlElement[] = Object.freeze([]);

/** Has limits against malicious files. Rejects document types and unbound prefixes; sets the place of each element. */
export function readXml(text: string): XmlResult {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (source.trim() === '') return { ok: false, finding: { text: 'BpmnXml is required' } };
  const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(source);
  if (forbidden !== null) return { ok: false, finding: forbiddenCharacter(source, forbidden) };

  const parser = new Parser({
    async: false,
    xmlns: true,
    explicitChildren: true,
    preserveChildrenOrder: true,
    explicitRoot: false,
    charkey: TEXT,
  });
  const limits = new XmlLimits((parser as unknown as { saxParser: Sax }).saxParser, source);
  let raw: RawElement | null | undefined;
  parser.on('end', (result: RawElement | null) => {
    raw = result;
  });
  // else thrown; XmlLimits already has the finding
  parser.on('error', () => {});
  try {
    parser.parseString(source);
  } catch {
    // thrown by XmlLimits for an error after the root element
  }
  if (limits.finding !== undefined) return { ok: false, finding: limits.finding };
  if (raw === undefined) return { ok: false, finding: { text: 'the XML cannot be read' } };
  // only a declaration, comments and processing instructions
  if (raw === null) return { ok: false, finding: { text: 'no root element', place: new PlaceFinder(source).at(source.length) } };
  return { ok: true, root: elementOf(raw), declared: limits.declaredByRoot };
}

/** Stops the tokenizer at the first error, and stores place and attributes of each element. */
class XmlLimits {
  finding: Finding | undefined;
  readonly declaredByRoot = new Set<string>();
  readonly #sax: Sax;
  readonly #places: PlaceFinder;
  #depth = 0;
  #elements = 0;
  #attributes = new Map<string, string>();
  /** Number per open element. */
  readonly #declarations: number[] = [];
  #declarationsInForce = 0;

  constructor(sax: Sax, source: string) {
    this.#sax = sax;
    this.#places = new PlaceFinder(source);
    // the default accepts HTML entities and names of Object.prototype
    sax.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
    sax.attribList.push = (...items: unknown[]) => this.#bounded(items);
    sax.onerror = (error) => this.#stop(parserMessage(error), { line: sax.line + 1, column: Math.max(1, sax.column) });
    sax.ondoctype = () => {
      // the tokenizer is already at the last inner declaration
      const start = source.slice(0, sax.position).toUpperCase().lastIndexOf('<!DOCTYPE');
      this.#stop('document type declarations are not allowed', this.#places.at(start));
    };
    sax.onsgmldeclaration = () => this.#stop('markup declarations are not allowed', this.#tagPlace());
    sax.onattribute = (attribute) => this.#attribute(attribute);
    const open = sax.onopentag;
    sax.onopentag = (tag) => {
      this.#open(tag.name, tag.uri);
      const opened: Opened = { attributes: this.#takeAttributes(), place: this.#tagPlace() };
      tag.attributes = { [OPENED]: opened };
      open(tag);
    };
    const close = sax.onclosetag;
    sax.onclosetag = (name) => {
      this.#depth -= 1;
      this.#declarationsInForce -= this.#declarations.pop() ?? 0;
      close(name);
    };
  }

  #open(name: string, uri: unknown): void {
    if (this.#depth === 0 && this.#elements > 0) this.#stop('only one root element is allowed', this.#tagPlace());
    this.#depth += 1;
    this.#elements += 1;
    if (this.#depth > MAX_DEPTH) this.#stop('nesting too deep', this.#tagPlace());
    if (this.#elements > MAX_ELEMENTS) this.#stop('too many elements', this.#tagPlace());
    // the tokenizer treats names of Object.prototype as bound prefixes
    if (typeof uri !== 'string' || name.split(':').length > 2) {
      this.#stop(`Unbound namespace prefix: "${quote(name)}"`, this.#tagPlace());
    }
  }

  #attribute({ name, value, prefix, local, uri }: SaxAttribute): void {
    const isDeclaration = prefix === 'xmlns';
    if (!isDeclaration && (typeof uri !== 'string' || name.split(':').length > 2)) {
      this.#stop(`Unbound namespace prefix: "${quote(prefix)}"`, this.#tagPlace());
    }
    const key = isDeclaration ? `xmlns:${local}` : attributeKey(uri as string, local);
    if (this.#attributes.has(key)) this.#stop(`duplicate attribute '${quote(name)}'`, this.#tagPlace());
    this.#attributes.set(key, value);
  }

  #takeAttributes(): ReadonlyMap<string, string> {
    const taken = this.#attributes;
    let declarations = 0;
    if (taken.size > 0) {
      this.#attributes = new Map();
      for (const key of taken.keys()) {
        if (!key.startsWith('xmlns:')) continue;
        if (this.#depth === 1) this.declaredByRoot.add(taken.get(key) ?? '');
        taken.delete(key);
        declarations += 1;
      }
    }
    this.#declarations.push(declarations);
    this.#declarationsInForce += declarations;
    if (this.#declarationsInForce > MAX_DECLARATIONS) this.#stop('too many namespace declarations', this.#tagPlace());
    return taken.size === 0 ? NO_ATTRIBUTES : taken;
  }

  #bounded(items: unknown[]): number {
    const list = this.#sax.attribList;
    if (list.length >= MAX_ATTRIBUTES) this.#stop('too many attributes', this.#tagPlace());
    return Array.prototype.push.apply(list, items);
  }

  #tagPlace(): Place {
    return this.#places.at(this.#sax.startTagPosition - 1);
  }

  #stop(text: string, place: Place): never {
    this.finding ??= { text, place };
    throw new Error(text);
  }
}

/** Ascending offsets to line and column; linear over the text. */
class PlaceFinder {
  readonly #source: string;
  #line = 1;
  #lineStart = 0;
  #nextBreak: number;

  constructor(source: string) {
    this.#source = source;
    this.#nextBreak = source.indexOf('\n');
  }

  at(offset: number): Place {
    while (this.#nextBreak !== -1 && this.#nextBreak < offset) {
      this.#line += 1;
      this.#lineStart = this.#nextBreak + 1;
      this.#nextBreak = this.#source.indexOf('\n', this.#lineStart);
    }
    return Object.freeze({ line: this.#line, column: offset - this.#lineStart + 1 });
  }
}

/** Drops its three lines about the place; shortens quoted input. */
function parserMessage(error: Error): string {
  const [words = ''] = error.message.split('\nLine:');
  const [head = '', ...rest] = words.split(': ');
  return rest.length === 0 ? quote(head) : `${quote(head)}: ${quote(rest.join(': '))}`;
}

function forbiddenCharacter(source: string, match: RegExpExecArray): Finding {
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return { text: `character U+${code} is not allowed`, place: new PlaceFinder(source).at(match.index) };
}

function elementOf(raw: RawElement): XmlElement {
  const opened = raw.$[OPENED];
  return {
    uri: raw.$ns.uri,
    local: raw.$ns.local,
    name: raw['#name'],
    attributes: opened.attributes,
    children: raw.$$ === undefined ? NO_CHILDREN : raw.$$.map(elementOf),
    text: raw[TEXT] ?? '',
    place: opened.place,
  };
}
