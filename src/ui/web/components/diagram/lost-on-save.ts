import { modelerTexts } from '../../texts/modeler.ts';
import { type ModelDocument, type ModelNote, nameOf } from './model-notes.ts';

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** A default can be omitted. */
export type IsDefault = (element: Element, attribute: Attr) => boolean;

/** Notes each part of a file that the editor does not save, for example comments. `saved`: XML from the editor. */
export function lostOnSave(model: ModelDocument, saved: string, isDefault: IsDefault): ModelNote[] {
  const notes: ModelNote[] = [];
  const report = (element: Element, what: string) =>
    notes.push({
      text: modelerTexts.lost.will(nameOf(element), what),
      line: model.lineOf(element),
      elementId: shownId(model, element),
    });
  const compare = (before: Element, after: Element): void => {
    for (const attribute of before.attributes) {
      if (!isKept(attribute, after) && !isDefault(before, attribute)) report(before, modelerTexts.lost.attribute(attribute.name));
    }
    if (ownText(before) !== ownText(after)) report(before, modelerTexts.lost.text);
    const rest = new Map<string, Element[]>();
    for (const child of after.children) rest.set(kindOf(child), [...(rest.get(kindOf(child)) ?? []), child]);
    for (const child of before.children) {
      const same = rest.get(kindOf(child)) ?? [];
      const match = same.find((other) => isSame(child, other));
      if (match === undefined) report(child, modelerTexts.lost.element);
      else {
        same.splice(same.indexOf(match), 1);
        compare(child, match);
      }
    }
  };
  const { documentElement: after } = new DOMParser().parseFromString(saved, 'text/xml');
  compare(model.document.documentElement, after);
  for (const line of model.comments) notes.push({ text: modelerTexts.lost.comment, line });
  return notes;
}

/** Id of the closest element with one. Undefined if it repeats an id, because only the first is drawn. */
function shownId(model: ModelDocument, element: Element): string | undefined {
  const holder = element.closest('[id]');
  const id = holder?.getAttribute('id') ?? undefined;
  return model.find(id) === holder ? id : undefined;
}

/** References such as `incoming` have no id, so their text is compared. */
function isSame(before: Element, after: Element): boolean {
  const [one, other] = [before.getAttribute('id'), after.getAttribute('id')];
  if (one !== null) return one === other;
  return !/^(?:incoming|outgoing|flowNodeRef)$/.test(before.localName) || ownText(before) === ownText(after);
}

function isKept({ namespaceURI, localName, name, value }: Attr, after: Element): boolean {
  if (namespaceURI === XMLNS || name === 'xmlns' || namespaceURI === XSI) return true;
  const kept = after.getAttributeNS(namespaceURI, localName);
  return (
    kept === value || (kept !== null && (kept.trim() === value.trim() || (value.trim() !== '' && Number(kept) === Number(value))))
  );
}

function ownText(element: Element): string {
  const texts = [...element.childNodes].filter(
    ({ nodeType }) => nodeType === Node.TEXT_NODE || nodeType === Node.CDATA_SECTION_NODE,
  );
  return texts
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim();
}

function kindOf({ namespaceURI, localName }: Element): string {
  return `${namespaceURI} ${localName}`;
}
