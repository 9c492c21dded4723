import type { Connectors } from './connector.ts';
import { createOutgoing } from './http/outgoing.ts';

/** The outside systems that this server can connect to, the one way to call them, and where people reach it; tests bring waiting and chance of their own. */
export type Outside = Readonly<{ connectors: Connectors; outgoing: typeof createOutgoing; publicUrl: string | null }>;

export const createOutside = (
  connectors: Connectors,
  { outgoing = createOutgoing, publicUrl = null }: Partial<Pick<Outside, 'outgoing' | 'publicUrl'>> = {},
): Outside => ({ connectors, outgoing, publicUrl });
