import { useCallback, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** Undefined, null and '' remove a parameter. */
export type ParameterChanges = Readonly<Record<string, string | null | undefined>>;

/** `isStep`: adds a history entry for Back. */
export type ChangeParameters = (changes: ParameterChanges, how?: { readonly isStep?: boolean }) => void;

/** Whether the address is that of another page already, whose code is loading. */
export const isLeaving = (shownPath: string): boolean => window.location.pathname !== shownPath;

/**
 * Parameters of the address. A change applies to the address at the time of the call, so a late call reverts no newer change. The function is stable.
 * It does nothing while another page opens: it would bring the shown one back.
 */
export function useParameters(): readonly [parameters: URLSearchParams, change: ChangeParameters] {
  const [parameters, setParameters] = useSearchParams();
  const write = useRef(setParameters);
  write.current = setParameters;
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  shown.current = pathname;
  const change = useCallback<ChangeParameters>((changes, { isStep = false } = {}) => {
    if (isLeaving(shown.current)) return;
    const after = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === null || value === '') after.delete(name);
      else after.set(name, value);
    }
    write.current(after, { replace: !isStep });
  }, []);
  return [parameters, change];
}
