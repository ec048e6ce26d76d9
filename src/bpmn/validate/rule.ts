import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import type { Finding } from '../finding.ts';
import type { PlacedWarning } from '../warning.ts';

/** A check of the whole file, also of processes that are not deployed (docs/contributing/spec/validation.md#rejections). */
export type DocumentRule = (document: DocumentDraft) => Iterable<Finding>;

/** A check of one process that would be deployed. Pure; linear in the process. */
export type ProcessRule = (process: ProcessDraft, document: DocumentDraft) => Iterable<Finding>;

/** What an accepted process should be warned about. Pure; linear in the process. */
export type WarningRule = (process: ProcessDraft, document: DocumentDraft) => Iterable<PlacedWarning>;
