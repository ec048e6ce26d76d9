import { anyDialect } from '../namespaces.ts';
import { performersOf } from '../performers.ts';
import { warningAt } from '../warning.ts';
import { childrenNamed, dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Warns about performers of a user task that have no effect (docs/contributing/spec/validation.md#unread-performers). */
export const performersAreRead: WarningRule = function* (process) {
  for (const { tag, xml } of process.nodes) {
    if (tag !== 'userTask') continue;
    for (const { name, text } of unreadOn(xml)) {
      yield warningAt(xml, process.key, { event: 'attribute-ignored', name, text: `${name} ${text}` });
    }
  }
};

function* unreadOn(xml: XmlElement): Iterable<{ readonly name: string; readonly text: string }> {
  if (childrenNamed(xml, 'performer').length > 0) yield { name: 'performer', text: 'is ignored' };
  for (const name of ['humanPerformer', 'potentialOwner']) {
    const named = childrenNamed(xml, name).map((role) => performersOf({ ...xml, children: [role] }));
    const filled = named.filter(({ assignee, users, groups }) => assignee !== undefined || users.length + groups.length > 0);
    if (filled.length < named.length) yield { name, text: 'has no user or group and is ignored' };
    if (name === 'humanPerformer' && filled.length > 1) yield { name, text: 'occurs more than once; the first one counts' };
    for (const [property, isNamed] of LISTS) {
      if (filled.some(isNamed) && isAssigned(xml, property)) yield { name, text: `is ignored because of ${property}` };
    }
  }
}

type Named = ReturnType<typeof performersOf>;

/** Dialect attributes with the same meaning. If present, they replace the performers. */
const LISTS: readonly (readonly [property: string, isNamed: (one: Named) => boolean])[] = [
  ['assignee', ({ assignee }) => assignee !== undefined],
  ['candidateUsers', ({ users }) => users.length > 0],
  ['candidateGroups', ({ groups }) => groups.length > 0],
];

function isAssigned(xml: XmlElement, property: string): boolean {
  return [xml, ...extensionsNamed(xml, anyDialect, 'assignmentDefinition')].some(
    (place) => dialectAttributeOf(place, anyDialect, property) !== undefined,
  );
}
