/** Width of a phone, as in the style sheets. */
export const PHONE = '(max-width: 36em)';

const PAGE_SIZE_OF_PHONE = 10;

/** Fewer rows on a phone; otherwise the page size of the service. */
export function phonePageSize(): { readonly pageSize?: number } {
  return window.matchMedia(PHONE).matches ? { pageSize: PAGE_SIZE_OF_PHONE } : {};
}
