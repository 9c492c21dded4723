import { Suspense } from 'react';
import type { Integration } from '../../../../contract/entities/connection.ts';
import { mercuryForm } from '../../../../contract/forms/mercury.ts';
import { messages } from '../../../../contract/messages.ts';
import { later } from '../../../ui/support/later.tsx';
import type { AddField } from './AddDialog.tsx';
import { IntegrationTab } from './IntegrationTab.tsx';
import { SetupNote, useSetup } from './SetupNote.tsx';
import { useAddIntegration } from './useAddIntegration.ts';
import { useIntegrations } from './useIntegrations.ts';

const [AddDialog] = later(() => import('./AddDialog.tsx'));
const text = messages.mercury;

/** spec 2.54: name, API token (show/hide). */
const fields: readonly AddField[] = [
  { name: 'name', label: text.name, type: 'text' },
  { name: 'token_string', label: text.token, hint: text.tokenHint, type: 'secret', again: true },
];
/** spec 7.33 */
const toBody = ({ name, token_string }: Readonly<Record<string, unknown>>): object => ({ name, token_string });

const factsOf = ({ settings = {} }: Integration) => {
  const accounts = Array.isArray(settings.accounts) ? settings.accounts.join(', ') : null;
  return [
    [text.organization, typeof settings.organization === 'string' ? settings.organization : null],
    [text.accounts, accounts],
  ] as const;
};

/** spec 2.51, 2.54, 3.16: organizations of Mercury. */
export default function MercuryTab() {
  const list = useIntegrations('mercury');
  const add = useAddIntegration('mercury', list, toBody);
  const setup = useSetup(list);
  const again = list.items.find(({ id }) => id === add.again);
  return (
    <IntegrationTab
      kind="mercury"
      list={list}
      onAdd={add.add}
      onReconnect={({ id }) => add.reconnect(id)}
      factsOf={factsOf}
      setup={<SetupNote kind="mercury" setup={setup} />}
    >
      {add.open && (
        <Suspense fallback={null}>
          <AddDialog
            title={again ? text.reconnectTitle : text.addTitle}
            form={mercuryForm}
            fields={fields}
            // A connection that is connected again keeps its name.
            defaults={{ name: again?.name ?? '', token_string: '' }}
            standIn={setup?.values ?? null}
            add={add}
          />
        </Suspense>
      )}
    </IntegrationTab>
  );
}
