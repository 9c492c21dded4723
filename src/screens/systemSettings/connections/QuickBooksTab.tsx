import { Suspense } from 'react';
import type { Integration } from '../../../../contract/entities/connection.ts';
import { quickbooksFacts as facts } from '../../../../contract/messages/integrations.ts';
import { formatInstantDay } from '../../../ui/display/formatInstant.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { IntegrationTab } from './IntegrationTab.tsx';
import { QuickBooksChoices } from './QuickBooksChoices.tsx';
import { SetupNote, useSetup } from './SetupNote.tsx';
import { useIntegrations } from './useIntegrations.ts';
import { useSignIn } from './useSignIn.ts';

const [SignInDialog] = lazyComponent(() => import('./SignInDialog.tsx'));

const factsOf = (one: Integration) =>
  [
    [facts.suffix, one.invoice_suffix],
    [facts.legalName, one.legal_name],
    [facts.realm, one.realm_id],
    [facts.email, one.contact_email],
    [facts.phone, one.phone],
    [facts.website, one.website],
    [facts.address, one.address],
    [facts.expires, one.expires_at ? formatInstantDay(one.expires_at) : null],
  ] as const;

/** spec 2.51, 2.53, 3.15: QuickBooks companies. */
export default function QuickBooksTab() {
  const list = useIntegrations('quickbooks');
  const connect = useSignIn('quickbooks', list, 'invoice_suffix');
  const setup = useSetup(list);
  return (
    <IntegrationTab
      kind="quickbooks"
      list={list}
      onAdd={connect.start}
      onReconnect={({ invoice_suffix }) => connect.submit(invoice_suffix ?? '')}
      refreshes
      factsOf={factsOf}
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
