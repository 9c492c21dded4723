import type { Connectors } from './connector.ts';
import { createOutgoing } from './http/outgoing.ts';

/** The outside systems that this server can connect to, and the one way to call them; tests bring waiting and chance of their own. */
export type Outside = Readonly<{ connectors: Connectors; outgoing: typeof createOutgoing }>;

export const createOutside = (connectors: Connectors, outgoing: typeof createOutgoing = createOutgoing): Outside => ({
  connectors,
  outgoing,
});
