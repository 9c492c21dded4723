import { Suspense } from 'react';
import { syncFrequencies, syncFrequencyLabels } from '../../../../contract/entities/connection.ts';
import { hubspotForm } from '../../../../contract/forms/sources.ts';
import { hubspot as t } from '../../../../contract/messages/hubspot.ts';
import { integrations, integrationWords } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { later } from '../../../ui/support/later.tsx';
import type { AddField } from './AddDialog.tsx';
import { IntegrationTab } from './IntegrationTab.tsx';
import { useSetup } from './SetupNote.tsx';
import { useAddIntegration } from './useAddIntegration.ts';
import { useIntegrations } from './useIntegrations.ts';

const [AddDialog] = later(() => import('./AddDialog.tsx'));

const SCOPES = ['crm.objects.deals.read', 'crm.objects.owners.read', 'crm.objects.companies.read', 'crm.schemas.deals.read'];
const fields: readonly AddField[] = [
  { name: 'name', label: t.fields.name, type: 'text', again: true },
  { name: 'service_key', label: t.fields.key, type: 'secret', again: true },
];
const asTyped = (form: Readonly<Record<string, unknown>>): object => form;
const noFacts = () => [];

const frequencies = syncFrequencies.map((value) => ({ value, label: syncFrequencyLabels[value] }));

/** spec 2.57: the form of a provider without HubSpot, with its button not wired. */
function UnconnectedForm() {
  return (
    <Card title={integrationWords.hubspot.name} className="integration">
      <form className="form-stack integration-unconnected" onSubmit={(event) => event.preventDefault()}>
        <Alert severity="info">{t.notConnected}</Alert>
        <Field label={t.fields.name}>{(wiring) => <Input {...wiring} autoComplete="off" />}</Field>
        <Field label={t.fields.key}>{(wiring) => <Input {...wiring} type="password" autoComplete="off" />}</Field>
        <Field label={integrations.frequency}>
          {(wiring) => <Select {...wiring} className="integration-frequency" options={frequencies} defaultValue="manual" />}
        </Field>
        <p className="form-actions">
          <Button type="submit" disabled>
            {integrations.save}
          </Button>
        </p>
      </form>
    </Card>
  );
}

/** decisions 7.07: portals that deals and stages come from. */
function Connections() {
  const list = useIntegrations('hubspot');
  const add = useAddIntegration('hubspot', list, asTyped);
  const setup = useSetup(list);
  return (
    <IntegrationTab kind="hubspot" list={list} onAdd={add.add} onReconnect={({ id }) => add.reconnect(id)} factsOf={noFacts}>
      {add.open && (
        <Suspense fallback={null}>
          <AddDialog
            title={add.again === null ? t.addTitle : t.againTitle}
            form={hubspotForm}
            fields={fields}
            defaults={{ name: '', service_key: '' }}
            standIn={setup?.values ?? null}
            add={add}
            hint={fill(t.hint, { scopes: SCOPES.join(', ') })}
          />
        </Suspense>
      )}
    </IntegrationTab>
  );
}

/** spec 2.57 without the feature, decisions 7.07 with it. */
export default function HubspotTab() {
  return useFeature('hubspot') ? <Connections /> : <UnconnectedForm />;
}
