import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf } from './common.ts';
import { notificationTypes } from './notification.ts';
import { roles } from './user.ts';

/** Topics that a channel of the company can carry; all other notices go to persons only. */
export const channelTopics = ['events', 'deals', 'invoices', 'connections', 'months'] as const;
export type ChannelTopic = (typeof channelTopics)[number];
export const channelScopes = ['company', 'own'] as const;
export type ChannelScope = (typeof channelScopes)[number];

const shared = {
  name: Type.String(),
  /** `channelTopics` for a channel of the company, `notificationTypes` for one of a user. */
  topics: Type.Array(oneOf([...channelTopics, ...notificationTypes])),
  /** Roles of the people who read a channel of the company; empty for one of a user. */
  readers: Type.Array(oneOf(roles)),
};

/** An incoming webhook of Slack, or of a program that takes the same messages. The server never answers the whole address. */
export const Channel = Type.Object({
  id: Id,
  ...shared,
  /** The host and the last characters. */
  address: Type.String(),
  /** Why the last message was not taken; null after one that was. */
  problem: nullable(Type.String()),
  /** Since when nothing is sent any more. */
  off_at: nullable(Instant),
});
export type Channel = Static<typeof Channel>;
export const ChannelList = Type.Object({ data: Type.Array(Channel) });

/** An empty `address` keeps the one before. */
export const ChannelBody = Type.Object({ ...shared, address: Type.String({ maxLength: 2000 }) }, { additionalProperties: false });
export type ChannelBody = Static<typeof ChannelBody>;
