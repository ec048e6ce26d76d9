import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useId,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

interface ControlProps {
  readonly onMouseEnter?: (event: MouseEvent<HTMLElement>) => void;
  readonly onMouseLeave?: (event: MouseEvent<HTMLElement>) => void;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly 'aria-describedby'?: string | undefined;
}

/** Space that the text needs above a control; with less, it is below. Unit: px. */
const ROOM_ABOVE = 48;

/** Shown on hover and focus. Escape hides it. The tooltip of the library would add 20 kB. */
export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactElement<ControlProps> }) {
  const id = useId();
  const [place, setPlace] = useState<DOMRect | null>(null);
  const hide = () => setPlace(null);
  useEffect(() => {
    if (place === null) return;
    const leave = () => setPlace(null);
    addEventListener('scroll', leave, true);
    return () => removeEventListener('scroll', leave, true);
  }, [place]);
  const own = children.props;
  const control = cloneElement(children, {
    'aria-describedby': place === null ? own['aria-describedby'] : id,
    onMouseEnter: (event) => {
      own.onMouseEnter?.(event);
      setPlace(event.currentTarget.getBoundingClientRect());
    },
    onMouseLeave: (event) => {
      own.onMouseLeave?.(event);
      hide();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) setPlace(event.currentTarget.getBoundingClientRect());
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      hide();
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      if (event.key === 'Escape') hide();
    },
  });
  return (
    <>
      {control}
      {place !== null && createPortal(<Bubble id={id} label={label} place={place} />, document.body)}
    </>
  );
}

function Bubble({ id, label, place }: { readonly id: string; readonly label: string; readonly place: DOMRect }) {
  const isAbove = place.top > ROOM_ABOVE;
  const middle = place.left + place.width / 2;
  // aligned to the inside near the edge of the window
  const x =
    middle < innerWidth * 0.2
      ? { left: Math.max(4, place.left) }
      : middle > innerWidth * 0.8
        ? { right: Math.max(4, innerWidth - place.right) }
        : { left: middle };
  const isCentred = 'left' in x && x.left === middle;
  const y = isAbove ? { bottom: innerHeight - place.top + 6 } : { top: place.bottom + 6 };
  return (
    <div id={id} role="tooltip" className={isCentred ? 'tooltip tooltip-centred' : 'tooltip'} style={{ ...x, ...y }}>
      {label}
    </div>
  );
}
