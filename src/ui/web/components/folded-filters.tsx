import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

const SIDE_BY_SIDE = '(min-width: 48em)';

/** Filter fields in a row; in a narrower window they fold below `summary`, so that rows fit on the first screen. */
export function FoldedFilters(props: { readonly summary: string; readonly className?: string; readonly children: ReactNode }) {
  const { summary, className, children } = props;
  const isWide = useMediaQuery(SIDE_BY_SIDE, undefined, { getInitialValueInEffect: false }) ?? true;
  if (isWide) return children;
  return (
    <details className={className === undefined ? 'folded-filters' : `folded-filters ${className}`}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
