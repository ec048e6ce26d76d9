import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Navigator, Router } from 'react-router';
import { LeaveQuestions, type NextEntry } from './leave-questions.ts';

const history = createBrowserHistory({ v5Compat: true });
const questions = new LeaveQuestions(history);

/** Asks before a link or a redirect is followed; Back and Forward are handled by the listener. */
const navigator: Navigator = {
  createHref: history.createHref,
  createURL: history.createURL,
  encodeLocation: history.encodeLocation,
  go: history.go,
  push: (to, state) => questions.askBefore({ state }, () => history.push(to, state)),
  replace: (to, state) => questions.askBefore({ state }, () => history.replace(to, state)),
};

const Opening = createContext(false);

/** Whether the code of another page is loading. The earlier page is shown until then. */
export const useIsOpening = () => useContext(Opening);

/** As `BrowserRouter` of the library. Also has the state of opening a page, and questions before a page is left. */
export function PageRouter({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  const [isOpening, startOpening] = useTransition();
  useLayoutEffect(() => history.listen((next) => questions.askAfter(next, () => startOpening(() => setShown(next)))), []);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
      <Opening value={isOpening}>{children}</Opening>
    </Router>
  );
}

/**
 * Asks before another address is opened for which `isAsked` returns true, or before `go` of `ask`.
 * `going`: leaves; undefined if nothing is asked.
 */
export function useLeaveQuestion(isAsked: (next: NextEntry) => boolean) {
  const [go, setGo] = useState<() => void>();
  const current = useRef(isAsked);
  current.current = isAsked;
  const ask = useCallback((next: () => void) => setGo(() => next), []);
  useEffect(() => questions.set({ isAsked: (next) => current.current(next), ask }), [ask]);
  const stay = () => setGo(undefined);
  const leave = () => {
    stay();
    go?.();
  };
  return { ask, going: go && leave, stay };
}
