import { type CatchDefinition, type ElementModel, isSubscribing, type StartTrigger } from '../engine/model.ts';
import type { DocumentDraft, ProcessDraft } from './draft.ts';
import { eventStartsOf } from './starts.ts';

/** Everything that may start an instance besides the none start event, in document order (docs/spec/waiting.md#registrations). */
export function startTriggersOf(
  process: ProcessDraft,
  document: DocumentDraft,
  elements: ReadonlyMap<string, ElementModel>,
): readonly StartTrigger[] {
  const triggers = eventStartsOf(process, document).flatMap(({ node }) =>
    definitionsOf(elements.get(node.id))
      .filter(isSubscribing)
      .map((definition) => Object.freeze({ element: node.id, definition })),
  );
  return Object.freeze(triggers);
}

function definitionsOf(element: ElementModel | undefined): readonly CatchDefinition[] {
  if (element?.type === 'startEvent' || element?.type === 'intermediateCatchEvent') return element.triggers;
  return element?.type === 'receiveTask' && element.message !== undefined ? [element.message] : [];
}
