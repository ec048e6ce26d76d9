import { pageTexts } from '../../texts/dialogs.ts';
import { BPMN } from './namespaces.ts';

/** Matches comments, CDATA, processing instructions, declarations and tags. Group 1: a start tag. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<\/[^>]*>|(<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)/g;

/** Line numbers of elements and of comments, from 1, in document order. */
interface XmlLines {
  readonly elements: readonly number[];
  readonly comments: readonly number[];
}

/** Returns the line numbers in a well-formed document, because XML parsers in browsers do not report them. */
function linesOf(xml: string): XmlLines {
  const elements: number[] = [];
  const comments: number[] = [];
  let [line, counted] = [1, 0];
  for (const { 0: text, 1: tag, index } of xml.matchAll(MARKUP)) {
    for (; counted < index; counted += 1) if (xml.charCodeAt(counted) === 10) line += 1;
    if (tag !== undefined) elements.push(line);
    else if (text.startsWith('<!--')) comments.push(line);
  }
  return { elements, comments };
}

/** Note on a model: one sentence, with line and element if known. */
export interface ModelNote {
  readonly text: string;
  readonly line: number | undefined;
  readonly elementId?: string | undefined;
}

/** A warning of the drawing library, in its own format. */
export interface ImportWarning {
  readonly message: string;
  readonly element?: { readonly id?: string; readonly $type?: string };
  readonly property?: string;
  readonly value?: string;
}

const DRAWN =
  /^(?:task|\w+Task|\w+Event|\w+Gateway|callActivity|subProcess|transaction|adHocSubProcess|sequenceFlow|messageFlow|participant|lane|textAnnotation|group|association|dataObjectReference|dataStoreReference)$/;

/** A parsed BPMN file with the line number of each element, for {@link ModelNote}. */
export class ModelDocument {
  readonly document: Document;
  /** line numbers of the comments, from 1 */
  readonly comments: readonly number[];
  readonly #lines = new Map<Element, number>();
  readonly #byId = new Map<string, Element>();

  constructor(xml: string) {
    this.document = new DOMParser().parseFromString(xml, 'text/xml');
    const { elements, comments } = linesOf(xml);
    this.comments = comments;
    for (const [index, element] of [...this.document.getElementsByTagName('*')].entries()) {
      this.#lines.set(element, elements[index] ?? 0);
      const id = element.getAttribute('id');
      if (id !== null && !this.#byId.has(id)) this.#byId.set(id, element);
    }
  }

  /** Returns the line of an element, from 1; undefined if unknown. */
  lineOf(element: Element | undefined): number | undefined {
    return (element === undefined ? 0 : this.#lines.get(element)) || undefined;
  }

  /** Returns the first element with an id. */
  find(id: string | undefined): Element | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Yields the elements that a diagram shows: of one process and its collaboration, or of all processes. */
  *shown(processId?: string): Iterable<Element> {
    for (const element of this.document.getElementsByTagNameNS(BPMN, '*')) {
      const process = processId === undefined ? undefined : element.closest('process')?.getAttribute('id');
      if (DRAWN.test(element.localName) && (process === undefined || process === processId)) yield element;
    }
  }
}

/** Returns a text for users with kind, name and id of an element. */
export function nameOf(element: Element): string {
  const [id, name] = [element.getAttribute('id'), element.getAttribute('name')?.trim()];
  return pageTexts.notes.element(element.localName, id, name);
}

/**
 * Returns notes on parts that the library could not read, that are not drawn, or that got a calculated place, each once.
 * @param layout `placed`: ids of elements with a calculated place; `isDrawn`: whether an element is in the diagram
 */
export function notesOf(
  model: ModelDocument,
  warnings: readonly ImportWarning[],
  layout: {
    readonly placed: ReadonlySet<string>;
    readonly isDrawn: (id: string) => boolean;
    readonly processId?: string | undefined;
  },
): ModelNote[] {
  // an attribute the library does not know is kept and saved; some are this service's own
  const shown = warnings.filter(({ message }) => !message.startsWith('unknown attribute'));
  const notes = shown.map((warning) => noteOf(model, warning));
  for (const element of model.shown(layout.processId)) {
    const id = element.getAttribute('id') ?? '';
    const line = model.lineOf(element);
    if (!layout.isDrawn(id)) notes.push({ text: pageTexts.notes.notDrawn(nameOf(element)), line, elementId: id });
    else if (layout.placed.has(id)) notes.push({ text: pageTexts.notes.wasPlaced(nameOf(element)), line, elementId: id });
  }
  return [...new Map(notes.map((note) => [`${note.line} ${note.text}`, note])).values()];
}

function noteOf(model: ModelDocument, { message, element, property, value }: ImportWarning): ModelNote {
  const unread = /^unparsable content (\S*).*?line: (\d+).*nested error: (.*)$/s.exec(message);
  if (unread !== null) {
    const [, tag, line, reason] = unread;
    return { text: pageTexts.notes.unread(tag ?? '', reason ?? ''), line: Number(line) + 1 };
  }
  const about = model.find(element?.id) ?? holderOf(model, property, value);
  const line = model.lineOf(about);
  const elementId = about?.closest('[id]')?.getAttribute('id') ?? undefined;
  const subject = about === undefined ? (element?.$type ?? pageTexts.notes.model) : nameOf(about);
  if (message.startsWith('unresolved reference')) {
    return { text: pageTexts.notes.unresolved(subject, localOf(property), value ?? ''), line, elementId };
  }
  return { text: `${subject}: ${message}.`, line, elementId };
}

/** Returns the first element with this attribute or child and this value; undefined if none exists. */
function holderOf(model: ModelDocument, property: string | undefined, value: string | undefined): Element | undefined {
  if (property === undefined || value === undefined) return undefined;
  const name = localOf(property);
  return [...model.document.getElementsByTagName('*')].find(
    (element) =>
      element.getAttribute(name) === value ||
      [...element.children].some((child) => child.localName === name && child.textContent?.trim() === value),
  );
}

function localOf(property: string | undefined): string {
  return property?.split(':').at(-1) ?? '';
}
