import './connections.css';
import type { ReactNode } from 'react';
import type { ConnectionKind, Integration } from '../../../../contract/entities/connection.ts';
import { integrationMessages } from '../../../../contract/messages/integrations.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { IntegrationCard } from './IntegrationCard.tsx';
import type { Integrations } from './useIntegrations.ts';

export type TabProps = Readonly<{
  kind: ConnectionKind;
  list: Integrations;
  /** Opens the add dialog of this kind. */
  onAdd: () => void;
  /** Reconnects a connection whose sign-in was refused; undefined if the kind does not support it. */
  onReconnect?: ((connection: Integration) => void) | undefined;
  /** Sling: Test and Sync are always enabled (spec 2.51). */
  alwaysEnabled?: boolean;
  /** QuickBooks: Refresh Info. */
  refreshes?: boolean;
  /** Facts of this kind of connection, as term and value. */
  factsOf: (connection: Integration) => readonly (readonly [string, string | null | undefined])[];
  /** Choices of this kind of connection, such as a mapping. */
  choicesOf?: (connection: Integration) => ReactNode;
  /** A note above the list: the state of this server's setup. */
  setup?: ReactNode;
  /** Dialogs of this kind of connection. */
  children?: ReactNode;
}>;

/** The tab of one external system (spec 2.51): its connections as cards with their actions. */
export function IntegrationTab(props: TabProps) {
  const { kind, list, onAdd, setup, children } = props;
  const words = integrationMessages[kind];
  const add = (
    <Button onClick={onAdd} disabled={list.loading}>
      {words.add}
    </Button>
  );
  return (
    <div className="integrations">
      {setup}
      {list.error !== null && (
        <Alert onRetry={list.failed ? list.retry : undefined} {...(list.failed ? {} : { onDismiss: list.dismiss })}>
          {list.error}
        </Alert>
      )}
      {list.loading ? (
        <Skeleton height={220} />
      ) : (
        !list.failed && (
          <>
            <p className="integrations-head">{list.items.length > 0 && add}</p>
            {list.items.length === 0 && (
              <EmptyState title={words.empty} action={add}>
                {words.emptyWhy}
              </EmptyState>
            )}
            {list.items.map((connection) => (
              <IntegrationCard key={connection.id} connection={connection} {...props} />
            ))}
          </>
        )
      )}
      {children}
    </div>
  );
}
