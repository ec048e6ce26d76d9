import type { DecisionType } from '../../engine/model.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import { partOf, partsOf } from './dmn-xml.ts';

/** The types of DMN by every name that files of its versions, and those of Camunda, call them by; in lower case. */
const TYPES: ReadonlyMap<string, DecisionType> = new Map<string, DecisionType>([
  ['string', 'string'],
  ...['number', 'integer', 'long', 'double', 'int', 'float', 'decimal'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ...['datetime', 'date and time'].map((name) => [name, 'dateTime'] as const),
  ...['daytimeduration', 'days and time duration'].map((name) => [name, 'dayTimeDuration'] as const),
  ...['yearmonthduration', 'years and months duration'].map((name) => [name, 'yearMonthDuration'] as const),
]);
/** Item definitions that name each other: more is a circle. */
const MAX_STEPS = 20;

/** How FEEL writes a value of a type that variables keep as text; absent for the others. */
export const SUBJECTS: Partial<Record<DecisionType, string>> = {
  date: 'date(?)',
  time: 'time(?)',
  dateTime: 'date and time(?)',
  dayTimeDuration: 'duration(?)',
  yearMonthDuration: 'duration(?)',
};

/** The types of one file: its own definitions lead to those of DMN. */
export class TypeRefs {
  readonly #definitions: ReadonlyMap<string, XmlElement>;

  constructor(definitions: XmlElement) {
    this.#definitions = new Map(
      partsOf(definitions, 'itemDefinition').map((item) => [attributeOf(item, 'name') ?? '', item] as const),
    );
  }

  /** The type that an element names by `typeRef`; `any` for lists, structures and what is not known. */
  of(xml: XmlElement | undefined): DecisionType {
    let name = xml && attributeOf(xml, 'typeRef');
    for (let step = 0; step < MAX_STEPS && name !== undefined; step++) {
      const item: XmlElement | undefined = this.#definitions.get(name);
      if (item === undefined) return TYPES.get(withoutPrefix(name).toLowerCase()) ?? 'any';
      if (attributeOf(item, 'isCollection') === 'true' || partOf(item, 'itemComponent') !== undefined) return 'any';
      name = partOf(item, 'typeRef')?.text.trim();
    }
    return 'any';
  }
}

/** DMN 1.1 writes `feel:string`. */
function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
