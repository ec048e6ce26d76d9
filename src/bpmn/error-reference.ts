import { type DocumentDraft, resolve } from './draft.ts';
import { rootNamed } from './named-roots.ts';
import { anyDialect } from './namespaces.ts';
import { attributeOf, dialectAttributeOf, isBpmn, type XmlElement } from './xml-element.ts';

/** Resolved `errorRef` of an error event definition. */
export interface ErrorReference {
  /**
   * `errorCode` of the error, or the reference itself if no error matches. Absent: a catch event catches all errors; a thrown error is
   * caught only by such events.
   */
  readonly code?: string;
  readonly message?: string;
  /** True if no error of the file has this reference. */
  readonly isUnknown: boolean;
}

/** Resolves `errorRef` (docs/contributing/spec/elements.md#error-end-event). */
export function errorOf(definition: XmlElement, document: DocumentDraft): ErrorReference {
  const reference = attributeOf(definition, 'errorRef');
  if (reference === undefined) return { isUnknown: false };
  const error = resolve(document.rootById, reference) ?? rootNamed(document, 'error', reference);
  if (error === undefined || !isBpmn(error, 'error')) return { code: reference, isUnknown: true };
  const code = attributeOf(error, 'errorCode');
  const message = dialectAttributeOf(error, anyDialect, 'errorMessage');
  return {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    isUnknown: false,
  };
}
