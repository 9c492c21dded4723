import type { Integration } from '../../../../contract/entities/connection.ts';
import { stripeForm } from '../../../../contract/forms/stripe.ts';
import { stripe as t } from '../../../../contract/messages/stripe.ts';
import type { AddField } from './AddDialog.tsx';
import { FormTab } from './FormTab.tsx';

const fields: readonly AddField[] = [
  { name: 'name', label: t.name, type: 'text' },
  { name: 'token_string', label: t.key, hint: t.keyHint, type: 'secret', again: true },
];
const titles = { add: t.addTitle, again: t.againTitle };

const toFacts = ({ settings = {} }: Integration) =>
  [
    [t.account, typeof settings.account_id === 'string' ? settings.account_id : null],
    [t.mode, typeof settings.live === 'boolean' ? (settings.live ? t.live : t.test) : null],
  ] as const;

export default function StripeTab() {
  return <FormTab kind="stripe" titles={titles} form={stripeForm} fields={fields} factsOf={toFacts} />;
}
