import type { Connectors } from '../domain/connections/connector.ts';
import type { Outside } from '../domain/connections/outside.ts';
import { createOutgoing } from './http/outgoing.ts';
import { createMessages } from './slack/postMessage.ts';

export const createOutside = (
  connectors: Connectors,
  { outgoing = createOutgoing, messages = createMessages(), publicUrl = null }: Partial<Omit<Outside, 'connectors'>> = {},
): Outside => ({ connectors, outgoing, messages, publicUrl });
