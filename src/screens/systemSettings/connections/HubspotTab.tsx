import { Suspense } from 'react';
import { hubspotForm } from '../../../../contract/forms/sources.ts';
import { hubspot as text } from '../../../../contract/messages/hubspot.ts';
import { fill } from '../../../../contract/messages.ts';
import { later } from '../../../ui/support/later.tsx';
import type { AddField } from './AddDialog.tsx';
import { IntegrationTab } from './IntegrationTab.tsx';
import { useSetup } from './SetupNote.tsx';
import { useAddIntegration } from './useAddIntegration.ts';
import { useIntegrations } from './useIntegrations.ts';

const [AddDialog] = later(() => import('./AddDialog.tsx'));

const SCOPES = ['crm.objects.deals.read', 'crm.objects.owners.read', 'crm.objects.companies.read', 'crm.schemas.deals.read'];
const fields: readonly AddField[] = [
  { name: 'name', label: text.fields.name, type: 'text', again: true },
  { name: 'service_key', label: text.fields.key, type: 'secret', again: true },
];
const asTyped = (form: Readonly<Record<string, unknown>>): object => form;
const noFacts = () => [];

/** spec 2.57, decisions 7.07: portals that deals and stages come from. */
export default function HubspotTab() {
  const list = useIntegrations('hubspot');
  const add = useAddIntegration('hubspot', list, asTyped);
  const setup = useSetup(list);
  return (
    <IntegrationTab kind="hubspot" list={list} onAdd={add.add} onReconnect={({ id }) => add.reconnect(id)} factsOf={noFacts}>
      {add.open && (
        <Suspense fallback={null}>
          <AddDialog
            title={add.again === null ? text.addTitle : text.againTitle}
            form={hubspotForm}
            fields={fields}
            defaults={{ name: '', service_key: '' }}
            standIn={setup?.values ?? null}
            add={add}
            hint={fill(text.hint, { scopes: SCOPES.join(', ') })}
          />
        </Suspense>
      )}
    </IntegrationTab>
  );
}
