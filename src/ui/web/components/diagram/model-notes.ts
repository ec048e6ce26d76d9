import { pageTexts } from '../../texts/dialogs.ts';
import { BPMN } from './namespaces.ts';

/** Comments, CDATA, processing instructions, declarations and tags. Group 1: start tag. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<\/[^>]*>|(<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)/g;

/** Lines from 1, in document order. */
interface XmlLines {
  readonly elements: readonly number[];
  readonly comments: readonly number[];
}

/** XML parsers in browsers do not report lines. The document must be well-formed. */
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

/** One sentence, with line and element if known. */
export interface ModelNote {
  readonly text: string;
  readonly line: number | undefined;
  readonly elementId?: string | undefined;
}

/** Warning in the format of the drawing library. */
export interface ImportWarning {
  readonly message: string;
  readonly element?: { readonly id?: string; readonly $type?: string };
  readonly property?: string;
  readonly value?: string;
}

const DRAWN =
  /^(?:task|\w+Task|\w+Event|\w+Gateway|callActivity|subProcess|transaction|adHocSubProcess|sequenceFlow|messageFlow|participant|lane|textAnnotation|group|association|dataObjectReference|dataStoreReference)$/;

/** A BPMN file with the lines of its elements. */
export class ModelDocument {
  readonly document: Document;
  /** line numbers, from 1 */
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

  /** Line from 1; undefined if unknown. */
  lineOf(element: Element | undefined): number | undefined {
    return (element === undefined ? 0 : this.#lines.get(element)) || undefined;
  }

  find(id: string | undefined): Element | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Elements in a diagram: of one process and its collaboration, or of all processes. */
  *shown(processId?: string): Iterable<Element> {
    for (const element of this.document.getElementsByTagNameNS(BPMN, '*')) {
      const process = processId === undefined ? undefined : element.closest('process')?.getAttribute('id');
      if (DRAWN.test(element.localName) && (process === undefined || process === processId)) yield element;
    }
  }
}

/** Kind, name and id, for users. */
export function nameOf(element: Element): string {
  const [id, name] = [element.getAttribute('id'), element.getAttribute('name')?.trim()];
  return pageTexts.notes.element(element.localName, id, name);
}

/**
 * Notes parts that could not be read, are not drawn, or got a calculated place, each once.
 * @param layout `placed`: ids with a calculated place; `isDrawn`: the element is in the diagram
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
  // unknown attributes are kept and saved; some are of this service
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

/** The first element with this attribute or child and value. */
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
