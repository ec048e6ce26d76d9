import type { FindingCode } from '../../../../bpmn/finding-codes.ts';

/** Sentences of the findings of the deploy check, by code, and words of their values. Empty: the texts of the API are English. */
export const findings: {
  readonly sentences: Readonly<Partial<Record<FindingCode, string>>>;
  readonly words: Readonly<Record<string, string>>;
  /** after the sentence */
  readonly nearest: (name: string) => string;
  readonly notExecutable: (process: string) => string;
} = { sentences: {}, words: {}, nearest: (name) => name, notExecutable: (process) => process };
