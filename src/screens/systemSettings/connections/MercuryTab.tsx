import type { Integration } from '../../../../contract/entities/connection.ts';
import { mercuryForm } from '../../../../contract/forms/mercury.ts';
import { messages } from '../../../../contract/messages.ts';
import type { AddField } from './AddDialog.tsx';
import { FormTab } from './FormTab.tsx';

const t = messages.mercury;

/** spec 2.54: name and API token (show/hide). */
const fields: readonly AddField[] = [
  { name: 'name', label: t.name, type: 'text' },
  { name: 'token_string', label: t.token, hint: t.tokenHint, type: 'secret', again: true },
];
/** spec 7.33 */
const toBody = ({ name, token_string }: Readonly<Record<string, unknown>>): object => ({ name, token_string });
const titles = { add: t.addTitle, again: t.reconnectTitle };

const toFacts = ({ settings = {} }: Integration) => {
  const accounts = Array.isArray(settings.accounts) ? settings.accounts.join(', ') : null;
  return [
    [t.organization, typeof settings.organization === 'string' ? settings.organization : null],
    [t.accounts, accounts],
  ] as const;
};

/** spec 2.51, 2.54, 3.16: Mercury organizations. */
export default function MercuryTab() {
  return <FormTab kind="mercury" titles={titles} form={mercuryForm} fields={fields} toBody={toBody} factsOf={toFacts} />;
}
