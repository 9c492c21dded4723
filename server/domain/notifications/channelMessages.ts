import type { Services } from '../shared/services.ts';

/** The status and, where the body is one, its short code such as `no_service`. Throws where nothing was answered. */
export type SlackAnswer = Readonly<{ status: number; code: string | null; retryAfterSeconds: number | null }>;
export type PostMessage = (address: string, body: object) => Promise<SlackAnswer>;
export type Messages = Readonly<{
  post: PostMessage;
  /** Null for an address that messages may be posted to. */
  refusalOf: (address: string) => 'invalid' | 'private' | null;
}>;

/** A host's name leads to an address that is not public. */
export class PrivateHost extends Error {}

/** Where messages are posted, and where people reach the server, null if no address is configured. */
export type ChannelOutside = Readonly<{ messages: Messages; publicUrl: string | null }>;

/** The services of the use cases that post messages. */
export type ChannelServices = Services & Readonly<{ outside: ChannelOutside }>;
