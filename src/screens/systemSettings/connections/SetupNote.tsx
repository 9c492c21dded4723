import { useState } from 'react';
import type { ConnectionKind, IntegrationSetup } from '../../../../contract/entities/connection.ts';
import { integrationWords, integrations as text } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { copyText } from '../../../services/browser.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import type { Integrations } from './useIntegrations.ts';

/** How this server is set up for a system; null on a provider that does not say. */
export const useSetup = ({ service }: Integrations): IntegrationSetup | null => {
  const asks = useFeature('integrations-setup');
  return useAnswer<IntegrationSetup | null>(async () => (asks ? service.setup() : null), {}, text.setupFailed).answer;
};

/** What the operator still has to do, with the redirect address to copy; nothing where the server is set up. */
export function SetupNote({ kind, setup }: Readonly<{ kind: ConnectionKind; setup: IntegrationSetup | null }>) {
  const [copied, setCopied] = useState(false);
  if (!setup || setup.configured) return null;
  const address = setup.redirect_url;
  const copy = async (): Promise<void> => {
    if (address) await copyText(address);
    setCopied(true);
  };
  return (
    <Alert severity="info">
      <strong>{fill(text.setupTitle, { kind: integrationWords[kind].name })}</strong>
      {setup.message && <p>{setup.message}</p>}
      {address && (
        <p>
          {text.redirect}: <code>{address}</code>{' '}
          <Button size="small" severity="secondary" onClick={() => void copy()}>
            {copied ? text.copied : text.copy}
          </Button>
        </p>
      )}
    </Alert>
  );
}
