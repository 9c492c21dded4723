import type { ConnectionKind, IntegrationSetup } from '../../../../contract/entities/connection.ts';
import { integrationMessages, integrations as text } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { CopyButton } from '../../../shared/secret/CopyButton.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import type { Integrations } from './useIntegrations.ts';

/** This server's setup for the system; null if the provider does not report it. */
export const useVendorSetup = ({ service }: Integrations): IntegrationSetup | null => {
  const hasSetup = useFeature('integrations-setup');
  return useAnswer<IntegrationSetup | null>(async () => (hasSetup ? service.setup() : null), {}, text.setupFailed).answer;
};

/** The operator's remaining setup steps, with the redirect URL to copy; empty once the server is set up. */
export function SetupNote({ kind, setup }: Readonly<{ kind: ConnectionKind; setup: IntegrationSetup | null }>) {
  if (!setup || setup.configured) return null;
  const address = setup.redirect_url;
  return (
    <Alert severity="info">
      <strong>{fill(text.setupTitle, { kind: integrationMessages[kind].name })}</strong>
      <details>
        <summary>{text.setupSteps}</summary>
        {setup.message && <p>{setup.message}</p>}
        {address && (
          <p>
            {text.redirect}: <code>{address}</code> <CopyButton text={address} size="small" />
          </p>
        )}
      </details>
    </Alert>
  );
}
