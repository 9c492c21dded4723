import type { ReactNode } from 'react';

export type DialogProps = {
  /** The heading and accessible name. */
  title: string;
  /** @default true, for dialogs that are mounted only while open */
  open?: boolean;
  onClose?: () => void;
  /** False hides the close button and disables Escape. */
  dismissible?: boolean;
  size?: 'small' | 'normal' | 'wide';
  /** Gives the dialog a fixed height, so that tabs of different lengths do not resize it. */
  tall?: boolean;
  /** Docked at the side from a width of 1200 px, otherwise centered. */
  position?: 'right';
  /** Buttons below the content that stay visible. */
  footer?: ReactNode;
  children: ReactNode;
};
