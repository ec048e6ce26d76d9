import type { TimerForm } from '../../../engine/model.ts';
import {
  attributeOf,
  childrenNamed,
  dialectAttributeOf,
  extensionsNamed,
  extensionsOf,
  splitAttributeKey,
  type XmlElement,
} from '../../xml/xml-element.ts';
import { jbpm } from '../namespaces.ts';

/** Task type of jBPM or Kogito: work item, else interface and operation of the service (docs/contributing/spec/elements.md#service-task). */
export function workItemOf(xml: XmlElement): string | undefined {
  const name = dialectAttributeOf(xml, jbpm, 'taskName');
  if (name !== undefined) return name;
  const service = dialectAttributeOf(xml, jbpm, 'serviceinterface');
  const operation = dialectAttributeOf(xml, jbpm, 'serviceoperation');
  return service === undefined || operation === undefined ? service : `${service}.${operation}`;
}

/** Written by jBPM modelers only. */
const LANGUAGES = { typeLanguage: 'http://www.java.com/javaTypes', expressionLanguage: 'http://www.mvel.org/2.0' } as const;

/** True for the target namespace or languages of jBPM, or a process with its attribute or extension (docs/contributing/spec/validation.md#files-of-jbpm). */
export function isMadeForJbpm(definitions: XmlElement): boolean {
  if (jbpm(attributeOf(definitions, 'targetNamespace') ?? '')) return true;
  if (Object.entries(LANGUAGES).every(([name, language]) => attributeOf(definitions, name) === language)) return true;
  return childrenNamed(definitions, 'process').some(
    (xml) =>
      [...xml.attributes.keys()].some((key) => jbpm(splitAttributeKey(key).uri)) ||
      extensionsOf(xml).some(({ uri }) => jbpm(uri)),
  );
}

/** The id of a message without name is its name. */
export function namedByJbpm(root: XmlElement): XmlElement {
  const id = attributeOf(root, 'id');
  if (root.local !== 'message' || id === undefined || attributeOf(root, 'name') !== undefined) return root;
  return { ...root, attributes: new Map([...root.attributes, ['name', id]]) };
}

/** `1d 2h 3m 4s 5ms`, or milliseconds. Single blanks only, for linear time. */
const SPAN = /^(?:(\d{1,15}) ?d ?)?(?:(\d{1,15}) ?h ?)?(?:(\d{1,15}) ?m(?!s) ?)?(?:(\d{1,15}) ?s ?)?(?:(\d{1,15})(?: ?ms)?)?$/;

/** Longer texts are not timers. Characters. */
const LONGEST = 100;

/** Separates the first delay from the period. */
const PERIOD = '###';

/**
 * Converts to ISO 8601; undefined for other formats (docs/contributing/spec/validation.md#files-of-jbpm).
 * @param tag of the event: an intermediate catch event fires once and needs no period
 */
export function timerOfJbpm(
  form: TimerForm,
  text: string,
  tag: string,
): { readonly text: string; readonly warning?: string } | undefined {
  if (form === 'timeDate') return undefined;
  const [first = '', then, ...more] = text.split(PERIOD);
  const delay = durationOf(first);
  if (delay === undefined || more.length > 0) return undefined;
  if (form === 'timeDuration') return then === undefined ? { text: delay } : undefined;
  if (then === undefined || tag === 'intermediateCatchEvent') return { text: `R1/${delay}` };
  const period = durationOf(then);
  if (period === undefined) return undefined;
  const warning = `the timer is first due after ${period}, as every time after it, not after ${delay}`;
  return { text: `R/${period}`, ...(delay === period ? {} : { warning }) };
}

function durationOf(text: string): string | undefined {
  const single = text.length > LONGEST ? '' : text.trim().replace(/\s+/g, ' ');
  const match = SPAN.exec(single);
  if (match === null || single === '') return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0, millis = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return `P${days}DT${hours}H${minutes}M${seconds + Math.floor(millis / 1000)}.${String(millis % 1000).padStart(3, '0')}S`;
}

export function metaDataOf(xml: XmlElement, name: string): string | undefined {
  const found = extensionsNamed(xml, jbpm, 'metaData').find((metaData) => attributeOf(metaData, 'name') === name);
  return found?.children.find(({ local }) => local === 'metaValue')?.text.trim();
}
