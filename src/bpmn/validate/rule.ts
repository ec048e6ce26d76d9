import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import type { Finding, PlacedWarning } from '../finding.ts';

/** Includes processes that are not deployed (docs/contributing/spec/validation.md#rejections). */
export type DocumentRule = (document: DocumentDraft) => Iterable<Finding>;

/** Checks a deployed process. Pure; linear. */
export type ProcessRule = (process: ProcessDraft, document: DocumentDraft) => Iterable<Finding>;

/** Checks an accepted process. Pure; linear. */
export type WarningRule = (process: ProcessDraft, document: DocumentDraft) => Iterable<PlacedWarning>;
