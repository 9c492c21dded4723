import { Suspense } from 'react';
import type { Integration } from '../../../../contract/entities/connection.ts';
import { quickbooksFacts as facts } from '../../../../contract/messages/integrations.ts';
import { formatInstantDay } from '../../../ui/display/formatInstant.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { IntegrationTab } from './IntegrationTab.tsx';
import { QuickBooksChoices } from './QuickBooksChoices.tsx';
import { SetupNote, useVendorSetup } from './SetupNote.tsx';
import { useIntegrations } from './useIntegrations.ts';
import { useSignIn } from './useSignIn.ts';

const [SignInDialog] = lazyComponent(() => import('./SignInDialog.tsx'));

const toFacts = (connection: Integration) =>
  [
    [facts.suffix, connection.invoice_suffix],
    [facts.legalName, connection.legal_name],
    [facts.realm, connection.realm_id],
    [facts.email, connection.contact_email],
    [facts.phone, connection.phone],
    [facts.website, connection.website],
    [facts.address, connection.address],
    [facts.expires, connection.expires_at ? formatInstantDay(connection.expires_at) : null],
  ] as const;

/** spec 2.51, 2.53, 3.15: QuickBooks companies. */
export default function QuickBooksTab() {
  const list = useIntegrations('quickbooks');
  const connect = useSignIn('quickbooks', list, 'invoice_suffix');
  const setup = useVendorSetup(list);
  return (
    <IntegrationTab
      kind="quickbooks"
      list={list}
      onAdd={connect.start}
      onReconnect={({ invoice_suffix }) => connect.submit(invoice_suffix ?? '')}
      refreshes
      factsOf={toFacts}
      choicesOf={(connection) => 'not_revenue' in (connection.settings ?? {}) && <QuickBooksChoices connection={connection} list={list} />}
      setup={
        <>
          <SetupNote kind="quickbooks" setup={setup} />
          <p className="muted">{facts.notRead}</p>
        </>
      }
    >
      {connect.open && (
        <Suspense fallback={null}>
          <SignInDialog connect={connect} standIn={setup?.values ?? null} />
        </Suspense>
      )}
    </IntegrationTab>
  );
}
