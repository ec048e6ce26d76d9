import type { ErrorCode } from '../../../platform/error-codes.ts';
import { errors as english } from './en/errors.ts';
import { inLanguage } from './language.ts';

const errors = inLanguage('errors', english);

/** Sentence of the error code, then the text of the API on the next line; in English only the latter. */
export function explained(code: ErrorCode | undefined, detail: string): string {
  const sentence = code === undefined ? undefined : errors[code];
  return sentence === undefined ? detail : `${sentence}\n${detail}`;
}
