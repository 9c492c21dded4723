import { Suspense } from 'react';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { IntegrationTab, type TabProps } from './IntegrationTab.tsx';
import { SetupNote, useVendorSetup } from './SetupNote.tsx';
import { useIntegrations } from './useIntegrations.ts';
import { type SignInField, useSignIn } from './useSignIn.ts';

const [SignInDialog] = lazyComponent(() => import('./SignInDialog.tsx'));

type Props = Pick<TabProps, 'factsOf' | 'choicesOf'> & Readonly<{ kind: ConnectionKind; field?: SignInField; note?: string }>;

/** The tab of a kind whose connections sign in on the vendor's page, after asking for a name or suffix. */
export function SignInTab({ kind, field = 'name', note, ...props }: Props) {
  const list = useIntegrations(kind);
  const connect = useSignIn(kind, list, field);
  const setup = useVendorSetup(list);
  return (
    <IntegrationTab
      {...props}
      kind={kind}
      list={list}
      onAdd={connect.start}
      onReconnect={({ [field]: connectionName }) => connect.submit(connectionName ?? '')}
      setup={
        <>
          <SetupNote kind={kind} setup={setup} />
          {note && <p className="muted">{note}</p>}
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
