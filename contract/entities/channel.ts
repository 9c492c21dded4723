import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf } from './common.ts';
import { notificationTypes } from './notification.ts';
import { roles } from './user.ts';

/** Topics that a company channel can carry; all other notices go to people only. */
export const channelTopics = ['events', 'deals', 'invoices', 'connections', 'months'] as const;
export type ChannelTopic = (typeof channelTopics)[number];
export const channelScopes = ['company', 'own'] as const;
export type ChannelScope = (typeof channelScopes)[number];

const commonFields = {
  name: Type.String(),
  /** `channelTopics` for a company channel, `notificationTypes` for a user's channel. */
  topics: Type.Array(oneOf([...channelTopics, ...notificationTypes])),
  /** Roles of the people who read a company channel; empty for a user's channel. */
  readers: Type.Array(oneOf(roles)),
};

/** An incoming webhook of Slack, or of a program that accepts the same messages. The server never returns the full URL. */
export const Channel = Type.Object({
  id: Id,
  ...commonFields,
  /** The host and the last characters of the URL. */
  address: Type.String(),
  /** Why the last message was refused; null if it was accepted. */
  problem: nullable(Type.String()),
  /** When sending stopped; null while messages are sent. */
  off_at: nullable(Instant),
});
export type Channel = Static<typeof Channel>;
export const ChannelList = Type.Object({ data: Type.Array(Channel) });

/** An empty `address` keeps the current one. */
export const ChannelBody = Type.Object({ ...commonFields, address: Type.String({ maxLength: 2000 }) }, { additionalProperties: false });
export type ChannelBody = Static<typeof ChannelBody>;
