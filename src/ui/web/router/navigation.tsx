import {
  type AnchorHTMLAttributes,
  Component,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addressOf, type Location, type Params, type To } from './location.ts';
import type { Guard, NavigateFunction, NavigateOptions, Router, RouterState } from './router.ts';

const RouterContext = createContext<{ readonly router: Router; readonly state: RouterState } | null>(null);
const FaultContext = createContext<unknown>(null);

function useRouter() {
  const context = useContext(RouterContext);
  if (context === null) throw new Error('not inside the router');
  return context;
}

/** `Frame` has the {@link Outlet}; `Fault` replaces all of it after an error, `Fallback` until the first page is loaded. */
export function RouterProvider(props: {
  readonly router: Router;
  readonly Frame: ComponentType;
  readonly Fault: ComponentType;
  readonly Fallback: ComponentType;
}) {
  const { router, Frame, Fault, Fallback } = props;
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    setState(router.state);
    return router.subscribe((next) => startTransition(() => setState(next)));
  }, [router]);
  const context = useMemo(() => ({ router, state }), [router, state]);
  return (
    <RouterContext value={context}>
      <FaultBoundary location={state.location} Fault={Fault}>
        {state.Page === undefined ? <Fallback /> : <Frame />}
      </FaultBoundary>
    </RouterContext>
  );
}

interface BoundaryProps {
  readonly location: Location;
  readonly Fault: ComponentType;
  readonly children: ReactNode;
}
interface BoundaryState {
  readonly fault: { readonly error: unknown } | null;
  readonly location: Location;
}

/** Another address shows its page again. */
class FaultBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { fault: null, location: this.props.location };

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState) {
    return location === state.location ? null : { fault: null, location };
  }

  override render() {
    const { fault } = this.state;
    const { Fault, children } = this.props;
    if (fault === null) return children;
    return (
      <FaultContext value={fault.error}>
        <Fault />
      </FaultContext>
    );
  }
}

/** The page of the address. */
export function Outlet() {
  const { Page } = useRouter().state;
  return Page === undefined ? null : <Page />;
}

/** Error of the page, for the error page. */
export function useRouteError(): unknown {
  return useContext(FaultContext);
}

export function useLocation(): Location {
  return useRouter().state.location;
}

/** Next address while its code loads. */
export function useOpening(): Location | undefined {
  return useRouter().state.opening;
}

/** Values in the path of the address. */
export function useParams(): Params {
  return useRouter().state.params;
}

/** The function is stable. */
export function useNavigate(): NavigateFunction {
  return useRouter().router.navigate;
}

type SetParameters = (next: URLSearchParams | Readonly<Record<string, string>>, options?: NavigateOptions) => void;

/** Parameters of the address, and a stable function that replaces all. */
export function useSearchParams(): readonly [parameters: URLSearchParams, set: SetParameters] {
  const { router, state } = useRouter();
  const { search } = state.location;
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetParameters>((next, options) => router.navigate(`?${new URLSearchParams(next)}`, options), [router]);
  return [parameters, set];
}

/** A blocked change of the address, which `proceed` continues. Both are undefined without one. */
export function useBlocker(blocks: Guard['blocks']): { readonly proceed?: () => void; readonly reset?: () => void } {
  const { router } = useRouter();
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  const latest = useRef(blocks);
  useLayoutEffect(() => {
    latest.current = blocks;
  });
  useEffect(
    () =>
      router.guard({
        blocks: (change) => latest.current(change),
        onBlocked: (go) => setProceed(() => go),
      }),
    [router],
  );
  if (proceed === null) return {};
  return {
    proceed() {
      setProceed(null);
      proceed();
    },
    reset: () => setProceed(null),
  };
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To;
  readonly replace?: boolean;
  readonly state?: unknown;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** Opens pages without loading the document again. A link to the shown address adds no history entry. */
export function Link({ to, replace, state, onClick, target, children, ...rest }: LinkProps) {
  const { router, state: shown } = useRouter();
  const { location } = shown;
  const address = addressOf(to, location);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
    const isOther = button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (target !== undefined && target !== '_self');
    if (event.defaultPrevented || isOther) return;
    event.preventDefault();
    const isShown = address === `${location.pathname}${location.search}${location.hash}`;
    router.navigate(address, { replace: replace ?? isShown, ...(state !== undefined && { state }) });
  };
  return (
    <a {...rest} {...(target !== undefined && { target })} href={address} onClick={follow}>
      {children}
    </a>
  );
}

/** Link to a page, marked if that page is shown. */
export function NavLink({ to, ...rest }: LinkProps & { readonly to: string }) {
  const { pathname } = useLocation();
  const isShown = pathname === to || pathname.startsWith(`${to}/`);
  return <Link {...rest} to={to} {...(isShown && { className: 'active', 'aria-current': 'page' })} />;
}

/** Opens an address when it is rendered. */
export function Navigate({ to, replace = false }: { readonly to: To; readonly replace?: boolean }) {
  const navigate = useNavigate();
  const address = addressOf(to, useLocation());
  useEffect(() => navigate(address, { replace }), [navigate, address, replace]);
  return null;
}
