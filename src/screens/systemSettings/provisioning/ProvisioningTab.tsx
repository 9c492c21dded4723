import { messages } from '../../../../contract/messages.ts';
import { scimPath } from '../../../../contract/tokenScopes.ts';
import { absoluteUrl } from '../../../services/browser.ts';
import { SecretField } from '../../../shared/secret/SecretField.tsx';
import { Card } from '../../../ui/display/Card.tsx';

const t = messages.scim;

const steps = [t.tokenStep, t.okta, t.entra, t.others, t.roles] as const;

/** The URL and the steps for provisioning users by SCIM (decisions 4.17). */
export default function ProvisioningTab() {
  return (
    <Card title={t.title}>
      <div className="form-stack">
        <p className="muted">{t.hint}</p>
        <SecretField label={t.address} secret={absoluteUrl(scimPath)} />
        <h3>{t.steps}</h3>
        <ul className="system-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
