import { createContext } from 'react';

/** Why nothing can be sent at the moment; null if it can. Buttons that send say it. */
export const SendingBlocked = createContext<string | null>(null);
