import { array, object, string } from 'yup';
import { type ChannelScope, type ChannelTopic, channelTopics } from '../entities/channel.ts';
import { notificationTypes } from '../entities/notification.ts';
import { type Role, roles } from '../entities/user.ts';
import { limits } from '../limits.ts';
import { channels as t } from '../messages/channels.ts';
import { canCarry } from '../rules/notifications/channelTopics.ts';
import { plainTextTest } from './plain.ts';

const { nameMax, addressMax } = limits.channels;
const name = string().trim().default('').required(t.nameRequired).max(nameMax, t.nameLong).test(plainTextTest(t.name));
const address = string().trim().default('').max(addressMax, t.addressLong);
const commonFields = { name, address };
const newChannelFields = { address: address.required(t.addressRequired) };

const ownChannelForm = object({
  ...commonFields,
  topics: array().of(string().oneOf(notificationTypes, t.topicUnknown).required()).default([]).min(1, t.topicsRequired),
});

/** A topic that one of the readers may not read is refused (decisions 3.08). */
const companyForm = object({
  ...commonFields,
  readers: array().of(string().oneOf(roles).required()).default([]).min(1, t.readersRequired),
  topics: array()
    .of(string().oneOf(channelTopics, t.topicUnknown).required())
    .default([])
    .min(1, t.topicsRequired)
    .test('readable', t.topicUnreadable, (topics, { parent }) =>
      topics.every((topic) => canCarry(topic as ChannelTopic, parent.readers as Role[])),
    ),
});

const newOwnForm = ownChannelForm.shape(newChannelFields);
const newCompanyForm = companyForm.shape(newChannelFields);

/** A new channel needs an address; without one, an edit keeps the current address. */
export const channelFormOf = (scope: ChannelScope, isNew: boolean) => {
  if (scope === 'own') return isNew ? newOwnForm : ownChannelForm;
  return isNew ? newCompanyForm : companyForm;
};
