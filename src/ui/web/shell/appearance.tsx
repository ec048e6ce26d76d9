import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';

/** See docs/contributing/spec/pages.md#theme-storage. `public/theme.js` reads it before the first paint. */
const STORAGE_KEY = 'theme';

/** Accent colours. Default: `sluice`. */
export const ACCENTS = ['sluice', 'red', 'pink', 'grape', 'violet', 'indigo', 'blue', 'cyan', 'teal', 'green', 'orange'] as const;
export type Accent = (typeof ACCENTS)[number];

interface Stored {
  readonly mode?: 'system' | 'light' | 'dark';
  readonly accent?: Accent;
}

interface Appearance {
  readonly accent: Accent;
  setAccent(accent: Accent): void;
}

const Context = createContext<Appearance>({ accent: 'sluice', setAccent: () => {} });

/** Provides the accent colour. */
export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const [accent, setAccent] = useState<Accent>(() => readStored().accent ?? 'sluice');
  const choose = (chosen: Accent) => {
    write({ accent: chosen });
    setAccent(chosen);
  };
  return <Context value={{ accent, setAccent: choose }}>{children}</Context>;
}

/** The component library stores the theme mode. */
export function useAppearance(): Appearance {
  return useContext(Context);
}

/** Stores the theme mode with the accent colour. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const { mode } = readStored();
    return mode === undefined ? fallback : schemeOf(mode);
  },
  set: (scheme) => write({ mode: scheme === 'auto' ? 'system' : scheme }),
  subscribe(onUpdate) {
    listener = (event) => {
      if (event.key === STORAGE_KEY) onUpdate(schemeOf(readStored().mode ?? 'system'));
    };
    addEventListener('storage', listener);
  },
  unsubscribe() {
    if (listener !== undefined) removeEventListener('storage', listener);
    listener = undefined;
  },
  clear: () => localStorage.removeItem(STORAGE_KEY),
};
let listener: ((event: StorageEvent) => void) | undefined;

function schemeOf(mode: NonNullable<Stored['mode']>): MantineColorScheme {
  return mode === 'system' ? 'auto' : mode;
}

/** Ignores unknown values, possibly of other software. */
function readStored(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as { mode?: unknown; accent?: unknown };
    const mode = (['system', 'light', 'dark'] as const).find((known) => known === stored.mode);
    const accent = ACCENTS.find((known) => known === stored.accent);
    return { ...(mode !== undefined && { mode }), ...(accent !== undefined && { accent }) };
  } catch {
    return {};
  }
}

function write(change: Stored): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readStored(), ...change }));
  } catch {
    // without storage, the selection lasts until the tab is reloaded or closed
  }
}
