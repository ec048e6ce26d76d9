import { BpmnModdle, type ImportContext, type ImportReader, type ImportReference, type ImportWarning } from 'bpmn-moddle';
import { ELEMENT_READERS } from './elements/registry.ts';
import { quote } from './finding.ts';
import { PROCESS_CHOICES } from './process-choices.ts';

/** Longest text that is read a second time, in characters; about 10,000 nodes and flows with their diagram, half a second. */
const MAX_LENGTH = 4_000_000;
/** Most warnings about one file. The place of each is counted from the beginning of the file, so the cost grows with the square. */
const MAX_WARNINGS = 50;
/** Most references of one element: each is looked up in the list of all. */
const MAX_REFERENCES = 10_000;
/** Longest time for one file, unit: ms. Only a file that was made to be slow reaches it. */
const MAX_TIME_MS = 2_000;

/** Local names outside BPMN's schema, in lower case, that are executed here although moddle does not know them. */
const READ_HERE: ReadonlySet<string> = new Set([
  ...[...ELEMENT_READERS.values()].flatMap((reader) => [...reader.understands]),
  ...['cancelendevent', 'correlationkey', 'activationcondition', 'versiontag', 'expectedoutput', 'input', 'output'],
  ...['propagateallparentvariables', 'propagateallchildvariables', 'inputmapping', 'outputmapping', 'subscription'],
  ...Object.keys(PROCESS_CHOICES).map((name) => name.toLowerCase()),
]);

const moddle = new BpmnModdle();

/**
 * What the reader of the usual BPMN editors, bpmn-moddle, complains about in a file that {@link import('./parse-definitions.ts').parseDefinitions}
 * has accepted: unknown BPMN elements and attributes, references to nothing, ids that are twice or no names. What a diagram refers to says nothing
 * about execution and is left out. Texts for people, in the order of reading. Extensions of a dialect give no warning. Synchronous; never throws; a file that is too long is not read.
 * `maxMs`: longest time for it.
 */
export function importWarnings(bpmnXml: string, maxMs = MAX_TIME_MS): readonly string[] {
  if (bpmnXml.length > MAX_LENGTH) return [];
  const watch = new ImportWatch(maxMs);
  // the promise only returns what the hooks have already seen: the whole file is read before fromXML returns
  moddle.fromXML(bpmnXml, 'bpmn:Definitions', { handler: watch.handler }).catch(() => {});
  return watch.texts();
}

/** Follows one import: keeps the warnings to report and stops an import that costs too much. */
class ImportWatch {
  readonly #warnings: ImportWarning[] = [];
  readonly #references = new Map<unknown, number>();
  readonly #deadline: number;
  #context: ImportContext | undefined;
  #isStopped = false;

  /** Replaces the reader's own method and calls it: the import shows its context only in the handler of the root element. */
  readonly handler: ImportReader['handler'];

  constructor(maxMs: number) {
    this.#deadline = performance.now() + maxMs;
    const follow = (context: ImportContext) => this.#follow(context);
    this.handler = function (this: ImportReader, typeName) {
      const root = (Object.getPrototypeOf(this) as ImportReader).handler.call(this, typeName);
      let own: ImportContext | undefined;
      return Object.defineProperty(root, 'context', {
        get: () => own,
        set(context: ImportContext) {
          own = context;
          follow(context);
        },
      });
    };
  }

  texts(): readonly string[] {
    const byId = this.#context?.elementsById ?? {};
    const texts = this.#warnings.filter((warning) => !resolvesWithoutPrefix(warning, byId)).map(textOf);
    return this.#isStopped ? [...texts, 'more findings for this file were omitted'] : texts;
  }

  #follow(context: ImportContext): void {
    this.#context = context;
    const { addElement, addReference } = context;
    context.addElement = (element) => {
      if (performance.now() > this.#deadline) this.#stop();
      addElement.call(context, element);
    };
    context.addReference = (reference: ImportReference) => {
      const count = (this.#references.get(reference.element) ?? 0) + 1;
      this.#references.set(reference.element, count);
      if (count > MAX_REFERENCES) this.#stop();
      addReference.call(context, reference);
    };
    context.addWarning = (warning) => {
      // what is thrown while an element is read comes back as a warning
      if (this.#isStopped) this.#stop();
      if (isReadHere(warning) || isNoise(warning)) return;
      if (this.#warnings.length === MAX_WARNINGS) this.#stop();
      this.#warnings.push(warning);
    };
  }

  #stop(): never {
    this.#isStopped = true;
    throw new Error('the import costs too much');
  }
}

/** Moddle's message starts with the class of the problem; the name of the element or attribute stands in `<>`. */
const UNKNOWN = /^(?:unknown attribute|unrecognized element) <(?:[^<>:]*:)?([^<>:]+)>/;

/** Also true for what our own warnings report: an `errorRef` that names no error is itself the code. */
function isReadHere({ message, error, property }: ImportWarning): boolean {
  if (property === 'bpmn:errorRef') return true;
  const name = UNKNOWN.exec(error?.message ?? message)?.[1];
  return name !== undefined && READ_HERE.has(name.toLowerCase());
}

/**
 * What concerns nobody: the text has been decoded before it came here, whatever its declaration says, and a reference of a diagram
 * draws less but runs the same.
 */
function isNoise({ message, element }: ImportWarning): boolean {
  if (message.startsWith('unsupported document encoding')) return true;
  return message.startsWith('unresolved reference') && element?.$type?.startsWith('bpmn:') === false;
}

/** References are qualified names whose prefix is ignored here; moddle compares them whole (docs/contributing/spec/validation.md#qualified-references). */
function resolvesWithoutPrefix({ message, value }: ImportWarning, byId: ImportContext['elementsById']): boolean {
  if (!message.startsWith('unresolved reference') || typeof value !== 'string' || !value.includes(':')) return false;
  return byId[value.slice(value.lastIndexOf(':') + 1)] !== undefined;
}

/** One line: the element if it is known, else the place; moddle counts lines and columns from 0. */
function textOf({ message, error, element, property }: ImportWarning): string {
  if (error !== undefined) {
    const [, line = '', column = ''] = /\n\tline: (\d+)\n\tcolumn: (\d+)\n/.exec(message) ?? [];
    const place = line === '' ? '' : ` (line ${Number(line) + 1}, column ${Number(column) + 1})`;
    return `${quote(error.message)}${place}`;
  }
  const what = message.startsWith('unresolved reference') && property !== undefined ? `${localOf(property)}: ` : '';
  const tag = localOf(element?.$type ?? '');
  const id = typeof element?.id === 'string' ? ` '${quote(element.id)}'` : '';
  return tag === '' ? quote(message) : `${tag}${id}: ${what}${quote(message)}`;
}

/** `bpmn:ServiceTask` → `serviceTask`; names of the diagram keep their capitals. */
function localOf(name: string): string {
  const local = name.slice(name.indexOf(':') + 1);
  return name.startsWith('bpmn:') ? local.charAt(0).toLowerCase() + local.slice(1) : local;
}
