import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PHONE } from './phone.ts';

/** The window is that of a phone, also at the first rendering. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Collapsed on a phone, so that the list below is on the first screen. */
export function FoldOnPhone({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  if (!useIsPhone()) return children;
  return (
    <details className="phone-fold">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
