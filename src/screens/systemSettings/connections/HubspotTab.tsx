import { syncFrequencies, syncFrequencyLabels } from '../../../../contract/entities/connection.ts';
import { hubspotForm } from '../../../../contract/forms/sources.ts';
import { hubspot as t } from '../../../../contract/messages/hubspot.ts';
import { integrationMessages, integrations } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { AddField } from './AddDialog.tsx';
import { FormTab } from './FormTab.tsx';

const SCOPES = ['crm.objects.deals.read', 'crm.objects.owners.read', 'crm.objects.companies.read', 'crm.schemas.deals.read'];
const fields: readonly AddField[] = [
  { name: 'name', label: t.fields.name, type: 'text', again: true },
  { name: 'service_key', label: t.fields.key, type: 'secret', again: true },
];
const titles = { add: t.addTitle, again: t.againTitle };
const noFacts = () => [];

const frequencies = syncFrequencies.map((value) => ({ value, label: syncFrequencyLabels[value] }));

/** spec 2.57: the form for a server without the HubSpot feature; its button does nothing. */
function UnconnectedForm() {
  return (
    <Card title={integrationMessages.hubspot.name} className="integration">
      <form className="form-stack integration-unconnected" onSubmit={(event) => event.preventDefault()}>
        <Alert severity="info">{t.notConnected}</Alert>
        <Field label={t.fields.name}>{(controlProps) => <Input {...controlProps} autoComplete="off" />}</Field>
        <Field label={t.fields.key}>{(controlProps) => <Input {...controlProps} type="password" autoComplete="off" />}</Field>
        <Field label={integrations.frequency}>
          {(controlProps) => <Select {...controlProps} className="integration-frequency" options={frequencies} defaultValue="manual" />}
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

/** decisions 7.07: HubSpot portals, the source of deals and stages. */
function Connections() {
  const hint = fill(t.hint, { scopes: SCOPES.join(', ') });
  return <FormTab kind="hubspot" titles={titles} form={hubspotForm} fields={fields} hint={hint} factsOf={noFacts} />;
}

/** decisions 7.07; without the feature, spec 2.57. */
export default function HubspotTab() {
  return useFeature('hubspot') ? <Connections /> : <UnconnectedForm />;
}
