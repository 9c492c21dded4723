import { array, boolean, object, string } from 'yup';
import { webhookTypes } from '../entities/webhook.ts';
import { limits } from '../limits.ts';
import { webhooks as t } from '../messages/webhooks.ts';
import { plainTextTest } from './plain.ts';

const { nameMax, addressMax } = limits.webhooks;
const address = string().trim().default('').max(addressMax, t.addressLong);
const webhookForm = object({
  name: string().trim().default('').required(t.nameRequired).max(nameMax, t.nameLong).test(plainTextTest(t.name)),
  address,
  types: array().of(string().oneOf(webhookTypes, t.typeUnknown).required()).default([]).min(1, t.typesRequired),
  enabled: boolean().default(true),
});
const newWebhookForm = webhookForm.shape({ address: address.required(t.addressRequired) });

/** A new receiver needs an address; without one, an edit keeps the current address. */
export const webhookFormOf = (isNew: boolean) => (isNew ? newWebhookForm : webhookForm);
