/** A text was stopped because it took too long. @param over what the limit is for, where it is not that text alone */
export function timeLimitReached(limitMs: number, over = '') {
  return { ok: false, code: '500', reason: `time limit of ${limitMs} ms${over} exceeded`, limitMs } as const;
}
