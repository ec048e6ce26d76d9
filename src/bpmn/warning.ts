import type { DecisionCall, Place } from '../engine/model.ts';
import { subjectOf } from './finding.ts';
import type { XmlElement } from './xml/xml-element.ts';

/**
 * A part of an accepted file that is ignored or may behave unexpectedly. `event`: log event (docs/reference/log-events.md). `name`: the
 * ignored attribute or extension (docs/contributing/spec/validation.md#warnings).
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
  /** The warning is obsolete if this decision exists in another deployment. */
  readonly unless?: DecisionCall;
  readonly text: string;
}

/** A warning with its place, which is only used for sorting. */
export interface PlacedWarning extends Warning {
  readonly place: Place;
}

/** Warning about an element. The subject is added before the text of `what`. */
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

export function withoutPlace(warning: PlacedWarning): Warning {
  const { place: _place, ...rest } = warning;
  return Object.freeze(rest);
}
