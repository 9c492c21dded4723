import type { ChannelOutside } from '../notifications/channelMessages.ts';
import type { Services } from '../shared/services.ts';
import type { Connectors } from './connector.ts';
import type { Outgoing, OutgoingOptions } from './outgoing.ts';

/**
 * The outside systems that this server can connect to, the one way to call them, where messages are posted, and where people reach the server;
 * tests bring waiting and chance of their own.
 */
export type Outside = ChannelOutside & Readonly<{ connectors: Connectors; outgoing: (options: OutgoingOptions) => Outgoing }>;

/** The services of the use cases that reach outside systems. */
export type OutsideServices = Services & Readonly<{ outside: Outside }>;
