import { type ElementModel, isSubscribing, type StartTrigger } from '../engine/model.ts';
import { catchesOf } from '../engine/model-shape.ts';
import type { DocumentDraft, ProcessDraft } from './draft.ts';
import { eventStartsOf } from './starts.ts';

/** Event subscriptions that start an instance, in document order. Excludes the none start event (docs/contributing/spec/waiting.md#registrations). */
export function startTriggersOf(
  process: ProcessDraft,
  document: DocumentDraft,
  elements: ReadonlyMap<string, ElementModel>,
): readonly StartTrigger[] {
  const triggers = eventStartsOf(process, document).flatMap(({ node }) => {
    const element = elements.get(node.id);
    const definitions = element === undefined ? [] : catchesOf(element).filter(isSubscribing);
    return definitions.map((definition) => Object.freeze({ element: node.id, definition }));
  });
  return Object.freeze(triggers);
}
