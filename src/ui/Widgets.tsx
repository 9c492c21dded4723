import { PrimeReactProvider } from 'primereact/api';
import { type ReactNode, useState } from 'react';
import { styleContainer } from './styleContainer.ts';

/** The nonce under which the content security policy lets PrimeReact add its styles; the attribute itself is hidden by browsers. */
const nonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/** What every PrimeReact widget below it asks for; once, at the root of the app. */
export function Widgets({ children }: { children: ReactNode }) {
  const [value] = useState(() => ({
    nonce: nonce(),
    ripple: false,
    hideOverlaysOnDocumentScrolling: true,
    styleContainer: styleContainer(),
  }));
  return <PrimeReactProvider value={value}>{children}</PrimeReactProvider>;
}
