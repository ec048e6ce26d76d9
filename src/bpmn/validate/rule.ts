import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import type { Finding, PlacedWarning } from '../finding.ts';

/** Check of the whole file, including processes that are not deployed (docs/contributing/spec/validation.md#rejections). */
export type DocumentRule = (document: DocumentDraft) => Iterable<Finding>;

/** Check of a deployed process. Pure; linear in the process. */
export type ProcessRule = (process: ProcessDraft, document: DocumentDraft) => Iterable<Finding>;

/** Warnings about an accepted process. Pure; linear in the process. */
export type WarningRule = (process: ProcessDraft, document: DocumentDraft) => Iterable<PlacedWarning>;
