import { Icon } from '../../components/icon.tsx';

/** Icons of the modeler only. */
export const UndoIcon = () => (
  <Icon>
    <path d="M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6" />
  </Icon>
);
export const RedoIcon = () => (
  <Icon>
    <path d="m10.5 3 3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H10" />
  </Icon>
);
export const CrossIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
);
