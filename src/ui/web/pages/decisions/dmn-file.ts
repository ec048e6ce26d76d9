export type NodeKind = 'decision' | 'inputData' | 'businessKnowledgeModel' | 'knowledgeSource' | 'decisionService';

/** `requires`: ids in this file. */
export interface DmnNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly element: Element;
  readonly requires: readonly string[];
}

const KINDS: ReadonlySet<string> = new Set([
  'decision',
  'inputData',
  'businessKnowledgeModel',
  'knowledgeSource',
  'decisionService',
]);
const REQUIREMENTS = /^(?:information|knowledge|authority)Requirement$/;
/** Prefix that the drawing library reads (DMN 1.3). Other releases differ only in the date. */
const READ_RELEASE = 'https://www.omg.org/spec/DMN/20191111/';
const OTHER_RELEASES =
  /https?:\/\/www\.omg\.org\/spec\/DMN\/(?:20151101|20180521|20211108|20230324)\/(MODEL\/|dmn\.xsd|DMNDI\/)/g;
/** Elements with the logic of a decision. */
const LOGIC =
  /^(?:decisionTable|literalExpression|context|invocation|relation|list|functionDefinition|conditional|filter|for|some|every|encapsulatedLogic)$/;

export class DmnFile {
  /** text with the namespaces of DMN 1.3 */
  readonly xml: string;
  readonly document: Document;
  readonly nodes: readonly DmnNode[];

  /** Throws if the text is not a DMN file. */
  constructor(text: string) {
    this.xml = text.replace(OTHER_RELEASES, (_all, part: string) => `${READ_RELEASE}${part === 'dmn.xsd' ? 'MODEL/' : part}`);
    this.document = new DOMParser().parseFromString(this.xml, 'text/xml');
    const root = this.document.documentElement;
    if (root.localName !== 'definitions') throw new Error('the file is not DMN');
    this.nodes = childrenOf(root).flatMap((element) => {
      const id = element.getAttribute('id');
      if (id === null || !KINDS.has(element.localName)) return [];
      const name = element.getAttribute('name') ?? '';
      return [{ id, kind: element.localName as NodeKind, name, element, requires: requiredBy(element) }];
    });
  }

  node(id: string | null | undefined): DmnNode | undefined {
    return this.nodes.find((node) => node.id === id);
  }

  /** The node and all that it requires, also indirectly. Direct ones first. */
  closureOf(id: string): readonly DmnNode[] {
    const found = new Map<string, DmnNode>();
    const open = [id];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const node = this.node(next);
      if (node === undefined || found.has(next)) continue;
      found.set(next, node);
      open.push(...node.requires);
    }
    return [...found.values()];
  }
}

/** Returns undefined if not a DMN file. */
export function readFile(text: string): DmnFile | undefined {
  try {
    return new DmnFile(text);
  } catch {
    return undefined;
  }
}

/** Logic of a decision or business knowledge model. */
export function logicOf({ element }: DmnNode): Element | undefined {
  return childrenOf(element).find(({ localName }) => LOGIC.test(localName));
}

/** `name`: only these. */
export function childrenOf(element: Element, name?: string): readonly Element[] {
  return [...element.children].filter(({ localName }) => name === undefined || localName === name);
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element === undefined ? undefined : childrenOf(element, name)[0];
}

/** Trimmed content of `<text>`; '' without. */
export function textOf(element: Element | undefined): string {
  return childOf(element, 'text')?.textContent?.trim() ?? '';
}

function requiredBy(element: Element): string[] {
  return childrenOf(element)
    .filter(({ localName }) => REQUIREMENTS.test(localName))
    .flatMap((requirement) => idOfHref(childrenOf(requirement)[0]) ?? []);
}

/** Returns undefined if not an element of this file. */
export function idOfHref(reference: Element | undefined): string | undefined {
  const href = reference?.getAttribute('href');
  return href?.startsWith('#') === true ? href.slice(1) : undefined;
}
