import type { ErrorCode } from '../../../../platform/error-codes.ts';

/** Sentences above the texts of the API, by error code. Empty: the texts of the API are English. */
export const errors: Readonly<Partial<Record<ErrorCode, string>>> = {};
