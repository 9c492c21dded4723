import type { Services } from '../shared/services.ts';

/** The status, and the body if it is a short code such as `no_service`. Throws if there was no response. */
export type SlackAnswer = Readonly<{ status: number; code: string | null; retryAfterSeconds: number | null }>;
export type PostMessage = (address: string, body: object) => Promise<SlackAnswer>;
/** Sends a body unchanged, with additional headers and its own time limit. */
export type SendMessage = (
  address: string,
  body: string,
  headers?: Readonly<Record<string, string>>,
  timeoutMs?: number,
) => Promise<SlackAnswer>;
export type Messages = Readonly<{
  post: PostMessage;
  send: SendMessage;
  /** Null if messages may be posted to this URL. */
  refusalOf: (address: string) => 'invalid' | 'private' | null;
}>;

/** The host resolves to an address that is not public. */
export class PrivateHost extends Error {}

/** The sender of messages, and the server's public URL; null if none is configured. */
export type ChannelOutside = Readonly<{ messages: Messages; publicUrl: string | null }>;

/** Services for use cases that post messages. */
export type ChannelServices = Services & Readonly<{ outside: ChannelOutside }>;
