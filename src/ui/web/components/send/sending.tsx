import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { pageTexts } from '../../texts/events.ts';
import { lazyPart } from '../lazy-part.tsx';
import { useMay } from '../use-may.ts';

/** Message or signal that the dialog offers. `name` absent: the user enters it. */
export interface OfferedEvent {
  readonly kind: 'message' | 'signal';
  readonly name?: string;
  /** null: none */
  readonly correlationKey?: string | null;
}

// loaded when first opened
const SendDialog = lazyPart(async () => (await import('./send-dialog.tsx')).SendDialog);

const Context = createContext<{ readonly open: (event: OfferedEvent) => void; readonly ofKey?: string | undefined }>({
  open: () => {},
});

/** Holds the dialog of the buttons in it, which can disappear while the dialog is open. `ofKey`: process of all buttons. */
export function Sending({ ofKey, children }: { readonly ofKey?: string; readonly children: ReactNode }) {
  const [event, setEvent] = useState<OfferedEvent | null>(null);
  return (
    <Context.Provider value={{ open: setEvent, ofKey }}>
      {children}
      {event !== null && <SendDialog event={event} onClose={() => setEvent(null)} />}
    </Context.Provider>
  );
}

/** Opens the dialog of {@link Sending}; nothing without permission. `ofKey`: process of the receiver. */
export function SendButton(props: {
  readonly event: OfferedEvent;
  readonly ofKey?: string;
  /** default: that of rows */
  readonly size?: string;
  /** shows the name, because other buttons are next to it */
  readonly isNamed?: boolean;
}) {
  const { event, size = 'compact-xs', isNamed = false } = props;
  const { kind, name } = event;
  const { open, ofKey } = useContext(Context);
  if (!useMay()('operate', props.ofKey ?? ofKey)) return null;
  const words = pageTexts.send[kind];
  return (
    <Button
      size={size}
      variant="default"
      onClick={() => open(event)}
      {...(name !== undefined && { 'aria-label': words.titleOf(name) })}
    >
      {isNamed && name !== undefined ? words.titleOf(name) : words.title}
    </Button>
  );
}
