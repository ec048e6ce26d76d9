import { useState } from 'react';

/** Width of a phone, as in the style sheets. */
export const PHONE = '(max-width: 36em)';

const PAGE_SIZE_OF_PHONE = 10;

/**
 * Fewer rows on a phone; otherwise the page size of the service. A list keeps it when the window changes: another size would replace its rows, and the
 * focus in them would be lost.
 */
export function usePhonePageSize(): { readonly pageSize?: number } {
  return useState(() => (window.matchMedia(PHONE).matches ? { pageSize: PAGE_SIZE_OF_PHONE } : {}))[0];
}
