import { Icon } from './icon.tsx';

/** Icons of pages; those of the frame are separate. */
export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
);
export const MinusIcon = () => (
  <Icon>
    <path d="M3 8h10" />
  </Icon>
);
export const FitIcon = () => (
  <Icon>
    <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />
  </Icon>
);
export const FullScreenIcon = ({ isOpen }: { readonly isOpen: boolean }) => (
  <Icon>
    {isOpen ? (
      <path d="M13.5 2.5 9 7M9 3.5V7h3.5M2.5 13.5 7 9M3.5 9H7v3.5" />
    ) : (
      <path d="M9 7l4.5-4.5M10 2.5h3.5V6M7 9l-4.5 4.5M2.5 10v3.5H6" />
    )}
  </Icon>
);
export const ChevronIcon = ({ isOpen }: { readonly isOpen: boolean }) => (
  <Icon>{isOpen ? <path d="m4 6 4 4 4-4" /> : <path d="m6 4 4 4-4 4" />}</Icon>
);
export const UploadIcon = () => (
  <Icon>
    <path d="M8 10.5v-8M4.5 5.5 8 2l3.5 3.5M2.5 10.5v3h11v-3" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M8 2v8M4.5 7 8 10.5 11.5 7M2.5 11v2.5h11V11" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <path d="M5 3.5v9l7-4.5z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon>
    <path d="M5.5 3.5v9M10.5 3.5v9" />
  </Icon>
);
export const StepIcon = ({ isBack = false }: { readonly isBack?: boolean }) => (
  <Icon>{isBack ? <path d="M10.5 3.5 6 8l4.5 4.5M4 3.5v9" /> : <path d="M5.5 3.5 10 8l-4.5 4.5M12 3.5v9" />}</Icon>
);
export const FailureIcon = () => (
  <Icon>
    <path d="M8 2 14.5 13.5h-13zM8 6.5V10M8 11.8v.2" />
  </Icon>
);
