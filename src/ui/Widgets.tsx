import { PrimeReactProvider } from 'primereact/api';
import { type ReactNode, useState } from 'react';
import { styleContainer } from './styleContainer.ts';

/** The CSP nonce with which PrimeReact may add its styles; browsers hide the attribute itself. */
const getNonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/** The context of all PrimeReact widgets; used once, at the root of the app. */
export function Widgets({ children }: { children: ReactNode }) {
  const [value] = useState(() => ({
    nonce: getNonce(),
    ripple: false,
    hideOverlaysOnDocumentScrolling: true,
    styleContainer: styleContainer(),
  }));
  return <PrimeReactProvider value={value}>{children}</PrimeReactProvider>;
}
