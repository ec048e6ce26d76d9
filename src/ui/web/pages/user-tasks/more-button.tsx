import { Button } from '@mantine/core';
import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import './more-button.css';

/**
 * Button that opens further ones below it. The browser closes them on Escape and on a click elsewhere. They are fixed, because the table around them
 * scrolls.
 */
export function MoreButton(props: {
  readonly label: string;
  /** accessible name */
  readonly name: string;
  readonly isOff: boolean;
  /** buttons; a click on one closes them */
  readonly children: ReactNode;
}) {
  const { label, name, isOff, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = ({ currentTarget: { style }, newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || button.current === null) return;
    const { bottom, right } = button.current.getBoundingClientRect();
    style.top = `${bottom + 4}px`;
    style.right = `${document.documentElement.clientWidth - right}px`;
  };
  return (
    <>
      <Button ref={button} size="compact-xs" variant="default" disabled={isOff} aria-label={name} popoverTarget={id}>
        {label}
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: clicks of the buttons inside come by here */}
      <div
        id={id}
        popover="auto"
        className="more-buttons"
        onBeforeToggle={place}
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
