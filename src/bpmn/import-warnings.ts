import { BpmnModdle, type ImportContext, type ImportReader, type ImportReference, type ImportWarning } from 'bpmn-moddle';
import { ELEMENT_READERS } from './elements/registry.ts';
import { quote } from './finding.ts';
import { PROCESS_CHOICES } from './select-processes.ts';

/** Longest text that is parsed a second time: about 10,000 nodes and flows with diagram, half a second. Characters. */
const MAX_LENGTH = 4_000_000;
/** Limit per file. moddle counts each place from the start of the file: quadratic. */
const MAX_WARNINGS = 50;
/** Limit per element: moddle searches the list of all references for each. */
const MAX_REFERENCES = 10_000;
/** Limit per file; only a malicious one exceeds it. */
const MAX_TIME_MS = 2_000;

/** Supported names outside the BPMN schema, in lower case. */
const READ_HERE: ReadonlySet<string> = new Set([
  ...[...ELEMENT_READERS.values()].flatMap((reader) => [...reader.understands]),
  ...['cancelendevent', 'correlationkey', 'activationcondition', 'versiontag', 'expectedoutput', 'input', 'output'],
  ...['propagateallparentvariables', 'propagateallchildvariables', 'inputmapping', 'outputmapping', 'subscription'],
  ...Object.keys(PROCESS_CHOICES).map((name) => name.toLowerCase()),
]);

const moddle = new BpmnModdle();

/**
 * Warnings of bpmn-moddle, the parser of common BPMN editors, about a file accepted by {@link import('./parse-definitions.ts').parseDefinitions}:
 * unknown elements and attributes, unresolved references, duplicate or invalid ids. Skips references of diagrams, extensions of dialects, and files
 * above `MAX_LENGTH`. Synchronous; never throws.
 */
export function importWarnings(bpmnXml: string, maxMs = MAX_TIME_MS): readonly string[] {
  if (bpmnXml.length > MAX_LENGTH) return [];
  const watch = new ImportWatch(maxMs);
  // the hooks run before fromXML returns: no need for the promise
  moddle.fromXML(bpmnXml, 'bpmn:Definitions', { handler: watch.handler }).catch(() => {});
  return watch.texts();
}

/** Collects warnings and aborts an import that is too expensive. */
class ImportWatch {
  readonly #warnings: ImportWarning[] = [];
  readonly #references = new Map<unknown, number>();
  readonly #deadline: number;
  #context: ImportContext | undefined;
  #isStopped = false;

  /** Wraps the method: only the handler of the root element exposes the context of the import. */
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
      // moddle converts an exception in an element to a warning
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

/** Kind of problem, then the name of the element or attribute in `<>`. */
const UNKNOWN = /^(?:unknown attribute|unrecognized element) <(?:[^<>:]*:)?([^<>:]+)>/;

/** True for supported names. An unknown `errorRef` has a separate warning: it becomes the error code. */
function isReadHere({ message, error, property }: ImportWarning): boolean {
  if (property === 'bpmn:errorRef') return true;
  const name = UNKNOWN.exec(error?.message ?? message)?.[1];
  return name !== undefined && READ_HERE.has(name.toLowerCase());
}

/** True for the declared encoding, because the text is already decoded, and for diagrams, which do not affect the execution. */
function isNoise({ message, element }: ImportWarning): boolean {
  if (message.startsWith('unsupported document encoding')) return true;
  return message.startsWith('unresolved reference') && element?.$type?.startsWith('bpmn:') === false;
}

/** Sluice ignores the prefix of a reference, moddle does not (docs/contributing/spec/validation.md#qualified-references). */
function resolvesWithoutPrefix({ message, value }: ImportWarning, byId: ImportContext['elementsById']): boolean {
  if (!message.startsWith('unresolved reference') || typeof value !== 'string' || !value.includes(':')) return false;
  return byId[value.slice(value.lastIndexOf(':') + 1)] !== undefined;
}

/** One line with the element if known, else the place. moddle counts from 0. */
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

/** `bpmn:ServiceTask` → `serviceTask`. Diagram elements keep their capitals. */
function localOf(name: string): string {
  const local = name.slice(name.indexOf(':') + 1);
  return name.startsWith('bpmn:') ? local.charAt(0).toLowerCase() + local.slice(1) : local;
}
