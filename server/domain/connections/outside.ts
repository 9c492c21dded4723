import type { ChannelOutside } from '../notifications/channelMessages.ts';
import type { Services } from '../shared/services.ts';
import type { Connectors } from './connector.ts';
import type { Outgoing, OutgoingOptions } from './outgoing.ts';

/**
 * The systems that this server can connect to, the HTTP client that calls them, the sender of messages, and the server's public URL; tests
 * supply their own delays and randomness.
 */
export type Outside = ChannelOutside & Readonly<{ connectors: Connectors; outgoing: (options: OutgoingOptions) => Outgoing }>;

/** Services for use cases that reach outside systems. */
export type OutsideServices = Services & Readonly<{ outside: Outside }>;
