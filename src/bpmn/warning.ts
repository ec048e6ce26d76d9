import type { DecisionCall, Place } from '../engine/model.ts';
import { subjectOf } from './finding.ts';
import type { XmlElement } from './xml-element.ts';

/**
 * Something in an accepted file that does less than its author may think.
 * `event` is the log event of its line (docs/reference/log-events.md), `name` the attribute or extension that is ignored (docs/contributing/spec/validation.md#warnings).
 */
export interface Warning {
  readonly event:
    | 'activation-condition-ignored'
    | 'more-than-one-process'
    | 'attribute-ignored'
    | 'error-reference-names-no-error'
    | 'paths-read-each-other';
  readonly processKey: string;
  readonly elementId?: string;
  readonly name?: string;
  /** nothing of it is true where this decision is deployed elsewhere */
  readonly unless?: DecisionCall;
  readonly text: string;
}

/** A warning with its place, as rules make it; the place is only for the order. */
export interface PlacedWarning extends Warning {
  readonly place: Place;
}

/** A warning about one element. `what`: what happens to it; the subject is added before it. */
export function warningAt(
  xml: XmlElement,
  processKey: string,
  what: Pick<Warning, 'event' | 'text' | 'name' | 'elementId' | 'unless'>,
): PlacedWarning {
  const elementId = what.elementId ?? xml.attributes.get('id')?.trim();
  return {
    event: what.event,
    processKey,
    ...(elementId === undefined ? {} : { elementId }),
    ...(what.name === undefined ? {} : { name: what.name }),
    ...(what.unless === undefined ? {} : { unless: what.unless }),
    text: `${subjectOf(xml)}: ${what.text}`,
    place: xml.place,
  };
}

/** The warning as it leaves the parser. */
export function withoutPlace(warning: PlacedWarning): Warning {
  const { place: _place, ...rest } = warning;
  return Object.freeze(rest);
}
