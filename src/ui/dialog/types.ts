import type { ReactNode } from 'react';

export type DialogProps = {
  /** The heading, which is also the accessible name. */
  title: string;
  /** True unless said otherwise: a dialog that is mounted only while it is open needs no word. */
  open?: boolean;
  onClose?: () => void;
  /** False: neither Escape nor a close button takes it away. */
  dismissible?: boolean;
  size?: 'small' | 'normal' | 'wide';
  /** As high whatever it shows: tabs of different lengths do not move it. */
  tall?: boolean;
  /** Docked at the side from 1200 px of width; in the middle below. */
  position?: 'right';
  /** Buttons that stay in sight below the content. */
  footer?: ReactNode;
  children: ReactNode;
};
