// Runs in a browser page: opens a model in the editor of the UI, renames one element, and returns the model before and after in comparable form.
import Modeler from 'bpmn-js/lib/Modeler';
import { openModeler } from '../../src/ui/web/pages/modeler/open-modeler.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const NAME = 'Renamed by the test';

let modeler;
const importXML = Modeler.prototype.importXML;
Modeler.prototype.importXML = function (...given) {
  modeler = this;
  return importXML.apply(this, given);
};

const [ground, panel] = ['ground', 'panel'].map((id) => document.getElementById(id));
const editor = openModeler(ground, panel, () => {});

/** `expected`: what `saved` must be equal to. */
globalThis.roundTrip = async (xml) => {
  const notes = await editor.open(xml);
  const registry = modeler.get('elementRegistry');
  const shapes = registry.filter(({ businessObject, type }) => businessObject !== undefined && type !== 'label');
  const shape = shapes.find(({ type }) => /^bpmn:(?:\w*Task|CallActivity)$/.test(type)) ?? modeler.get('canvas').getRootElement();
  const { id } = shape.businessObject;
  modeler.get('modeling').updateProperties(shape, { name: NAME });
  const saved = read(await editor.read());
  const before = read(xml);
  [...before.querySelectorAll('[id]')].find((element) => element.getAttribute('id') === id).setAttribute('name', NAME);
  const hasLayout = before.getElementsByTagNameNS('*', 'BPMNShape').length > 0;
  const [expected, actual] = [before, saved].map((model) => linesOf(model.documentElement, hasLayout));
  return { expected, actual, notes: notes.map(({ text }) => text) };
};

function read(xml) {
  return new DOMParser().parseFromString(xml, 'text/xml');
}

/** One line for each element, attribute and text. Children of another kind have no order among each other. */
function linesOf(element, hasLayout, path = '') {
  const lines = [];
  const place = `${path}/${nameOf(element)}`;
  for (const attribute of element.attributes) {
    const { namespaceURI, localName, value } = attribute;
    if (namespaceURI === XMLNS || isDefault(element, attribute)) continue;
    if (isTypedExpression(element) && namespaceURI === XSI) continue;
    const shown = namespaceURI === XSI && localName === 'type' ? qualified(element, value) : value.trim();
    lines.push(`${place} @${namespaceURI === null ? '' : `{${namespaceURI}}`}${localName}=${shown}`);
  }
  const text = [...element.childNodes]
    .filter(({ nodeType }) => nodeType === 3 || nodeType === 4)
    .map(({ nodeValue }) => nodeValue);
  if (text.join('').trim() !== '') lines.push(`${place} ${text.join('').trim()}`);
  if (lines.length === 0) lines.push(place);
  lines.sort();
  const kinds = new Map();
  for (const child of element.children) {
    if (!hasLayout && child.localName === 'BPMNDiagram') continue;
    // the editor adds an empty label to the shape of a renamed element
    if (child.localName === 'BPMNLabel' && child.attributes.length + child.children.length === 0) continue;
    kinds.set(nameOf(child), [...(kinds.get(nameOf(child)) ?? []), child]);
  }
  for (const [, children] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)))
    children.forEach((child, index) => {
      lines.push(...linesOf(child, hasLayout, `${place}[${child.getAttribute('id') ?? index}]`));
    });
  return lines;
}

/** `<expression xsi:type="tFormalExpression">` is `<formalExpression>`: the standard allows both (BPMN20.xsd, substitution group). */
function isTypedExpression({ namespaceURI, localName, attributes }) {
  const isFormal = [...attributes].some((one) => one.namespaceURI === XSI && /(?:^|:)tFormalExpression$/.test(one.value));
  return namespaceURI === BPMN && localName === 'expression' && isFormal;
}

function nameOf(element) {
  if (isTypedExpression(element)) return 'formalExpression';
  const { namespaceURI, localName } = element;
  return namespaceURI === BPMN ? localName : `{${namespaceURI}}${localName}`;
}

function qualified(element, value) {
  const [, prefix = null, name] = /^(?:([^:]*):)?(.*)$/.exec(value.trim());
  return `{${element.lookupNamespaceURI(prefix)}}${name}`;
}

/** The editor does not save defaults. */
function isDefault({ namespaceURI, localName: tag }, { namespaceURI: of, localName, value }) {
  if (of !== null) return false;
  const moddle = modeler.get('moddle');
  const prefix = moddle.getPackage(namespaceURI)?.prefix;
  try {
    const { propertiesByName } = moddle.getType(`${prefix}:${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`).$descriptor;
    const usual = propertiesByName[localName]?.default;
    return usual !== undefined && String(usual) === value.trim();
  } catch {
    return false;
  }
}
