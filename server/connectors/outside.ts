import type { Connectors } from './connector.ts';
import { createOutgoing } from './http/outgoing.ts';
import { createMessages, type Messages } from './slack/postMessage.ts';

/**
 * The outside systems that this server can connect to, the one way to call them, where messages are posted, and where people reach the server;
 * tests bring waiting and chance of their own.
 */
export type Outside = Readonly<{ connectors: Connectors; outgoing: typeof createOutgoing; messages: Messages; publicUrl: string | null }>;

export const createOutside = (
  connectors: Connectors,
  { outgoing = createOutgoing, messages = createMessages(), publicUrl = null }: Partial<Omit<Outside, 'connectors'>> = {},
): Outside => ({ connectors, outgoing, messages, publicUrl });
