import { Icon } from './icon.tsx';

/** Icons of the frame around every page. */
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </Icon>
);
export const SettingsIcon = () => (
  <Icon>
    <path d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7" />
    <circle cx="11" cy="4.5" r="1.75" />
    <circle cx="5" cy="11.5" r="1.75" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M2 4h12M2 8h12M2 12h12" />
  </Icon>
);
export const RefreshIcon = () => (
  <Icon>
    <path d="M13.5 3v3.5H10M13 6.5A5.5 5.5 0 1 0 13.5 9" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.5 3.5 3.5L13 4.5" />
  </Icon>
);
